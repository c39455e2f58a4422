import Albums

/// The front page's search. It comes with its script: without that it stays hidden.
struct GallerySearch {
  let gallery: Gallery
  let nonce: String

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
        ("newest", "Newest scan"), ("rating", "Best first"), ("artist", "Artist"), ("year", "Oldest album"),
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

  var script: HTML {
    let pages = gallery.months.flatMap { GalleryLeaf.leaves(of: $0.name, count: $0.count) }.map(\.name)
    let text = HTML(stringLiteral: String(decoding: PackageResources.gallery_js, as: UTF8.self))
    return "<script nonce=\"\(nonce)\" data-pages=\"\(pages.joined(separator: " "))\">\n\(text)</script>"
  }

  private func choice(_ name: HTML, _ label: HTML, _ options: [(value: String, words: String)]) -> HTML {
    let options = options.map { option -> HTML in "<option value=\"\(option.value)\">\(option.words)</option>" }
    return "<label>\(label) <select name=\"\(name)\">\(options.lines())</select></label>"
  }
}
