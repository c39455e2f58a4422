import Albums
import FoundationEssentials
import HTTP
import Services
import Testing

@Suite struct HTTPFaultTests {
  private let now = Date(timeIntervalSince1970: 1_795_269_600)

  @Test(arguments: [HTTPError.unreachable("no route"), .refused("port 443")])
  func `being offline waits, and burns no attempt`(error: HTTPError) {
    let fault = Fault.from(error, service: .musicbrainz)
    #expect(fault.isRetried)
    #expect(!fault.isCounted)
    #expect(fault.service == .musicbrainz)
  }

  @Test(arguments: [HTTPError.timedOut("60 s"), .broken("reset"), .tooLarge(limit: 9)])
  func `a call that may have been worked on burns an attempt`(error: HTTPError) {
    let fault = Fault.from(error, service: .anthropic)
    #expect(fault.isRetried)
    #expect(fault.isCounted)
  }

  @Test(arguments: [
    (HTTPError.untrusted("expired"), "network.caFile"), (.badRedirect("to http://x/"), "models.baseURL"),
  ])
  func `what waiting doesn't mend needs a person, and says what to look at`(error: HTTPError, what: String) throws {
    let fault = Fault.from(error, service: .anthropic)
    #expect(fault.next == .needsPerson)
    #expect(!fault.isCounted)
    #expect(try #require(fault.cure).text.contains(what))
  }

  @Test func `one picture that leads astray is no trouble with the whole archive`() {
    #expect(Fault.from(.badRedirect("to http://x/"), service: .coverartarchive).isRetried)
  }

  @Test func `a canceled call burns no attempt`() {
    #expect(!Fault.from(.canceled, service: .openai).isCounted)
  }

  @Test func `a wrong address needs a person, and names the setting`() throws {
    let fault = Fault.from(.badAddress("http to another machine"), service: .coverartarchive)
    #expect(fault.next == .needsPerson)
    #expect(try #require(fault.cure).text.contains("coverart.baseURL"))
  }

  @Test(arguments: [
    (401, Fault.Next.needsPerson), (402, .needsPerson), (403, .needsPerson), (400, .fail),
    (413, .fail), (422, .fail), (408, .retry()), (429, .retry()), (500, .retry()), (502, .retry()),
    (503, .retry()), (529, .retry()), (302, .retry()),
  ])
  func `a status has its common meaning`(status: Int, kind: Fault.Next) {
    let fault = Fault.from(HTTPResponse(status: status), service: .compatible, now: now, cure: .advice("Do this."))
    #expect(fault.next.plain == kind)
    #expect((fault.cure != nil) == (kind == .needsPerson))
  }

  @Test func `Retry-After comes along`() {
    let response = HTTPResponse(status: 503, headers: [.init("Retry-After", "12")])
    #expect(Fault.from(response, service: .musicbrainz, now: now, cure: .advice("")).after == 12)
  }
}
