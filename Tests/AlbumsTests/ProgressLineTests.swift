import Testing

@testable import Albums

@Suite struct ProgressLineTests {
  @Test func `the lines go one way, from the reading to the review`() {
    let album = (title: "Undertow", artist: "Sable/Finch")
    let lines = [
      ProgressLine.line(at: .reading, after: 3.4), ProgressLine.line(at: .reading, after: 3.5),
      ProgressLine.line(at: .bundle, after: 4), ProgressLine.line(at: .confirmation, after: 0, found: album),
      ProgressLine.line(at: .review, after: 0, found: album),
    ]
    #expect(
      lines == [
        "Extracting text and examining album art...", "Flipping through every record bin in existence...",
        "Flipping through every record bin in existence...", "We found Undertow by Sable/Finch",
        "Writing a review that's somehow both pretentious and correct...",
      ])
  }
}
