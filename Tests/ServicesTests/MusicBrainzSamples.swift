import Foundation

/// Answers in the shapes of MusicBrainz's web service, of albums that don't exist.
enum MusicBrainzSamples {
  static let group = "b0000000-0000-4000-8000-000000000001"
  static let otherGroup = "b0000000-0000-4000-8000-000000000002"
  static let release = "a0000000-0000-4000-8000-000000000001"
  static let reissue = "a0000000-0000-4000-8000-000000000002"
  static let otherRelease = "a0000000-0000-4000-8000-000000000003"
  static let artist = "c0000000-0000-4000-8000-000000000001"
  static let guest = "c0000000-0000-4000-8000-000000000002"

  static let nothing = #"{"created":"2026-11-21T03:00:00.000Z","count":0,"offset":0,"releases":[]}"#
  static let noGroups = #"{"created":"2026-11-21T03:00:00.000Z","count":0,"offset":0,"release-groups":[]}"#

  /// Two releases of one group with a release of another between them; one hit after another lacks more.
  static let search = """
    {"created":"2026-11-21T03:00:00.000Z","count":5,"offset":0,"releases":[
     {"id":"\(release)","score":100,"title":"Low Tide","status":"Official","disambiguation":"",
      "artist-credit":[
        {"name":"Glass Harbour","joinphrase":" feat. ",
         "artist":{"id":"\(artist)","name":"Glass Harbour","sort-name":"Glass Harbour","disambiguation":"dream pop band"}},
        {"name":"Nell","artist":{"id":"\(guest)","name":"Nell Ash","sort-name":"Ash, Nell"}}],
      "release-group":{"id":"\(group)","title":"Low Tide","primary-type":"Album"},
      "date":"1984-03","country":"GB","barcode":"5012345678900",
      "label-info":[{"catalog-number":"[none]","label":{"id":"d","name":"[no label]"}},
                    {"catalog-number":"QUAY 7","label":{"id":"d","name":"Quayside"}}],
      "track-count":9,"media":[{"format":"12\\" Vinyl","track-count":9}]},
     {"id":"\(otherRelease)","score":"71","title":"Low Tide Live","status":null,"artist-credit":[],
      "release-group":{"id":"\(otherGroup)","title":"Low Tide Live","primary-type":"Album","secondary-types":["Live",null]},
      "date":"","barcode":"","label-info":[{"catalog-number":null,"label":null}]},
     {"id":"\(reissue)","score":70,"title":"Low Tide (Remaster)","status":"Official",
      "release-group":{"id":"\(group)"},"date":"2009-10-12","label-info":null,"media":null},
     {"id":"../../etc","title":"No id","release-group":{"id":"\(group)"}},
     {"id":"\(release)","title":null,"release-group":{"id":"\(group)"}},
     {"id":"\(release)","title":"No group"},
     17, null]}
    """

  static let groups = """
    {"count":1,"offset":0,"release-groups":[
     {"id":"\(group)","score":100,"title":"Low Tide","primary-type":"Album","secondary-types":["Soundtrack"],
      "first-release-date":"1984-03-05","disambiguation":"blue cover","count":2,
      "artist-credit":[{"name":"Glass Harbour","artist":{"id":"\(artist)","name":"Glass Harbour"}}],
      "releases":[{"id":"\(release)","title":"Low Tide","status":"Official"},{"id":"\(reissue)","title":"Low Tide"}],
      "tags":[{"count":2,"name":"dream pop"},{"count":-1,"name":"seen live"},{"count":5,"name":"shoegaze"}]}]}
    """

  static func lookup(
    id: String = release, genres: String = "[]", groupGenres: String = "[]", groupTags: String = "[]"
  ) -> String {
    """
    {"id":"\(id)","title":"Low Tide","status":"Official","date":"1984-03","country":"GB","barcode":null,"packaging":null,
     "artist-credit":[{"name":"Glass Harbour","joinphrase":"","artist":{"id":"\(artist)","name":"Glass Harbour"}}],
     "release-group":{"id":"\(group)","title":"Low Tide","primary-type":"Album","secondary-types":[],
                      "first-release-date":"1984-03-05","disambiguation":"","genres":\(groupGenres),"tags":\(groupTags)},
     "label-info":[{"catalog-number":"QUAY 7","label":{"id":"d","name":"Quayside"}}],
     "media":[{"position":1,"format":"12\\" Vinyl","title":"","track-count":4},
              {"position":2,"format":"12\\" Vinyl","title":"","track-count":5}],
     "cover-art-archive":{"artwork":true,"count":4,"front":true,"back":true,"darkened":false},
     "genres":\(genres),"tags":[{"name":"release tag","count":1}]}
    """
  }

  /// The address of a search, encoded by another hand than the catalog's.
  /// A release with the tracks of two media; the second says less.
  static let listing = """
    {"id":"\(release)","title":"Low Tide","status":"Official","date":"1984-03",
     "artist-credit":[{"name":"Glass Harbour","joinphrase":"","artist":{"id":"\(artist)","name":"Glass Harbour"}}],
     "release-group":{"id":"\(group)","title":"Low Tide","primary-type":"Album","first-release-date":"1984-03-05"},
     "media":[
      {"position":1,"format":"CD","track-count":2,"pregap":{"id":"\(artist)","position":0,"title":"Hidden"},"tracks":[
       {"id":"d0000000-0000-4000-8000-000000000001","position":1,"number":"A1","title":"Ebb","length":null,
        "recording":{"id":"\(guest)","title":"Ebb (album version)"}},
       {"id":"d0000000-0000-4000-8000-000000000002","position":2,"number":"A2","title":"",
        "recording":{"id":"\(guest)","title":"Flood","length":181500}}]},
      {"track-count":1,"tracks":[{"id":"d0000000-0000-4000-8000-000000000003"},{"id":"no id","title":"x"},7]}]}
    """

  /// The releases of a group, as browsing for them lists them.
  static let editions = """
    {"release-count":3,"release-offset":0,"releases":[
     {"id":"\(release)","title":"Low Tide","status":"Official","media":[{"track-count":4},{"track-count":5}],
      "artist-credit":[{"name":"Glass Harbour","artist":{"id":"\(artist)","name":"Glass Harbour"}}],
      "release-group":{"id":"\(group)","title":"Low Tide","primary-type":"Album","first-release-date":"1984-03-05"}},
     {"id":"\(reissue)","title":"Low Tide","status":"Bootleg","media":[],
      "release-group":{"id":"\(group)","title":"Low Tide"}}]}
    """

  static func search(
    _ query: String, in entity: String = "release", at base: String = "https://musicbrainz.org/ws/2",
    dismax: Bool = false
  ) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    let encoded = query.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    return "\(base)/\(entity)?query=\(encoded)\(dismax ? "&dismax=true" : "")&limit=100&fmt=json"
  }

  static func lookup(of id: String, at base: String = "https://musicbrainz.org/ws/2") -> String {
    "\(base)/release/\(id)?inc=artist-credits+labels+recordings+release-groups+genres+tags+url-rels&fmt=json"
  }
}
