import Albums
import Setup
import Testing

@Suite struct SettingsErrorTests {
  @Test(arguments: [
    (
      "model:\n  provider: none", "/c/albumscan.yaml:2:3: unknown key 'model.provider'; did you mean 'models.provider'?"
    ),
    ("holdseconds: 3", "/c/albumscan.yaml:1:1: unknown key 'holdseconds'; did you mean 'review.holdSeconds'?"),
    (
      "review:\n  hold_seconds: 3",
      "/c/albumscan.yaml:2:3: unknown key 'review.hold_seconds'; did you mean 'review.holdSeconds'?"
    ),
    ("plna: free", "/c/albumscan.yaml:1:1: unknown key 'plna'; did you mean 'plan'?"),
    (
      "review: {stars: true}",
      "/c/albumscan.yaml:1:10: unknown key 'review.stars'; the nearest valid key is 'review.enabled'; albumscanctl config show lists all keys"
    ),
    (
      "models: {apiKey: sk-ant-12345}",
      "/c/albumscan.yaml:1:10: unknown key 'models.apiKey'; secrets aren't settings: run albumscanctl key set anthropic (or openai, compatible)"
    ),
    ("plan: [a]", "/c/albumscan.yaml:1:1: plan is an invalid list; expected one of own, free, base, ultra"),
    (
      "plan: fre", "/c/albumscan.yaml:1:1: plan is 'fre'; expected one of own, free, base, ultra (did you mean 'free'?)"
    ),
    ("plan: {a: b}", "/c/albumscan.yaml:1:1: plan is a group of keys; expected one of own, free, base, ultra"),
    (
      "review: true",
      "/c/albumscan.yaml:1:1: 'review' is a group of keys; expected keys below it, such as review.enabled"
    ),
    ("review:\n  enabled: perhaps", "/c/albumscan.yaml:2:3: review.enabled is 'perhaps'; expected true or false"),
    (
      "review: {holdSeconds: -1}",
      "/c/albumscan.yaml:1:10: review.holdSeconds is '-1'; expected a number of seconds from 0 to 3600"
    ),
    (
      "review: {holdSeconds: .inf}",
      "/c/albumscan.yaml:1:10: review.holdSeconds is '.inf'; expected a number of seconds from 0 to 3600"
    ),
    (
      "review: {holdSeconds: nan}",
      "/c/albumscan.yaml:1:10: review.holdSeconds is 'nan'; expected a number of seconds from 0 to 3600"
    ),
    (
      "mpd: {address: sesame@nas}",
      "/c/albumscan.yaml:1:7: mpd.address contains a password. Leave it out, and store it with: albumscanctl key set mpd"
    ),
    (
      "wallet: {limit: 2.5}",
      "/c/albumscan.yaml:1:10: wallet.limit is '2.5'; expected a whole number from 0 to 10000"
    ),
    (
      "wallet: {sources: [scans, [playlist]]}",
      "/c/albumscan.yaml:1:10: wallet.sources is an invalid list; expected a list, each item one of playlist, scans, owned"
    ),
    (
      "budget: {perDayUSD: 5 dollars}",
      "/c/albumscan.yaml:1:10: budget.perDayUSD is '5 dollars'; expected an amount of US dollars from 0 to 100000"
    ),
    (
      "models: {provider: sk-ant-api03-abcdef}",
      "/c/albumscan.yaml:1:10: models.provider is something that looks like a secret key; expected one of auto, anthropic, openai, compatible, none"
    ),
    (
      "folders: {root: ~bob/x}",
      "/c/albumscan.yaml:1:11: folders.root is '~bob/x'; expected a path: absolute, with ~/, or relative to the home folder (~ is supported only for your own home folder)"
    ),
    (
      "folders: {root: ''}",
      "/c/albumscan.yaml:1:11: folders.root is empty; expected a path: absolute, with ~/, or relative to the home folder"
    ),
    (
      "folders: {inbox: ~/AlbumScan}",
      "/c/albumscan.yaml:1:11: folders.inbox contains '/home/ann/AlbumScan', but results are written to '/home/ann/AlbumScan/done'; neither may contain the other"
    ),
    (
      "folders: {inbox: ~/AlbumScan/done/new}",
      "/c/albumscan.yaml:1:11: folders.inbox contains '/home/ann/AlbumScan/done/new', but results are written to '/home/ann/AlbumScan/done'; neither may contain the other"
    ),
    (
      "musicbrainz: {requestsPerSecond: 2}",
      "/c/albumscan.yaml:1:15: musicbrainz.requestsPerSecond is above 1, but MusicBrainz allows one request per second"
    ),
    (
      "musicbrainz: {contact: 'me (at) home'}",
      "/c/albumscan.yaml:1:15: musicbrainz.contact is 'me (at) home'; expected an e-mail address or a web page"
    ),
    ("just words", "/c/albumscan.yaml:1:1: expected keys and values, such as 'plan: own'"),
    ("? [a, b]\n: c", "/c/albumscan.yaml:1:3: a key must be a word"),
    ("plan: own\nreview: [", "/c/albumscan.yaml:3:1: this isn't YAML: did not find expected node content"),
    ("plan: own\nplan: free", "/c/albumscan.yaml:1:1: 'plan' appears more than once in this group"),
    ("plan: own\n---\nplan: free", "/c/albumscan.yaml:2:1: this isn't YAML: but found another document"),
    (
      "review: {enabled: true}\nreview.enabled: false",
      "/c/albumscan.yaml:2:1: review.enabled appears a second time; the first is at /c/albumscan.yaml:1:10"
    ),
    (
      "folders:\n  ignore: [*.part]",
      "/c/albumscan.yaml:2:12: a value that begins with '*' is a YAML reference, which settings don't have; quote it"
    ),
  ])
  func `a mistake in the file is told with its place, what was expected and the nearest key`(yaml: String, told: String)
  {
    #expect(complaints(yaml).first == told)
  }

  @Test(arguments: [
    (
      "ALBUMSCAN_REVIEW_ENABLED", "maybe",
      "environment ALBUMSCAN_REVIEW_ENABLED: review.enabled is 'maybe'; expected true or false"
    ),
    (
      "ALBUMSCAN_BUDGET_PERDAY", "3",
      "environment ALBUMSCAN_BUDGET_PERDAY: no setting has this name; did you mean 'ALBUMSCAN_BUDGET_PER_DAY_USD'?"
    ),
    (
      "ALBUMSCAN_MODEL_PROVIDER", "none",
      "environment ALBUMSCAN_MODEL_PROVIDER: no setting has this name; did you mean 'ALBUMSCAN_MODELS_PROVIDER'?"
    ),
  ])
  func `a mistake in the environment is told with the variable`(name: String, value: String, told: String) {
    #expect(complaints(environment: [name: value]) == [told])
  }

  @Test(arguments: ["ALBUMSCAN_COMPATIBLE_API_KEY", "ALBUMSCAN_PROMPTS", "ALBUMSCAN_QA", "XALBUMSCAN_PLAN"])
  func `a variable that isn't meant as a setting is let be`(name: String) {
    #expect(complaints(environment: [name: "x"]).isEmpty)
  }

  @Test func `all mistakes are told at once`() {
    let told = complaints(
      "plan: none\nreview: {enabled: 7}\ncolour: green\nbudget: {perDayUSD: -1}",
      environment: ["ALBUMSCAN_WALLET_LIMIT": "-1"])
    #expect(told.count == 5)
  }

  @Test(arguments: [
    "http://example.org", "http://localhost.example.org", "http://127.0.0.1.example.org",
    "http://localhost@example.org",
    "https://user:pass@example.org", "ftp://localhost", "https://", "https://example.org/?q=1", "https://example.org#f",
    "https://exa mple.org", "example.org", "http://127.0.0.256", "http://[::2]", "https://example.org:0",
    "https://example.org:99999", "https://ex\\u00e4mple.org", "javascript:alert(1)", "file:///etc/passwd",
  ])
  func `an address that isn't https, nor of this machine, is refused`(address: String) {
    let told = complaints("models: {baseURL: \"\(address)\"}")
    #expect(told.count == 1)
    #expect(told.first?.contains("models.baseURL is '") == true)
  }

  @Test(arguments: [
    "http://localhost:11434", "http://127.0.0.1", "http://127.8.9.10:1/v1", "http://[::1]:8080",
    "https://[2001:db8::1]/x",
    "HTTPS://Example.org",
  ])
  func `https, and http on this machine, are taken`(address: String) {
    #expect(complaints("models: {baseURL: '\(address)'}").isEmpty)
  }

  @Test func `YAML made to keep a parser busy for years is refused at once`() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...60 {
      bomb += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    bomb += "? *a60\n: x\n? *a60\n: y\n"
    #expect(complaints(bomb).count == 1)
    #expect(!complaints(String(repeating: "[", count: 200_000)).isEmpty)
    #expect(!complaints(String(repeating: "{a: ", count: 200_000)).isEmpty)
    #expect(!complaints(String(repeating: "- ", count: 200_000)).isEmpty)
    #expect(!complaints("plan: \u{0}").isEmpty)
  }

  @Test func `an ampersand or star inside a value is only a letter`() throws {
    let settings = try understood("wallet: {playlist: Me & my *stars*}  # & more\n").settings
    #expect(settings.wallet.terms.playlist == "Me & my *stars*")
  }

  @Test func `a long or many-lined value is cut short`() {
    let told = complaints("plan: \"\(String(repeating: "x\\n", count: 500))\"")
    #expect(told.first?.contains("\n") == false)
    #expect((told.first?.count ?? 1000) < 200)
  }
}
