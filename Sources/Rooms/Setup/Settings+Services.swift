package import Albums

extension Settings {
  package struct MusicBrainz: Equatable, Sendable {
    package let baseURL: String
    /// An e-mail address or web page, for the User-Agent.
    package let contact: String?
    package let requestsPerSecond: Double
    package let patienceSeconds: Double
    /// False for a mirror of your own.
    package let isPublic: Bool

    init(_ reader: inout SettingsReader) {
      baseURL = reader.value(
        "musicbrainz.baseURL", .address, or: "https://musicbrainz.org", "The address of MusicBrainz, or of a mirror.")
      // Parentheses would end the comment of the User-Agent in which the contact stands.
      let contact = SettingForm<String>.text("an e-mail address or a web page") { word in
        word.utf8.count <= 200 && word.utf8.allSatisfy { (33...126).contains($0) && !"()\\\"".utf8.contains($0) }
          && (word.dropFirst().dropLast().contains("@") || WebAddress(word) != nil)
      }
      self.contact = reader.value(
        "musicbrainz.contact", .optional(contact, otherwise: "(none)"), or: nil,
        "Your e-mail or web address. MusicBrainz requires it; without it, the public server isn't asked.")
      requestsPerSecond = reader.value(
        "musicbrainz.requestsPerSecond", .number(0.01...100, of: "requests per second"), or: 1,
        "The most requests per second; above 1 only for your own mirror.")
      patienceSeconds = reader.value(
        "musicbrainz.patienceSeconds", .number(1...60, of: "seconds"), or: 5,
        "How long a match waits for MusicBrainz. Then it is published without, and completed later.")
      let host = WebAddress(baseURL)?.host ?? ""
      isPublic = host == "musicbrainz.org" || host.hasSuffix(".musicbrainz.org")
      if isPublic, requestsPerSecond > 1 {
        reader.refuse(
          "musicbrainz.requestsPerSecond", because: "is above 1, but MusicBrainz allows one request per second")
      }
    }
  }

  package struct Notifications: Equatable, Sendable {
    /// Nil: where there is a desktop to show them.
    package let enabled: Bool?
    /// The address of a topic.
    package let ntfy: String?
    /// A program and its arguments; empty for none.
    package let command: [String]

    init(_ reader: inout SettingsReader) {
      enabled = reader.value(
        "notifications.enabled", .automatic(.flag), or: nil,
        "Show desktop notifications; auto does if there is a desktop.")
      ntfy = reader.value(
        "notifications.ntfy", .optional(.topic, otherwise: "(none)"), or: nil,
        "The address of the ntfy topic that tells your phone of each scan. Whoever knows it can read along.")
      command = reader.value(
        "notifications.command", .list(of: .text("a word"), separator: " ", otherwise: "(none)"), or: [],
        "A program and its arguments. It gets each event of a scan as JSON on standard input.")
    }
  }

  package struct Wallet: Equatable, Sendable {
    package private(set) var terms: WalletTerms
    package let catalogue: Bool
    package let keepPlaying: Bool

    init(_ reader: inout SettingsReader) {
      let playlist = reader.value(
        "wallet.playlist", .text("a playlist's name") { !$0.contains("/") }, or: "CDs",
        "The MPD playlist whose albums are the discs.")
      let limit = reader.value(
        "wallet.limit", .integer(0...10_000), or: 20, "The most discs to show; 0 for no limit.")
      let sources = reader.value(
        "wallet.sources", .list(of: .choice(word: \.setting), separator: ","), or: [WalletSource.playlist, .owned],
        "Where discs come from.")
      terms = WalletTerms(playlist: playlist, limit: limit, sources: Set(sources))
      catalogue = reader.value(
        "wallet.catalogue", .flag, or: true,
        "Ask MusicBrainz and the Cover Art Archive about the discs.")
      keepPlaying = reader.value(
        "wallet.keepPlaying", .flag, or: false,
        "Keep playing a disc that was started on the wallet's page when its player is closed.")
    }

    mutating func keep(sources: [WalletSource]) {
      terms = WalletTerms(playlist: terms.playlist, limit: terms.limit, sources: Set(sources))
    }
  }

  package struct MPD: Equatable, Sendable {
    /// Nil: `MPD_HOST`, the local socket, then localhost:6600.
    package let address: String?
    package let partition: String
    /// MPD's protocol isn't encrypted.
    package let allowRemotePassword: Bool

    init(_ reader: inout SettingsReader) {
      address = reader.value(
        "mpd.address", .automatic(.text("a host, host:port, or the path of a socket")), or: nil,
        "Where MPD listens; auto is MPD_HOST, else its local socket, else localhost:6600.")
      partition = reader.value(
        "mpd.partition", .text("a partition's name") { !$0.contains(where: \.isWhitespace) }, or: "default",
        "The MPD partition in which albums are played.")
      allowRemotePassword = reader.value(
        "mpd.allowRemotePassword", .flag, or: false,
        "Allow sending MPD's password to another computer; MPD's protocol isn't encrypted.")
      // Whoever sees the settings would see it; and it isn't repeated here.
      if let address, let at = address.firstIndex(of: "@"), at != address.startIndex {
        reader.refuse(
          "mpd.address", because: "contains a password. Leave it out, and store it with: albumscanctl key set mpd")
      }
    }
  }
}
