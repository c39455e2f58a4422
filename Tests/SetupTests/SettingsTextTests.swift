import Setup
import SystemPackage
import Testing

/// One key is changed in a settings file, and all else stays.
@Suite struct SettingsTextTests {
  @Test(arguments: [
    // What is left says nothing.
    ("review:\n  holdSeconds: 4\n", ""),
    ("plan: own\nreview:\n  holdSeconds: 4\n\nmodels:\n  provider: none\n", "plan: own\n\nmodels:\n  provider: none\n"),
    ("review:\n  holdSeconds:\n    4\nplan: own\n", "plan: own\n"),
    // Another key, and what its owner wrote.
    ("review:\n  holdSeconds: 4\n  enabled: true\n", "review:\n  enabled: true\n"),
    ("review: # mine\n  holdSeconds: 4\n", "review: # mine\n"),
    ("review:\n  # two are too few\n  holdSeconds: 4\n", "review:\n  # two are too few\n"),
    ("review:\n  holdSeconds: 4\n# of the models\nplan: own\n", "# of the models\nplan: own\n"),
    // As Windows ends its lines.
    ("plan: own\r\nreview:\r\n  holdSeconds: 4\r\n  enabled: true\r\n", "plan: own\r\nreview:\r\n  enabled: true\r\n"),
    ("plan: own\r\nreview:\r\n  holdSeconds: 4\r\n", "plan: own\r\n"),
    // Nothing to take out.
    ("review:\nplan: own\n", "review:\nplan: own\n"), ("", ""),
  ])
  func `a section goes with its last key, and no word of its owner's`(text: String, left: String) throws {
    #expect(try understood(text).text(setting: "review.holdSeconds", to: nil, in: text) == left)
  }

  @Test(arguments: [
    ("review.holdSeconds", "soon", "review.holdSeconds is 'soon'; expected a number of seconds from 0 to 3600"),
    ("plan", "ownn", "plan is 'ownn'; expected one of own, free, base, ultra (did you mean 'own'?)"),
    ("musicbrainz.contact", "me@b c", "musicbrainz.contact is 'me@b c'; expected an e-mail address or a web page"),
    ("review.holdSecond", "3", "unknown key 'review.holdSecond'; did you mean 'review.holdSeconds'?"),
  ])
  func `a value that can't be right is named with its key, and with no line of a text that nobody has`(
    name: String, value: String, said: String
  ) throws {
    let text = "# mine\nbudget:\n  perDayUSD: 2\n"
    let loaded = try understood(text)
    let error = #expect(throws: SettingsError.self) { try loaded.text(setting: name, to: value, in: text) }
    #expect(error?.description == said)
  }

  @Test func `what a change does elsewhere is said with the change`() throws {
    let text = "musicbrainz:\n  baseURL: https://mirror.example\n  requestsPerSecond: 5\n"
    let loaded = try understood(text)
    let error = #expect(throws: SettingsError.self) {
      try loaded.text(setting: "musicbrainz.baseURL", to: nil, in: text)
    }
    let said = "without musicbrainz.baseURL: musicbrainz.requestsPerSecond is above 1"
    #expect(error?.description.hasPrefix(said) == true)
    let list = #expect(throws: SettingsError.self) { try loaded.text(setting: "folders.inbox", to: "[a", in: text) }
    #expect(list?.description.hasPrefix("with folders.inbox '[a': ") == true)
  }
}
