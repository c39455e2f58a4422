import Albums
import Testing

@testable import Wallet

/// What is taken from a browser, and what isn't.
@Suite struct WalletAddressTests {
  private static let key = "k=" + String(repeating: "0a", count: 16)

  @Test func `a scan's album is addressed by its number`() throws {
    let address = try #require(WalletAddress("albumscan:play?scan=17&track=3&\(Self.key)"))
    #expect(address.action == .play && address.scan == ScanID(17) && address.disc == nil)
    #expect(address.track == 3 && address.key?.text == String(repeating: "0a", count: 16))
    let disc = try #require(WalletAddress("albumscan:play?id=0123abcd&\(Self.key)"))
    #expect(disc.disc == "0123abcd" && disc.scan == nil && !disc.isForced)
  }

  @Test func `a disc is played in the place of another client's songs only if its address says so`() throws {
    let address = try #require(WalletAddress("albumscan:play?id=0123abcd&track=3&force&\(Self.key)"))
    #expect(address.isForced && address.track == 3 && address.key != nil)
    #expect(WalletAddress("albumscan:eject?id=0123abcd&\(Self.key)")?.action == .eject)
  }

  @Test(arguments: [
    "play", "play?scan=", "play?scan=0&", "play?scan=017&", "play?scan=-1&", "play?scan=1e3&",
    "play?scan=1000000000000000000&",
    "play?scan=17&id=0123abcd&", "play?id=0123abcd&scan=17&", "pause?scan=17&", "next?scan=17&",
    "play?scan=17&track=0&",
    "play?scan=17&force&", "pause?id=0123abcd&force&", "play?id=0123abcd&force=1&", "play?id=0123abcd&force&track=3&",
    "play?scan=17;id&", "play?scan=$(id)&", "play?Scan=17&", "play?scan=17&&",
  ])
  func `nothing else is`(words: String) {
    #expect(WalletAddress("albumscan:\(words)\(Self.key)") == nil)
  }
}
