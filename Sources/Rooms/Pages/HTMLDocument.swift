/// The document around every page. A page needs only itself and the pictures beside it: no network, and scripts only
/// for convenience.
struct HTMLDocument {
  let text: String

  /// - Parameters:
  ///   - title: for the window and for bookmarks.
  ///   - kind: the class of the body.
  ///   - home: the gallery's front page, as seen from this one.
  ///   - style: what the page has beside the look of all.
  ///   - aside: what stands across from the name at the top.
  ///   - scripts: come after the body, in this order.
  init(
    title: String, kind: HTML, home: Link, style: String, aside: HTML? = nil, scripts: [PageScript] = [], body: HTML
  ) {
    let allowed: HTML? =
      scripts.isEmpty ? nil : "; script-src \(HTML(stringLiteral: scripts.map(\.source).joined(separator: " ")))"
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)\(allowed)">
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
      <header class="masthead"><a href="\(home)"><span class="mark" aria-hidden="true"></span>AlbumScan</a>\(aside)</header>
      \(([body] + scripts.map(\.markup)).lines())
      </body>
      </html>

      """
    text = page.text
  }

  /// Nothing but pictures of this place and the style above. No hostile text could load, send or run anything, even if
  /// it got past the escaping. `file:` is for a browser that gives a page on disk no self.
  private static let policy: HTML =
    "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}
