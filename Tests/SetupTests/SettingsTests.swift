import Albums
import Setup
import SystemPackage
import Testing

@Suite struct SettingsTests {
  @Test func `without a file the defaults hold`() throws {
    let loaded = try understood()
    let settings = loaded.settings
    #expect(settings.folders.root == "/home/ann/AlbumScan")
    #expect(settings.folders.inbox == ["/home/ann/AlbumScan/inbox"])
    #expect(settings.folders.ignore.isEmpty)
    #expect(settings.folders.pollSeconds == nil)
    #expect(settings.photos.afterwards == nil)
    #expect(settings.plan == .own)
    #expect(settings.identification.strategy == .twoTier)
    #expect(settings.identification.webSearch)
    #expect(!settings.identification.alwaysSearch)
    #expect(settings.identification.require == .claimed)
    #expect(settings.identification.onDevice)
    #expect(settings.identification.textRecognition)
    #expect(settings.review.enabled)
    #expect(!settings.review.searches(by: .twoTier) && settings.review.searches(by: .fourPhase))
    #expect(settings.review.holdSeconds == 2)
    #expect(settings.models.provider == .auto)
    #expect(settings.models.baseURL == nil)
    #expect(settings.models.concurrency(at: .anthropic) == 4)
    #expect(settings.models.concurrency(at: .compatible) == 1)
    #expect(settings.models.price == nil)
    #expect(settings.budget.perScan == Money(microdollars: 500_000))
    #expect(settings.budget.perDay == Money(dollars: 5))
    #expect(settings.budget.perMonth == Money(dollars: 30))
    #expect(settings.budget.alert == Money(dollars: 20))
    #expect(settings.musicbrainz.baseURL == "https://musicbrainz.org")
    #expect(settings.musicbrainz.requestsPerSecond == 1)
    #expect(settings.coverArtURL == "https://coverartarchive.org")
    #expect(settings.caFile == nil)
    #expect(settings.notifications.enabled == nil)
    #expect(settings.notifications.ntfy == nil && settings.notifications.command.isEmpty)
    #expect(settings.phoneAlbums == 100)
    #expect(settings.wallet.terms.playlist == "CDs")
    #expect(settings.wallet.terms.limit == 20)
    #expect(settings.wallet.terms.sources == [.playlist, .owned])
    #expect(settings.wallet.catalogue)
    #expect(settings.mpd.address == nil)
    #expect(settings.mpd.partition == "default")
    #expect(!settings.mpd.allowRemotePassword)
    #expect(!loaded.fileExists)
    #expect(loaded.entries.allSatisfy { $0.provenance == .standard })
  }

  @Test func `an earlier default is kept where nothing is set, and says so`() throws {
    var loaded = try understood()
    let fresh = loaded
    loaded.keep([:])
    #expect(loaded == fresh)
    loaded.keep(["wallet.sources": "playlist,scans"])
    #expect(loaded.settings.wallet.terms == WalletTerms(sources: [.playlist, .scan]))
    let entry = try #require(loaded.entries.first { $0.key.name == "wallet.sources" })
    #expect(entry.value == "[playlist, scans]" && entry.provenance == .kept)
    var set = try understood("wallet: {sources: [owned]}")
    set.keep(["wallet.sources": "playlist,scans"])
    #expect(set.settings.wallet.terms.sources == [.owned])
  }

  @Test func `each key can be set in the file`() throws {
    let settings = try understood(
      """
      # Everything at once.
      folders:
        root: ~/Music/Scans
        inbox: [/srv/phone, ~/Drop, drop2, /srv/phone]
        ignore: ['*.part', "~*"]
        pollSeconds: 2.5
      photos: {afterwards: keep}
      plan: own
      identification:
        strategy: four-phase
        webSearch: no
        alwaysSearch: yes
        require: corroborated
        onDevice: off
        reading: off
      review: {enabled: false, webSearch: true, holdSeconds: 0}
      models:
        provider: compatible
        identification: llava:13b
        search: auto
        review: 'mistral'
        baseURL: http://127.0.0.1:8080/v1/
        concurrency: 3
        price: [0.15, 2]
      budget: {perScanUSD: 0.013, perDayUSD: 1, perMonthUSD: 1e1, alertUSD: 0}
      musicbrainz: {baseURL: https://mb.example.org/, contact: ann@example.org, requestsPerSecond: 5}
      coverart: {baseURL: "https://covers.example.org:8443"}
      network: {caFile: certificates/ca.pem}
      notifications: {enabled: false, ntfy: "https://ntfy.example.org/push/records_1/", command: [~/bin/tell, "two words"]}
      phone: {albums: 0}
      wallet: {playlist: Shelf, limit: 200, sources: [scans], catalogue: no}
      mpd: {address: /run/mpd/socket, partition: living, allowRemotePassword: true}
      """
    ).settings
    #expect(settings.folders.root == "/home/ann/Music/Scans")
    #expect(settings.folders.inbox == ["/srv/phone", "/home/ann/Drop", "/home/ann/drop2"])
    #expect(settings.folders.ignore == ["*.part", "~*"])
    #expect(settings.folders.pollSeconds == 2.5)
    #expect(settings.photos.afterwards == .keep)
    #expect(settings.identification.strategy == .fourPhase)
    #expect(!settings.identification.webSearch)
    #expect(settings.identification.alwaysSearch)
    #expect(settings.identification.require == .corroborated)
    #expect(!settings.identification.onDevice)
    #expect(!settings.identification.textRecognition)
    #expect(!settings.review.enabled)
    #expect(settings.review.holdSeconds == 0)
    #expect(settings.models.provider == .named(.compatible))
    #expect(settings.models.identification == "llava:13b")
    #expect(settings.models.search == nil)
    #expect(settings.models.baseURL == "http://127.0.0.1:8080/v1")
    #expect(settings.models.concurrency(at: .compatible) == 3)
    #expect(settings.models.price.map { [$0.input, $0.output] } == [0.15, 2])
    #expect(settings.budget.perScan == Money(microdollars: 13_000))
    #expect(settings.budget.perMonth == Money(dollars: 10))
    #expect(settings.musicbrainz.contact == "ann@example.org")
    #expect(settings.musicbrainz.requestsPerSecond == 5)
    #expect(settings.coverArtURL == "https://covers.example.org:8443")
    #expect(settings.caFile == "/home/ann/certificates/ca.pem")
    #expect(settings.notifications.enabled == false)
    #expect(settings.notifications.ntfy == "https://ntfy.example.org/push/records_1")
    #expect(settings.notifications.command == ["~/bin/tell", "two words"])
    #expect(settings.phoneAlbums == 0)
    #expect(settings.wallet.terms.limit == 200)
    #expect(settings.wallet.terms.sources == [.scan])
    #expect(!settings.wallet.catalogue)
    #expect(settings.mpd.address == "/run/mpd/socket")
    #expect(settings.mpd.partition == "living")
    #expect(settings.mpd.allowRemotePassword)
  }

  @Test(arguments: [nil, "", "# only a comment\n", "---\n", "review:\nmodels: ~\nplan:\n", "\u{FEFF}plan: own\r\n"])
  func `a file that says nothing leaves the defaults`(yaml: String?) throws {
    #expect(try understood(yaml).settings == understood().settings)
  }

  @Test func `environment stands over credentials, those over the file, that over the default`() throws {
    let yaml = "review: {holdSeconds: 3}\nmodels:\n  concurrency: 7\nwallet.limit: 9\n"
    let loaded = try understood(
      yaml, environment: ["ALBUMSCAN_REVIEW_HOLD_SECONDS": "5", "ALBUMSCAN_PLAN": ""],
      credentials: [
        "review.holdSeconds": ("4\n", "/run/credentials/review.holdSeconds"),
        "models.concurrency": ("8\n", "/run/credentials/models.concurrency"),
      ])
    #expect(loaded.settings.review.holdSeconds == 5)
    #expect(loaded.settings.models.concurrency(at: .openai) == 8)
    #expect(loaded.settings.wallet.terms.limit == 9)
    let shown = Dictionary(uniqueKeysWithValues: loaded.entries.map { ($0.key.name, $0) })
    #expect(shown["review.holdSeconds"]?.provenance.description == "environment ALBUMSCAN_REVIEW_HOLD_SECONDS")
    #expect(shown["models.concurrency"]?.provenance.description == "/run/credentials/models.concurrency")
    #expect(shown["wallet.limit"]?.provenance.description == "/c/albumscan.yaml:4")
    #expect(shown["wallet.limit"]?.value == "9")
    #expect(shown["plan"]?.provenance.description == "default")
  }

  @Test(arguments: [
    ("ALBUMSCAN_MODELS_BASE_URL", "https://one.example"), ("ALBUMSCAN_MODELS_BASEURL", "https://one.example"),
  ])
  func `a variable is understood in either spelling`(name: String, value: String) throws {
    #expect(try understood(environment: [name: value]).settings.models.baseURL == "https://one.example")
  }

  @Test func `the proper spelling of a variable stands over the other`() throws {
    let environment = [
      "ALBUMSCAN_MODELS_BASE_URL": "https://proper.example", "ALBUMSCAN_MODELS_BASEURL": "https://other.example",
    ]
    #expect(try understood(environment: environment).settings.models.baseURL == "https://proper.example")
  }

  @Test func `a list in the environment is written with separators`() throws {
    let settings = try understood(environment: [
      "ALBUMSCAN_FOLDERS_INBOX": "/a:~/b", "ALBUMSCAN_WALLET_SOURCES": "scans, playlist",
      "ALBUMSCAN_FOLDERS_IGNORE": "*.part,*.tmp",
    ]).settings
    #expect(settings.folders.inbox == ["/a", "/home/ann/b"])
    #expect(settings.wallet.terms.sources == [.scan, .playlist])
    #expect(settings.folders.ignore == ["*.part", "*.tmp"])
  }

  @Test(arguments: [
    ("budget.perScanUSD", "ALBUMSCAN_BUDGET_PER_SCAN_USD"), ("models.baseURL", "ALBUMSCAN_MODELS_BASE_URL"),
    ("network.caFile", "ALBUMSCAN_NETWORK_CA_FILE"), ("plan", "ALBUMSCAN_PLAN"),
    ("mpd.address", "ALBUMSCAN_MPD_ADDRESS"),
    ("musicbrainz.requestsPerSecond", "ALBUMSCAN_MUSICBRAINZ_REQUESTS_PER_SECOND"),
    ("musicbrainz.patienceSeconds", "ALBUMSCAN_MUSICBRAINZ_PATIENCE_SECONDS"),
  ])
  func `a key's variable is its name in upper snake case`(name: String, variable: String) throws {
    let key = try #require(Settings.keys.first { $0.name == name })
    #expect(key.environmentName == variable)
  }

  @Test func `every key is described, once, and its default can be written`() throws {
    let keys = Settings.keys
    #expect(keys.count == 50)
    #expect(Set(keys.map(\.name)).count == keys.count)
    #expect(Set(keys.map(\.environmentName)).count == keys.count)
    for key in keys {
      #expect(key.summary.hasSuffix(".") && !key.expected.isEmpty)
      guard !key.standard.hasPrefix("["), !key.standard.hasPrefix("(") else { continue }
      let loaded = try understood(environment: [key.environmentName: key.standard])
      #expect(
        loaded.entries.first { $0.key.name == key.name }?.value
          == (key.standard.hasPrefix("~")
            ? "/home/ann/AlbumScan" : key.standard))
    }
  }

  @Test func `a setting that is gone is ignored with one warning, wherever it is set`() throws {
    let variable = ["ALBUMSCAN_MODELS_BULK_ABOVE": "off"]
    let file = try understood("models:\n  bulkAbove: 20\n  concurrency: 3")
    #expect(file.settings.models.concurrency(at: .anthropic) == 3)
    #expect(
      file.ignored.map(\.description)
        == ["/c/albumscan.yaml:2:3: models.bulkAbove has no effect anymore: models aren't asked in batches"])
    let both = try understood("models: {bulkAbove: 20}", environment: variable)
    #expect(both.ignored.map(\.place) == ["environment ALBUMSCAN_MODELS_BULK_ABOVE"])
    #expect(try understood().ignored.isEmpty)
    #expect(!both.entries.contains { $0.key.name == "models.bulkAbove" })
    #expect(try file.text(setting: "models.bulkAbove", to: nil, in: "models:\n  bulkAbove: 20\n") == "")
    #expect(throws: SettingsError.self) { try file.text(setting: "models.bulkAbove", to: "20", in: "") }
  }

  @Test func `a plan presets what isn't set, and says so`() throws {
    let ultra = try understood("plan: ultra\nidentification: {alwaysSearch: false}")
    #expect(ultra.settings.identification.webSearch)
    #expect(!ultra.settings.identification.alwaysSearch)
    #expect(ultra.settings.review.searches(by: .twoTier))
    #expect(ultra.settings.plan.allowance == .perMonth(120))
    let shown = Dictionary(uniqueKeysWithValues: ultra.entries.map { ($0.key.name, $0.provenance.description) })
    #expect(shown["review.webSearch"] == "plan ultra")
    #expect(shown["identification.alwaysSearch"] == "/c/albumscan.yaml:2")
    let free = try understood("plan: free").settings
    #expect(!free.identification.webSearch)
    #expect(free.plan.allowance == .inAll(5))
    #expect(try understood("plan: own").settings.plan.allowance == .unlimited)
  }

  @Test func `MusicBrainz's own server needs a contact, a mirror doesn't`() throws {
    #expect(try understood().settings.musicBrainzNeedsContact)
    #expect(try !understood("musicbrainz: {contact: https://ann.example}").settings.musicBrainzNeedsContact)
    #expect(try !understood("musicbrainz: {baseURL: http://localhost:5000}").settings.musicBrainzNeedsContact)
    #expect(try understood("musicbrainz: {baseURL: https://beta.musicbrainz.org}").settings.musicBrainzNeedsContact)
    #expect(try !understood("musicbrainz: {baseURL: https://notmusicbrainz.org}").settings.musicBrainzNeedsContact)
  }

  @Test(arguments: [
    (ModelProvider.auto, [ServiceName.anthropic, .openai], ServiceName?.some(.anthropic)),
    (.auto, [.openai], .openai), (.auto, [.compatible], nil), (.auto, [], nil),
    (.named(.openai), [.anthropic], .openai), (.none, [.anthropic], nil), (.named(.compatible), [], .compatible),
  ])
  func `auto takes the provider whose key is there`(
    provider: ModelProvider, keys: [ServiceName], service: ServiceName?
  ) {
    #expect(provider.service(hasKey: keys.map(Credential.key).contains) == service)
  }
}
