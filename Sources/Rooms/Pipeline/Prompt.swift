package import Albums
internal import Digests

/// A prompt for a model, with its digest, which is stored with each answer.
package struct Prompt: Equatable, Sendable {
  package let text: String
  package let digest: Digest

  package init(text: String) {
    self.text = text
    digest = Digest(hex: SHA256.hex(of: Array(text.utf8)))
  }
}
