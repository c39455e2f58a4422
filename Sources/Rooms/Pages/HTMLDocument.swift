internal import Digests
internal import FoundationEssentials

/// The document around every page. It needs no network, and scripts only for convenience: a page alone needs only
/// itself, the gallery and the like also the pictures beside them.
package struct HTMLDocument {
  package let text: String

  /// - Parameters:
  ///   - title: for the window and for bookmarks.
  ///   - kind: the class of the body.
  ///   - home: the gallery's front page, as seen from this one; nil for a page that is sent away.
  ///   - style: what the page has beside the look of all.
  ///   - isAlone: whether it holds its pictures.
  ///   - aside: what stands across from the name at the top.
  ///   - scripts: come after the body, in this order.
  package init(
    title: String, kind: HTML, home: Link?, style: String, isAlone: Bool = false, aside: HTML? = nil,
    scripts: [PageScript] = [], body: HTML
  ) {
    let name: HTML = "<span class=\"mark\" aria-hidden=\"true\"></span>AlbumScan"
    let masthead: HTML = home.map { "<a href=\"\($0)\">\(name)</a>" } ?? "<span class=\"name\">\(name)</span>"
    let allowed: HTML? =
      scripts.isEmpty ? nil : "; script-src \(HTML(stringLiteral: scripts.map(\.source).joined(separator: " ")))"
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(isAlone ? Self.policyAlone : Self.policy)\(allowed)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="AlbumScan">
      <title>\(title)</title>
      <style>
      \(HTML(stringLiteral: Style.base + style))
      </style>
      </head>
      <body class="\(kind)">
      <header class="masthead">\(masthead)\(aside)</header>
      \(([body] + scripts.map(\.markup)).lines())
      </body>
      </html>

      """
    text = page.text
  }

  /// Nothing but pictures of this place and the style above. No hostile text could load, send or run anything, even if
  /// it got past the escaping. `file:` is for a browser that gives a page on disk no self.
  private static let policy: HTML =
    "default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  /// No request at all.
  private static let policyAlone: HTML =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}

/// A script in a page. The page's policy allows it by digest (Content Security Policy 3, 2.3.1) or nonce, so nothing
/// else can run there, and the same input always gives the same page.
package struct PageScript {
  let text: String
  /// What its element has beside it, with a space before it.
  var attributes: HTML?
  /// For one that fetches others, which it tells from strangers by this.
  var nonce: String?

  package init(text: String, attributes: HTML? = nil, nonce: String? = nil) {
    self.text = text
    self.attributes = attributes
    self.nonce = nonce
  }

  var markup: HTML {
    let pass: HTML? = nonce.map { " nonce=\"\($0)\"" }
    return "<script\(pass)\(attributes)>\(HTML(stringLiteral: text))</script>"
  }

  /// What the policy says of it.
  var source: String { nonce.map { "'nonce-\($0)'" } ?? "'sha256-\(Self.base64(SHA256.hex(of: text.utf8)))'" }

  /// A nonce for a page that holds this: whoever writes a name in it would have to know it beforehand, and it changes with
  /// each name. So nobody can, and yet it needs no chance.
  package static func nonce(for content: HTML) -> String { SHA256.hex(of: content.text.utf8) }

  /// Of bytes that are given as hexadecimal digits.
  private static func base64(_ hex: String) -> String {
    let digits = hex.compactMap(\.hexDigitValue).map { UInt8($0) }
    return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }).base64EncodedString()
  }
}

extension PageScript {
  /// Puts a button beside each command.
  package static let copying = PageScript(text: String(decoding: PackageResources.copy_js, as: UTF8.self))
}
