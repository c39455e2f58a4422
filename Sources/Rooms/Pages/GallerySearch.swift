import Albums

/// The front page's search form. It stays hidden unless its script runs.
struct GallerySearch {
  let gallery: Gallery

  var form: HTML {
    """
    <form class="find" role="search" hidden>
    <label class="wide">Search <input type="search" name="q" placeholder="Artist, title, year" autocomplete="off"></label>
    \(choice("rating", "Rating", [
        ("", "Any"), ("9", "9 and up"), ("8", "8 and up"), ("7", "7 and up"), ("5", "5 and up"), ("low", "Below 5"),
        ("none", "No review yet"),
      ]))
    \(choice("decade", "Released", [("", "Any time")] + (191...202).reversed().map { ("\($0)", "\($0)0s") }))
    \(choice("order", "Order", [
        ("newest", "Newest"), ("rating", "Best"), ("artist", "Artist"), ("year", "Year"),
      ]))
    </form>
    """
  }

  /// Where the script puts what it finds.
  var results: HTML {
    """
    <section class="shelf found" hidden>
    <h2 role="status"></h2>
    <ul class="covers"></ul>
    <button type="button" hidden>Show more</button>
    </section>
    """
  }

  /// - Parameter content: all else that the page holds.
  func script(beside content: HTML) -> PageScript {
    let pages = gallery.months.flatMap(\.monthPages).map(\.name).joined(separator: " ")
    return PageScript(
      text: String(decoding: PackageResources.gallery_js, as: UTF8.self), attributes: " data-pages=\"\(pages)\"",
      nonce: PageScript.nonce(for: "\(content) \(pages)"))
  }

  private func choice(_ name: HTML, _ label: HTML, _ options: [(value: String, words: String)]) -> HTML {
    let options = options.map { option -> HTML in "<option value=\"\(option.value)\">\(option.words)</option>" }
    return "<label>\(label) <select name=\"\(name)\">\(options.lines())</select></label>"
  }
}
