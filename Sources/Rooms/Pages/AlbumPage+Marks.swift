internal import Albums

extension AlbumPage {
  /// On which lists the album is, and what the user thinks of it: nobody else's business.
  var marks: HTML? {
    guard !isShared, !isUnsure, !album.markWords(day: CalendarDay.words).isEmpty else { return nil }
    let words = album.markWords(day: CalendarDay.words).map { line -> HTML in "<li>\(line)</li>" }
    return "\n<ul class=\"marks\" aria-label=\"Your lists\">\(words.lines())</ul>"
  }
}
