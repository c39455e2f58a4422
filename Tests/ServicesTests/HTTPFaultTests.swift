import Albums
import FoundationEssentials
import HTTP
import Services
import Testing

@Suite struct HTTPFaultTests {
  private let now = Date(timeIntervalSince1970: 1_795_269_600)

  @Test(arguments: [HTTPError.unreachable("no route"), .refused("port 443")])
  func `being offline waits, and burns no attempt`(error: HTTPError) {
    let fault = ServiceFault.from(error, service: .musicbrainz)
    #expect(fault.kind == .transient)
    #expect(!fault.burnsAttempt)
    #expect(fault.service == .musicbrainz)
  }

  @Test(arguments: [HTTPError.timedOut("60 s"), .broken("reset"), .tooLarge(limit: 9)])
  func `a call that may have been worked on burns an attempt`(error: HTTPError) {
    let fault = ServiceFault.from(error, service: .anthropic)
    #expect(fault.kind == .transient)
    #expect(fault.burnsAttempt)
  }

  @Test(arguments: [
    (HTTPError.untrusted("expired"), "network.caFile"), (.badRedirect("to http://x/"), "models.baseURL"),
  ])
  func `what waiting doesn't mend needs a person, and says what to look at`(error: HTTPError, what: String) throws {
    let fault = ServiceFault.from(error, service: .anthropic)
    #expect(fault.kind == .needsAttention)
    #expect(!fault.burnsAttempt)
    #expect(try #require(fault.cure).contains(what))
  }

  @Test func `one picture that leads astray is no trouble with the whole archive`() {
    #expect(ServiceFault.from(.badRedirect("to http://x/"), service: .coverartarchive).kind == .transient)
  }

  @Test func `a cancelled call burns no attempt`() {
    #expect(!ServiceFault.from(.cancelled, service: .openai).burnsAttempt)
  }

  @Test func `a wrong address needs a person, and names the setting`() throws {
    let fault = ServiceFault.from(.badAddress("http to another machine"), service: .coverartarchive)
    #expect(fault.kind == .needsAttention)
    #expect(try #require(fault.cure).contains("coverart.baseURL"))
  }

  @Test(arguments: [
    (401, ServiceFault.Kind.needsAttention), (402, .needsAttention), (403, .needsAttention), (400, .permanent),
    (413, .permanent), (422, .permanent), (408, .transient), (429, .transient), (500, .transient), (502, .transient),
    (503, .transient), (529, .transient), (302, .transient),
  ])
  func `a status has its common meaning`(status: Int, kind: ServiceFault.Kind) {
    let fault = ServiceFault.from(HTTPResponse(status: status), service: .compatible, now: now, cure: "Do this.")
    #expect(fault.kind == kind)
    #expect((fault.cure != nil) == (kind == .needsAttention))
  }

  @Test func `Retry-After comes along`() {
    let response = HTTPResponse(status: 503, headers: [.init("Retry-After", "12")])
    #expect(ServiceFault.from(response, service: .musicbrainz, now: now, cure: "").retryAfter == 12)
  }
}
