import Testing

@testable import Imaging

struct TranscriptTests {
  private func transcript(_ classes: [Int], probability: Float = 0.5) -> Transcript {
    Transcript(
      classes: classes, probabilities: classes.map { _ in probability }, characters: ["A", "B", " "])
  }

  @Test func `what is said in several steps on end is one letter, and two with nothing between them`() {
    #expect(transcript([1, 1, 1, 2, 2]).text == "AB")
    #expect(transcript([0, 1, 0, 1, 3, 2, 0]).text == "AA B")
  }

  @Test func `nothing is said with no confidence`() {
    #expect(transcript([0, 0]) == transcript([]))
    #expect(transcript([0, 0]).text.isEmpty)
    #expect(transcript([]).confidence == 0)
  }

  @Test func `a class that no letter stands for says nothing`() {
    #expect(transcript([1, 4, 65_535, 2]).text == "AB")
  }

  @Test func `confidence is the mean of the letters, not of the steps`() {
    let transcript = Transcript(
      classes: [1, 1, 0, 2], probabilities: [0.5, 0.1, 0.9, 1], characters: ["A", "B"])
    #expect(transcript.confidence == 0.75)
  }
}
