import DrawnCovers
import Testing

@testable import Simulator

@Suite struct MusicBrainzServiceTests {
  static let agent = ["user-agent": "AlbumScan/1.0 ( someone@example.org )"]

  private func service() -> MusicBrainzService {
    MusicBrainzService(
      entries: CatalogEntry.entries(of: DrawnCollection.albums),
      clock: RequestRateMonitor(interval: .zero, tolerance: .zero))
  }

  private func search(_ query: String, in path: String = "release", _ more: (String, String)...) -> Reply {
    service().answer(
      Questions.call(
        .musicbrainz, "GET", "/ws/2/\(path)", query: [("query", query), ("fmt", "json")] + more, headers: Self.agent),
      fault: nil)
  }

  private func titles(_ reply: Reply) -> [String] {
    (reply.json?["releases"] ?? reply.json?["release-groups"])?.items?.compactMap { $0["title"]?.text } ?? []
  }

  @Test(arguments: [
    (#"release:"undertow" AND artist:"sable\/finch""#, ["Undertow"]),
    (#"release:"Тихий берег" AND status:official"#, ["Тихий берег"]),
    (#"release:(amber~ sesions~) AND artistname:(vane~)"#, ["The Amber Sessions"]),
    (#"barcode:\#(DrawnCollection.wharf.barcode)"#, ["Wharf Street Soul"]),
    (#"catno:"THL1021" AND artist:"marla quist""#, ["Paper Lanterns"]),
    (#"+catno:"thl-1021" label:(anybody)"#, ["Paper Lanterns"]), (#"catno:"THL 10 21""#, ["Paper Lanterns"]),
    (#"release:"night shift radio""#, ["Night Shift Radio", "Night Shift Radio (Deluxe Edition)"]),
    (#"release:"night shift radio" -release:deluxe"#, ["Night Shift Radio"]),
    (#"artist:halden AND date:[1980 TO 1990]"#, ["Halden"]),
    (#"release:"ledger lines" AND NOT country:US"#, []), (#"artist:"kestrel avenue""#, []),
  ])
  func `a query finds what it says`(query: String, expected: [String]) {
    let reply = search(query)
    #expect(titles(reply) == expected)
    #expect(reply.violations.isEmpty)
  }

  @Test(arguments: [
    "AC/DC", "release:\"open", "(a", "a)", "title:", "AND a", "a AND", "release:", "", " ", "foo:bar", "[a b]",
  ])
  func `bad syntax is a bad request`(query: String) {
    let reply = search(query)
    #expect(reply.status == 400)
    #expect(!reply.violations.isEmpty)
  }

  @Test func `groups have no catalog numbers`() {
    let reply = search(#"catno:"THL1021""#, in: "release-group")
    #expect(reply.status == 400 && !reply.violations.isEmpty)
  }

  @Test(arguments: [
    (#"release:"冬の手紙""#, true), (#"release:("手紙" "夏の")"#, true), ("release:ふゆの手紙", true), (#"release:"手冬""#, false),
    ("release:冬の手紙~2", false), (#"artist:"ほたる""#, true), ("release:てがみ", false),
  ])
  func `each letter of Japanese is a word, in either kana`(query: String, isFound: Bool) {
    var album = DrawnCollection.paperLanterns
    (album.artistName, album.albumTitle) = ("ホタルの庭", "冬の手紙")
    let service = MusicBrainzService(
      entries: CatalogEntry.entries(of: [album]), clock: RequestRateMonitor(interval: .zero, tolerance: .zero))
    let reply = service.answer(
      Questions.call(
        .musicbrainz, "GET", "/ws/2/release", query: [("query", query), ("fmt", "json")], headers: Self.agent),
      fault: nil)
    #expect(titles(reply).isEmpty != isFound)
  }

  @Test func `raw text is forgiven where it asks for that`() {
    let reply = search("BRASS TACKS: the Copper/Kettles (1971", in: "release", ("dismax", "true"))
    #expect(titles(reply).first == "Brass Tacks")
  }

  @Test(arguments: ["", "curl/8.0", "AlbumScan/1.0", "AlbumScan", "python-requests/2.0 ( a@b )"])
  func `an agent without a contact is shut out`(agent: String) {
    let call = Questions.call(
      .musicbrainz, "GET", "/ws/2/release", query: [("query", "a"), ("fmt", "json")], headers: ["user-agent": agent])
    #expect(service().answer(call, fault: nil).status == 403)
  }

  @Test func `more than one request a second is told to wait, and noted`() {
    let service = MusicBrainzService(
      entries: [], clock: RequestRateMonitor(interval: .seconds(1), tolerance: .milliseconds(250)))
    let start = ContinuousClock.now
    let ask = { (after: Duration) in
      service.answer(
        Questions.call(
          .musicbrainz, "GET", "/ws/2/release", query: [("query", "a"), ("fmt", "json")], headers: Self.agent,
          at: start + after), fault: nil)
    }
    #expect(ask(.zero).status == 200)
    let hasty = ask(.milliseconds(600))
    #expect(hasty.status == 503)
    #expect(hasty.headers["Retry-After"] == "1")
    #expect(!hasty.violations.isEmpty)
    #expect(ask(.milliseconds(2_000)).status == 200)
    #expect(ask(.milliseconds(2_800)).status == 200, "one late arrival is no haste")
    #expect(ask(.milliseconds(3_600)).status == 503, "a rate is")
    #expect(ask(.seconds(-6)).status == 200, "read late, but sent long before")
    #expect(ask(.milliseconds(-5_400)).status == 503, "read late, and sent too soon after another")
  }

  private func browse(_ query: [(String, String)], in path: String = "release") -> Reply {
    service().answer(
      Questions.call(.musicbrainz, "GET", "/ws/2/\(path)", query: query + [("fmt", "json")], headers: Self.agent),
      fault: nil)
  }

  @Test(arguments: [
    ([("release-group", "x")], 400), ([("release-group", DrawnCollection.undertow.releaseID)], 404), ([], 400),
    ([("release-group", DrawnCollection.undertow.releaseGroupID), ("inc", "annotation")], 400),
  ])
  func `a list that can't be is refused`(query: [(String, String)], status: Int) {
    let reply = browse(query)
    #expect(reply.status == status)
    #expect(reply.violations.isEmpty == (status == 404))
  }

  private func lookUp(_ id: String, fault: SimulatedFault? = nil) -> Reply {
    service().answer(
      Questions.call(
        .musicbrainz, "GET", "/ws/2/release/\(id)", query: [("inc", "release-groups+genres"), ("fmt", "json")],
        headers: Self.agent), fault: fault)
  }

  @Test func `load is shed as the gateway does it, the same requests on every run`() {
    let shed = (0..<2).map { _ in
      let service = MusicBrainzService(
        entries: [], clock: RequestRateMonitor(interval: .zero, tolerance: .zero), shedding: ShedLoad(oneIn: 4))
      return (0..<200).map { _ in
        service.answer(
          Questions.call(
            .musicbrainz, "GET", "/ws/2/release", query: [("query", "a"), ("fmt", "json")], headers: Self.agent),
          fault: nil)
      }
    }
    #expect(shed[0].map(\.status) == shed[1].map(\.status))
    let refusals = shed[0].filter { $0.status == 503 }
    #expect((30...70).contains(refusals.count))
    #expect(refusals.allSatisfy { $0.headers["Retry-After"] == "0" && $0.violations.isEmpty })
    #expect(refusals.first?.headers["X-RateLimit-Zone"] == "search-global")
    #expect(lookUp(DrawnCollection.undertow.releaseID, fault: .shed).headers["X-RateLimit-Zone"] == "global")
  }
}
