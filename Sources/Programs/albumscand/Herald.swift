internal import Albums
internal import Desktop
internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Synchronization
internal import SystemPackage

/// Shows on the desktop what the line announces, and carries out what a person answers there.
final class Herald: Service, Announcer {
  private enum Happening: Sendable {
    case announced(Announcement)
    case withdrawn(ScanID)
    case desktop(DesktopEvent)
  }

  /// A button's key; "default" is a click on the notification itself.
  private enum Action {
    static let wrong = "wrong"
    static let open = "open"
    static let click = "default"
  }

  private let ledger: Ledger
  private let root: FilePath
  private let gallery: GalleryKeeper
  private let bell: Bell
  private let desktop: Desktop
  private let happenings: AsyncStream<Happening>
  private let tell: AsyncStream<Happening>.Continuation
  /// The settings insist on notifications: then it is worth a word that there is no desktop.
  private let insists = Atomic(false)
  /// The scan that the notification of those that need a person leads to.
  private let newestUnsure = Mutex<ScanID?>(nil)

  init(ledger: Ledger, root: FilePath, gallery: GalleryKeeper, bell: Bell) {
    self.ledger = ledger
    self.root = root
    self.gallery = gallery
    self.bell = bell
    // Whoever announces never waits; what nobody got round to showing is no loss.
    (happenings, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    desktop = Desktop { [tell] in tell.yield(.desktop($0)) }
  }

  /// What a line announces to.
  /// - Parameter enabled: as in `notifications.enabled`; nil for where there is a desktop.
  func voice(enabled: Bool?) -> any Announcer {
    insists.store(enabled == true, ordering: .relaxed)
    return enabled == false ? NoAnnouncer() : self
  }

  func announce(_ announcement: Announcement) { tell.yield(.announced(announcement)) }
  func withdraw(_ scan: ScanID) { tell.yield(.withdrawn(scan)) }

  func run() async throws {
    await withGracefulShutdownHandler {
      var isHeard = true
      for await happening in happenings {
        switch happening {
        case .announced(let announcement): await show(announcement)
        case .withdrawn(let scan): desktop.withdraw(Self.tag(of: scan))
        case .desktop(.invoked(let tag, let action)): await carryOut(action, on: tag)
        case .desktop(.shown): isHeard = true
        case .desktop(.unavailable(let reason)):
          // Once, until one is shown again.
          if isHeard {
            Logger.current.log(level: isInsisting ? .notice : .debug, "no notification is shown: \(reason)")
          }
          isHeard = false
        case .desktop(.notOpened(let reason)): Logger.current.notice("the page couldn't be opened: \(reason)")
        }
      }
    } onGracefulShutdown: { [tell] in
      tell.finish()
    }
    await desktop.shutDown()
  }

  private var isInsisting: Bool { insists.load(ordering: .relaxed) }

  private func show(_ announcement: Announcement) async {
    guard isInsisting || Desktop.isThere else { return }
    let open = [DesktopNotification.Action(Action.click, "Open"), DesktopNotification.Action(Action.open, "Open")]
    switch announcement {
    case .found(let scan, _, _, _):
      desktop.show(
        DesktopNotification(
          tag: Self.tag(of: scan), summary: announcement.headline, body: announcement.detail,
          actions: [DesktopNotification.Action(Action.wrong, "Wrong album")] + open))
    case .unsure(let scan, _, _):
      // One notification for all of them: the newest, and how many there are.
      desktop.withdraw(Self.tag(of: scan))
      let count = ((try? await ledger.counts()) ?? [:])[.unsure] ?? 1
      desktop.show(
        DesktopNotification(
          tag: Self.unsure, summary: announcement.headline,
          body: announcement.detail + (count > 1 ? "\n\(count) photos need you: albumscanctl unsure" : ""),
          actions: open))
      newestUnsure.withLock { $0 = scan }
    }
  }

  private static let unsure = "unsure"
  private static let found = "found-"
  private static func tag(of scan: ScanID) -> String { "\(found)\(scan)" }

  private func carryOut(_ action: String, on tag: String) async {
    let scan =
      tag == Self.unsure ? newestUnsure.withLock { $0 } : Int64(tag.dropFirst(Self.found.count)).map(ScanID.init)
    guard let scan else { return }
    do {
      switch action {
      case Action.wrong:
        let outcome = try await Rejection(ledger: ledger, root: root, gallery: gallery).reject(scan)
        bell.ring()
        if case .notNow(let why) = outcome { Logger.current.info("\(why)", metadata: ["scan": "\(scan)"]) }
      case Action.open, Action.click: desktop.open(try await page(of: scan))
      default: break
      }
    } catch {
      Logger.current.warning("what was asked for on the desktop can't be done: \(error)", metadata: ["scan": "\(scan)"])
    }
  }

  /// The address of a scan's page, or of the gallery where it has none (yet).
  private func page(of id: ScanID) async throws -> String {
    let scan = try await ledger.scan(id)
    let page = scan?.bundle.map { root.appending($0).appending("index.html") }
    let gallery = root.appending("done").appending("index.html")
    let path = page.flatMap { FileManager.default.fileExists(atPath: $0.string) ? $0 : nil } ?? gallery
    // Nothing of a name is left that a command line could take for something else.
    let harmless = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    return "file://" + (path.string.addingPercentEncoding(withAllowedCharacters: harmless) ?? "/")
  }
}
