import Albums
import FoundationEssentials
import HTTP
import Services
import Testing

@Suite struct HTTPSetbackTests {
  private let now = Date(timeIntervalSince1970: 1_795_269_600)

  @Test(arguments: [HTTPError.unreachable("no route"), .refused("port 443")])
  func `being offline waits, and burns no attempt`(error: HTTPError) {
    let setback = Setback.from(error, service: .musicbrainz)
    #expect(setback.kind == .transient)
    #expect(!setback.burnsAttempt)
    #expect(setback.service == .musicbrainz)
  }

  @Test(arguments: [HTTPError.timedOut("60 s"), .broken("reset"), .tooLarge(limit: 9)])
  func `a call that may have been worked on burns an attempt`(error: HTTPError) {
    let setback = Setback.from(error, service: .anthropic)
    #expect(setback.kind == .transient)
    #expect(setback.burnsAttempt)
  }

  @Test(arguments: [
    (HTTPError.untrusted("expired"), "network.caFile"), (.badRedirect("to http://x/"), "models.baseURL"),
  ])
  func `what waiting doesn't mend needs a person, and says what to look at`(error: HTTPError, what: String) throws {
    let setback = Setback.from(error, service: .anthropic)
    #expect(setback.kind == .needsAttention)
    #expect(!setback.burnsAttempt)
    #expect(try #require(setback.cure).contains(what))
  }

  @Test func `one picture that leads astray is no trouble with the whole archive`() {
    #expect(Setback.from(.badRedirect("to http://x/"), service: .coverartarchive).kind == .transient)
  }

  @Test func `a cancelled call burns no attempt`() {
    #expect(!Setback.from(.cancelled, service: .openai).burnsAttempt)
  }

  @Test func `a wrong address needs a person, and names the setting`() throws {
    let setback = Setback.from(.badAddress("http to another machine"), service: .coverartarchive)
    #expect(setback.kind == .needsAttention)
    #expect(try #require(setback.cure).contains("coverart.baseURL"))
  }

  @Test(arguments: [
    (401, Setback.Kind.needsAttention), (402, .needsAttention), (403, .needsAttention), (400, .permanent),
    (413, .permanent), (422, .permanent), (408, .transient), (429, .transient), (500, .transient), (502, .transient),
    (503, .transient), (529, .transient), (302, .transient),
  ])
  func `a status has its common meaning`(status: Int, kind: Setback.Kind) {
    let setback = Setback.from(HTTPResponse(status: status), service: .compatible, now: now, cure: "Do this.")
    #expect(setback.kind == kind)
    #expect((setback.cure != nil) == (kind == .needsAttention))
  }

  @Test func `Retry-After comes along`() {
    let response = HTTPResponse(status: 503, headers: [.init("Retry-After", "12")])
    #expect(Setback.from(response, service: .musicbrainz, now: now, cure: "").retryAfter == 12)
  }
}
