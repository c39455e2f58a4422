import Testing

@testable import Albums

@Suite struct ListNameTests {
  @Test(arguments: [
    ("wanted", "wanted"), ("Wanted", "wanted"), ("OWNED", "owned"), ("heard", "heard"),
    ("Lisbon 2026", "Lisbon 2026"), ("  Lisbon   2026 ", "Lisbon 2026"), ("2026-11-27 Lisbon", "2026-11-27 Lisbon"),
    ("Café", "Caf\u{e9}"), ("Cafe\u{301}", "Caf\u{e9}"), ("To hear", "To hear"), ("Marching bands", "Marching bands"),
    ("Camera obscura", "Camera obscura"), ("101 dalmatians", "101 dalmatians"), ("🎁", "🎁"),
  ])
  func `a folder is the list of its name`(_ folder: String, _ name: String) {
    #expect(ListName(folder: folder)?.text == name)
  }

  @Test(arguments: [
    "DCIM", "Camera", "100APPLE", "101CANON", "100_PANA", "100ANDRO", "Camera Roll", "Camera Uploads", "camera uploads",
    "Photos", "My Pictures", "Screenshots", "WhatsApp Images", "Open Camera", "2026", "2026-11", "2026_11", "202611",
    "2026-11-27", "20261127", "11", "27", "November", "november 2026", "2026 Nov", "11 November", "2026-11-Nov", "Sept",
    "May", ".stfolder", ".wanted",
  ])
  func `folders of cameras and of times are no lists`(_ folder: String) {
    #expect(ListName(folder: folder) == nil)
  }

  @Test(arguments: [
    "", "   ", "\u{202e}", "a\nb", "a\u{7}b", String(repeating: "x", count: 65), String(repeating: "é", count: 33),
    String(repeating: "x\u{301}", count: 1_000_000),
  ])
  func `what can't be a name is refused`(_ text: String) { #expect(ListName(name: text) == nil) }

  @Test func `lists are told apart without regard to case`() throws {
    let (a, b) = (try #require(ListName(name: "Lisbon 2026")), try #require(ListName(name: "LISBON 2026")))
    #expect(a.key == b.key && a.text != b.text)
    #expect(ListName(name: String(repeating: "x", count: 64)) != nil)
    #expect(ListName(name: "2026")?.text == "2026")
  }

  @Test func `an older document has no lists, and is owned by nobody`() throws {
    var marks = AlbumMarks(lists: [
      AlbumList(name: "Lisbon", since: "2025-01-01T00:00:00Z"), AlbumList(name: "owned", since: "2026-01-01T00:00:00Z"),
    ])
    #expect(marks.lists.map(\.name) == ["owned", "Lisbon"])
    marks.rating = 8.54
    #expect(marks.lists[0].words { String($0.prefix(10)) } == "You own it, since 2026-01-01")
  }
}
