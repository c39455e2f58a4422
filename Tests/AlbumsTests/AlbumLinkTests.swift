import Testing

@testable import Albums

@Suite struct AlbumLinkTests {
  @Test(arguments: [
    ("https://marlaquist.bandcamp.com/album/paper-lanterns", AlbumLink.Service.bandcamp),
    ("https://open.spotify.com/album/6400dnyeDyD2mIFHfkwHXN", .spotify),
    ("https://music.apple.com/gb/album/1097861387", .appleMusic), ("https://www.deezer.com/album/12", .deezer),
    ("https://www.youtube.com/playlist?list=OLAK5uy_k", .youtube),
    ("https://music.youtube.com/playlist?list=a", .youtube),
    ("https://soundcloud.com/quist/sets/paper-lanterns", .soundcloud),
  ])
  func `an address of a service is one where an album can be heard`(url: String, service: AlbumLink.Service) {
    #expect(AlbumLink(url: url)?.service == service)
    #expect(AlbumLink(url: url)?.url == url)
  }

  @Test(arguments: [
    "http://open.spotify.com/album/1", "https://open.spotify.com.example.org/album/1", "https://open.spotify.com:8/a",
    "https://me@open.spotify.com/a", "https://example.org/open.spotify.com", "https://bandcamp.com/x", "https:///x",
    "https://evilsoundcloud.com/x", "javascript:alert(1)", "https://soundcloud.com/\"><script>",
    "https://www.deezer.com/ a",
    "https://soundcloud.com/\(String(repeating: "a", count: 500))", "https://open.spotify.com\\@example.org/", "",
  ])
  func `no other address is`(url: String) { #expect(AlbumLink(url: url) == nil) }

  @Test func `a service has one address, and the services have their order`() {
    let links = AlbumLink.first(
      among: [
        "https://soundcloud.com/a", "https://a.bandcamp.com/album/a", "https://a.bandcamp.com/album/b",
        "https://example.org",
      ].compactMap(AlbumLink.init(url:)))
    #expect(links.map(\.url) == ["https://a.bandcamp.com/album/a", "https://soundcloud.com/a"])
  }
}
