import Albums
import Glibc
import Setup
import SystemPackage
import TestSupport
import Testing

@Suite struct CredentialsTests {
  private let folder: TemporaryFolder
  private let own: FilePath

  init() throws {
    folder = try TemporaryFolder()
    own = folder.appending("albumscan").appending("credentials")
  }

  private func credentials(_ environment: [String: String] = [:]) -> Credentials {
    Credentials(environment: environment, folder: own)
  }

  private func failure(_ environment: [String: String] = [:]) -> String? {
    do throws(CredentialError) {
      _ = try credentials(environment).find(.key(.anthropic))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `no key anywhere is no error`() throws {
    #expect(try credentials().find(.key(.anthropic)) == nil)
    #expect(
      try credentials(["ANTHROPIC_API_KEY": "", "CREDENTIALS_DIRECTORY": "/nowhere"]).find(.key(.anthropic)) == nil)
    #expect(try !credentials().remove(.key(.anthropic)))
  }

  @Test func `the environment stands over systemd's credentials, those over the user's file`() throws {
    try credentials().store(try #require(Secret("own-key")), as: .key(.openai))
    try folder.makeFolder("systemd")
    try folder.write("systemd-key\n".utf8, to: "systemd/openai_api_key")
    let environment = ["CREDENTIALS_DIRECTORY": folder.appending("systemd").string]

    let fromFile = try #require(try credentials().find(.key(.openai)))
    #expect(fromFile.secret.reveal() == "own-key")
    #expect(fromFile.provenance == .credential(own.appending("openai_api_key")))
    let fromSystemd = try #require(try credentials(environment).find(.key(.openai)))
    #expect(fromSystemd.secret.reveal() == "systemd-key")
    #expect(fromSystemd.provenance == .credential(folder.appending("systemd").appending("openai_api_key")))
    let set = environment.merging(["OPENAI_API_KEY": "  set-key\n"]) { $1 }
    let fromEnvironment = try #require(try credentials(set).find(.key(.openai)))
    #expect(fromEnvironment.secret.reveal() == "set-key")
    #expect(fromEnvironment.provenance.description == "environment OPENAI_API_KEY")
  }

  @Test func `a stored key is for its user only, and is replaced and removed whole`() throws {
    try credentials().store(try #require(Secret("first")), as: .key(.anthropic))
    try credentials().store(try #require(Secret("second")), as: .key(.anthropic))
    let file = own.appending("anthropic_api_key")
    #expect(try file.stat().permissions == .ownerReadWrite)
    #expect(try own.stat().permissions == .ownerReadWriteExecute)
    #expect(try credentials().find(.key(.anthropic))?.secret.reveal() == "second")
    #expect(folder.names(in: "albumscan/credentials") == ["anthropic_api_key"])
    #expect(try credentials().remove(.key(.anthropic)))
    #expect(try credentials().find(.key(.anthropic)) == nil)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620] as [mode_t])
  func `a key that others may read is refused with the cure`(mode: mode_t) throws {
    try credentials().store(try #require(Secret("secret-words")), as: .key(.anthropic))
    let path = own.appending("anthropic_api_key").string
    #expect(chmod(path, mode) == 0)
    #expect(failure() == "\(path) can be read by others (mode 0\(String(mode, radix: 8))); run: chmod 600 '\(path)'")
  }

  @Test(arguments: ["two words", "two\nlines", "\n", "schlüssel", "a\u{7}b"])
  func `what can't be a key is refused without showing it`(text: String) throws {
    #expect(
      failure(["ANTHROPIC_API_KEY": text])
        == "environment ANTHROPIC_API_KEY must contain one key and nothing else; store it with albumscanctl key set")
    try credentials().store(try #require(Secret("x")), as: .key(.anthropic))
    try folder.write(text.utf8, to: "albumscan/credentials/anthropic_api_key")
    #expect(
      failure()
        == "\(own.string)/anthropic_api_key must contain one key and nothing else; store it with albumscanctl key set")
  }

  @Test func `a folder or a pipe in a key's place is an error, not a wait`() throws {
    try folder.makeFolder("albumscan/credentials/anthropic_api_key")
    #expect(failure()?.contains("can't be read") == true)
    #expect(rmdir(own.appending("anthropic_api_key").string) == 0)
    #expect(mkfifo(own.appending("anthropic_api_key").string, 0o600) == 0)
    #expect(failure()?.contains("can't be read") == true)
  }

  @Test func `a secret never shows itself`() throws {
    let secret = try #require(Secret("sk-ant-hidden"))
    struct Holder { let secret: Secret }
    var dumped = ""
    dump(Holder(secret: secret), to: &dumped)
    let shown = ["\(secret)", String(reflecting: secret), String(describing: Holder(secret: secret)), dumped]
    for text in shown + ["\([secret])", "\(Optional(secret) as Any)"] { #expect(!text.contains("hidden")) }
  }
}
