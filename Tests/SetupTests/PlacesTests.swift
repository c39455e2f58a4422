import Setup
import SystemPackage
import Testing

@Suite struct PlacesTests {
  @Test(arguments: [
    [:], ["XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""],
    ["XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "./x"], ["XDG_STATE_HOME": "~/x"],
  ])
  func `an unset, empty or relative variable counts for nothing`(environment: [String: String]) {
    let places = Places(home: "/home/ann", environment: environment)
    #expect(places.settings == "/home/ann/.config/albumscan/albumscan.yaml")
    #expect(places.prompts == "/home/ann/.config/albumscan/prompts")
    #expect(places.credentials == "/home/ann/.config/albumscan/credentials")
    #expect(places.ledger == "/home/ann/.local/state/albumscan/albumscan.db")
    #expect(places.pictures == "/home/ann/.local/state/albumscan/pictures")
  }

  @Test func `each variable moves its own folder`() {
    let places = Places(
      home: "/home/ann",
      environment: ["XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "/s/../t"])
    #expect(places.settings == "/c/albumscan/albumscan.yaml")
    #expect(places.ledger == "/t/albumscan/albumscan.db")
  }

  @Test func `the home folder is HOME's, else the one in the user database`() throws {
    #expect(Places(environment: ["HOME": "/home/ann/"])?.home == "/home/ann")
    let known = try #require(Places(environment: ["HOME": "relative"]))
    #expect(known.home.isAbsolute)
  }
}
