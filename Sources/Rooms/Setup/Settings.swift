package import Albums
package import Disk
internal import Glibc
package import SystemPackage

/// The settings of the programs. Each section's initializer is the table of its settings: name, form, default, and
/// meaning. The sections that scans go by are values of their own.
@dynamicMemberLookup
package struct Settings: Equatable, Sendable {
  package internal(set) var folders: Folders
  package let photos: Photos
  package let scans: ScanSettings
  package let musicbrainz: MusicBrainz
  /// The address of the Cover Art Archive, and how many seconds an answer of it may take.
  package let coverArtURL: String
  package let coverArtTimeout: Int
  /// Trusted certificates (PEM); nil for the system's store.
  package let caFile: FilePath?
  package let notifications: Notifications
  /// How many of the newest albums the phone's page shows; 0 for no page.
  package let phoneAlbums: Int
  package internal(set) var wallet: Wallet
  package let mpd: MPD

  init(_ reader: inout SettingsReader) {
    folders = Folders(&reader)
    photos = Photos(&reader)
    var scans = ScanSettings(&reader)
    scans.togetherSeconds = photos.togetherSeconds
    self.scans = scans
    musicbrainz = MusicBrainz(&reader)
    coverArtURL = reader.value(
      "coverart.baseURL", .address, or: "https://coverartarchive.org",
      "The address of the Cover Art Archive, or of a mirror.")
    coverArtTimeout = reader.value(
      "coverart.timeoutSeconds", .integer(1...120), or: 60, "How many seconds an answer of the archive may take.")
    caFile = reader.value(
      "network.caFile", .automatic(.path), or: nil,
      "Trusted certificates (PEM); auto is the system's store.")
    notifications = Notifications(&reader)
    phoneAlbums = reader.value(
      "phone.albums", .integer(0...1000), or: 100,
      "How many of the newest albums done/phone.html shows whole; 0 makes no such page.")
    wallet = Wallet(&reader)
    mpd = MPD(&reader)
  }

  /// A section that scans go by.
  package subscript<Section>(dynamicMember section: KeyPath<ScanSettings, Section>) -> Section {
    scans[keyPath: section]
  }

  package var plan: Plan { scans.budget.plan }

  /// All keys, in the order of the manual page, with their defaults.
  package static let keys: [SettingKey] = {
    var reader = SettingsReader(sources: [], home: "~")
    _ = Settings(&reader)
    return reader.entries.map(\.key)
  }()

  /// Settings of the version before, which are still understood, and ignored with a warning.
  static let retired = [SettingKey(name: "models.bulkAbove", expected: "", standard: "", summary: "")]

  /// MusicBrainz's public server asks each program to say whom to write to; without that it isn't asked at all.
  package var musicBrainzNeedsContact: Bool { musicbrainz.isPublic && musicbrainz.contact == nil }

  /// Whether reviews come by themselves, once there is a key for the provider.
  package var writesReviews: Bool { self.review.enabled && self.models.areAsked }

  package struct Folders: Equatable, Sendable {
    package private(set) var root: FilePath
    package private(set) var inbox: [FilePath]
    /// The root and the inboxes as they are named in the settings, in which symbolic links may be.
    private var named: [FilePath] = []
    /// The root and those inboxes on the way to which there are symbolic links: as named, and where they lead.
    package var links: [(name: FilePath, target: FilePath)] {
      zip(named, [root] + inbox).filter { $0 != $1 }.map { (name: $0, target: $1) }
    }
    /// Globs.
    package let ignore: [String]
    /// Nil for inotify, with polling only on network file systems.
    package let pollSeconds: Double?

    init(_ reader: inout SettingsReader) {
      root = reader.value(
        "folders.root", .path, or: reader.home.appending("AlbumScan"), "The folder that contains all others.")
      let inboxes = reader.value(
        "folders.inbox", .list(of: .path, separator: ":", otherwise: "[<root>/inbox]"), or: [],
        "The folders to watch for photos, with their subfolders.")
      var seen: Set<FilePath> = []
      inbox = inboxes.isEmpty ? [root.appending("inbox")] : inboxes.filter { seen.insert($0).inserted }
      ignore = reader.value(
        "folders.ignore", .list(of: .text("a glob such as '*.part'"), separator: ","), or: [],
        "Glob patterns for more files to ignore.")
      pollSeconds = reader.value(
        "folders.pollSeconds", .automatic(.number(1...3600, of: "seconds")), or: nil,
        "How often folders are listed, in seconds; auto uses inotify, and 5 s on network file systems.")
      refuseLoops(&reader)
    }

    /// With the symbolic links on the way to the folders resolved, for as long as this program runs: below the folders
    /// none is followed, since whoever may write there can place one at any moment. For the same reason, an inbox inside
    /// another one is reached from there.
    func resolvingLinks() -> Folders {
      var folders = self
      folders.named = [root] + inbox
      folders.root = root.resolvingLinks
      folders.inbox = inbox.map { folder in
        let outer = inbox.filter { folder != $0 && folder.starts(with: $0) }.min { $0.length < $1.length }
        guard let outer else { return folder.resolvingLinks }
        return outer.resolvingLinks.appending(folder.components.dropFirst(outer.components.count))
      }
      return folders
    }

    /// A photo is moved into `originals`, artwork is written into `done`: an inbox there would scan them again and again.
    private func refuseLoops(_ reader: inout SettingsReader) {
      for own in ["done", "unsure", "failed", "originals"].map(root.appending) {
        for folder in inbox where folder.starts(with: own) || own.starts(with: folder) {
          reader.refuse(
            "folders.inbox",
            because:
              "contains '\(folder.string)', but results are written to '\(own.string)'; neither may contain the other")
        }
      }
    }
  }

  package struct Photos: Equatable, Sendable {
    /// Nil: it stays where it may be synced, and is moved otherwise.
    package let afterwards: PhotoFate?
    /// 0 for photos that are all scanned by themselves.
    package let togetherSeconds: Int

    init(_ reader: inout SettingsReader) {
      afterwards = reader.value(
        "photos.afterwards", .automatic(.choice), or: nil,
        "What happens to a photo after its scan; auto keeps it in a folder that may be synced, and moves it otherwise.")
      togetherSeconds = reader.value(
        "photos.togetherSeconds", .integer(0...3600), or: ScanSettings().togetherSeconds,
        "How many seconds apart front and back of a record are taken at most; 0 scans each photo by itself.")
    }
  }
}

extension Settings {
  /// What becomes of the photos of a folder, an inbox or one below it; `auto` is resolved by a look at the folders as they
  /// are now.
  package func fate(ofPhotosIn folder: FilePath, home: FilePath) -> PhotoFate {
    if let fate = photos.afterwards { return fate }
    // In a sync folder, a file that is moved away is deleted on the phone.
    return reasonToKeep(photosIn: folder, home: home) == nil ? .move : .keep
  }

  /// Why `photos.afterwards: auto` keeps the photos of a folder; nil if it doesn't, or isn't set.
  package func reasonToKeep(photosIn folder: FilePath, home: FilePath) -> SyncSign? {
    photos.afterwards == nil ? SyncSign.of(Self.seenThrough(folder), home: Self.seenThrough(home)) : nil
  }

  /// Without symbolic links: an inbox may be a link into a sync folder. As it is when it isn't there.
  private static func seenThrough(_ path: FilePath) -> FilePath {
    guard let real = path.withPlatformString({ realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FilePath(platformString: real)
  }
}
