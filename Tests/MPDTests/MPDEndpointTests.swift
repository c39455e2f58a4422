import Testing

@testable import MPD

@Suite struct MPDEndpointTests {
  private func addresses(_ environment: [String: String], setting: String? = nil) throws -> [String] {
    try MPDEndpoint(setting: setting, environment: environment, home: "/home/me").addresses.map(\.description)
  }

  @Test func `without a word it is looked for where it usually is`() throws {
    #expect(try addresses([:]) == ["/run/mpd/socket", "localhost:6600"])
    #expect(
      try addresses(["XDG_RUNTIME_DIR": "/run/user/1000"])
        == ["/run/user/1000/mpd/socket", "/run/mpd/socket", "localhost:6600"])
    #expect(try addresses(["XDG_RUNTIME_DIR": "relative", "MPD_HOST": ""]) == ["/run/mpd/socket", "localhost:6600"])
  }

  @Test func `MPD_HOST and MPD_PORT count as for mpc`() throws {
    #expect(try addresses(["MPD_HOST": "nas"]) == ["nas:6600"])
    #expect(try addresses(["MPD_HOST": "nas", "MPD_PORT": "6601"]) == ["nas:6601"])
    #expect(try addresses(["MPD_HOST": "/run/own"]) == ["/run/own"])
    #expect(try addresses(["MPD_HOST": "@mpd"]) == ["@mpd"])
    #expect(try addresses(["MPD_PORT": "6601"]) == ["localhost:6601"])
    #expect(try addresses(["MPD_HOST": "fd00::5"]) == ["[fd00::5]:6600"])
    #expect(throws: MPDError.badAddress("MPD_PORT")) { try addresses(["MPD_PORT": "many"]) }
    #expect(throws: MPDError.badAddress("MPD_HOST")) { try addresses(["MPD_HOST": "a host"]) }
  }

  @Test func `a password before the host is that host's`() throws {
    let named = try MPDEndpoint(setting: nil, environment: ["MPD_HOST": "sesame@nas"], password: MPDPassword("kept"))
    #expect(named.addresses == [.host("nas", port: 6600)])
    #expect(named.password?.reveal() == "sesame")
    let abstract = try MPDEndpoint(setting: nil, environment: ["MPD_HOST": "sesame@@mpd"])
    #expect(abstract.addresses == [.abstract("mpd")])
    #expect(abstract.password?.reveal() == "sesame")
    // What is set is another place, and gets what is kept.
    let set = try MPDEndpoint(setting: "/own", environment: ["MPD_HOST": "sesame@nas"], password: MPDPassword("kept"))
    #expect(set.addresses == [.socket("/own")])
    #expect(set.password?.reveal() == "kept")
  }

  @Test func `the setting stands over the environment`() throws {
    let environment = ["MPD_HOST": "nas", "MPD_PORT": "7"]
    #expect(try addresses(environment, setting: "~/.mpd/socket") == ["/home/me/.mpd/socket"])
    #expect(try addresses(environment, setting: "box:6601") == ["box:6601"])
    #expect(try addresses(environment, setting: "[::1]:6602") == ["[::1]:6602"])
    #expect(try addresses(environment, setting: "::1") == ["[::1]:6600"])
    #expect(try addresses(environment, setting: "192.0.2.7") == ["192.0.2.7:6600"])
  }

  @Test(arguments: ["", "@", "pass@host", "host:", "host:0", "host:70000", "a/b", "[::1]x", "[::1]:", "h\nx", "~other"])
  func `what is no address is refused`(text: String) { #expect(MPDAddress(text) == nil) }

  @Test func `a password shows itself nowhere`() throws {
    let password = try #require(MPDPassword("sesame"))
    var endpoint = MPDEndpoint([.host("nas", port: 6600)], password: password)
    endpoint.partition = "den"
    var dumped = ""
    dump(endpoint, to: &dumped)
    for text in ["\(password)", "\(endpoint)", dumped, String(reflecting: endpoint)] {
      #expect(!text.contains("sesame"), "\(text)")
    }
    #expect(MPDPassword("two\nlines") == nil)
    #expect(MPDPassword("with a blank")?.reveal() == "with a blank")
  }

  @Test func `only this machine is local`() {
    func isLocal(_ host: String) -> [Bool] { SocketAddress.known(host, port: 6600).map(\.isLocal) }
    #expect(isLocal("127.0.0.1") == [true])
    #expect(isLocal("127.9.9.9") == [true])
    #expect(isLocal("::1") == [true])
    #expect(isLocal("::ffff:127.0.0.1") == [true])
    #expect(isLocal("localhost") == [true, true])
    #expect(isLocal("192.0.2.7") == [false])
    #expect(isLocal("128.0.0.1") == [false])
    #expect(isLocal("fd00::1") == [false])
    #expect(isLocal("::ffff:192.0.2.7") == [false])
    #expect(isLocal("nas") == [])
    #expect(SocketAddress(unix: "/run/mpd/socket", isAbstract: false)?.isLocal == true)
    #expect(SocketAddress(unix: String(repeating: "a", count: 108), isAbstract: false) == nil)
  }

  @Test func `a password stays on this machine, unless it may travel`() throws {
    var endpoint = MPDEndpoint([.host("nas", port: 6600)], password: MPDPassword("sesame"))
    let nas = endpoint.addresses[0]
    #expect(try endpoint.password(isLocal: true, at: nas) != nil)
    #expect(throws: MPDError.passwordWithheld(nas)) { try endpoint.password(isLocal: false, at: nas) }
    endpoint.allowsRemotePassword = true
    #expect(try endpoint.password(isLocal: false, at: nas) != nil)
    endpoint.password = nil
    #expect(try endpoint.password(isLocal: false, at: nas) == nil)
  }

  @Test func `it is called again after 1 s, then later and later, up to half a minute`() {
    var backoff = Backoff()
    #expect((1...7).map { _ in backoff.next().components.seconds } == [1, 2, 4, 8, 16, 30, 30])
    backoff.reset()
    #expect(backoff.next() == .seconds(1))
  }
}
