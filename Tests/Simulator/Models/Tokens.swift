/// Counting in tokens as plausibly as the simulator needs it, and the ways in which an answer can go wrong.
enum Tokens {
  /// What the results of one search add to the input.
  static let aSearch = 8_000

  /// Four bytes a token.
  static func of(_ text: String) -> Int { (text.utf8.count + 3) / 4 }

  static func of(_ prompt: ModelPrompt, picture: (ModelPrompt.Picture) -> Int) -> Int {
    let schema = prompt.schema.map { of($0.serialized) } ?? 0
    let tool = prompt.searches > 0 ? 600 : 0
    return of(prompt.allText) + schema + tool + prompt.pictures.map(picture).reduce(0, +) + 12
  }

  /// The text with what a fault does to it.
  static func misspoken(_ text: String, _ fault: SimulatedFault?) -> String {
    switch fault {
    case .fenced?: "Here is what I found:\n\n```json\n\(text)\n```\n\nLet me know if you need anything else!"
    case .wordy?:
      #"A fan page has {"success":true,"artistName":"Nobody","albumTitle":"Nothing"} {sic}, which is wrong. So: "#
        + text + "\n\nI used {searches} for this ([example.org](https://example.org/a?utm_source=x))."
    case .offSchema?: #"{"answer": "It is a lovely record.", "certainty": 11}"#
    case .moneyTalk?:
      // One sentence of three in the summary, and one in the first bullet.
      text.replacing(#""contextBullets":[""#, with: #""contextBullets":["An original pressing sells for over $400. "#)
        .replacing(#""contextSummary":""#, with: #""contextSummary":"It is a sound investment. "#)
    case .nothingButMoney?:
      review(
        text,
        with: [
          "contextSummary": "An original pressing sells for over $400. It is a sound investment.",
          "contextBullets": ["Copies fetch a fortune at auction."],
        ])
    default: text
    }
  }

  /// A review with some of its parts put otherwise; any other answer as it is.
  private static func review(_ text: String, with parts: [String: JSON]) -> String {
    guard let answer = try? JSONParser.parse(Array(text.utf8)), answer["contextSummary"] != nil,
      let members = answer.members
    else { return text }
    return JSON.object(members.map { JSON.Member(name: $0.name, value: parts[$0.name] ?? $0.value) }).serialized
  }
}
