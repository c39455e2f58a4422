internal import Albums
internal import Desktop
internal import Disk
internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Services
internal import Synchronization
internal import SystemPackage
internal import Threads

/// Shows the announcements as desktop notifications, and carries out the user's replies.
final class DesktopNotifier: Service, Announcer {
  private enum Event: Sendable {
    case announced(Announcement)
    case updated(Announcement)
    case withdrawn(ScanID)
    case conditions
    case desktop(DesktopEvent)
  }

  /// A button's key; "default" is a click on the notification itself.
  private enum Action {
    static let wrong = "wrong"
    static let open = "open"
    static let again = "again"
    static let click = "default"
  }

  private let ledger: Ledger
  private let root: FilePath
  private let pictures: PictureStore
  private let gallery: GalleryUpdater
  private let wakeSignal: WakeSignal
  private let desktop: Desktop
  private let events: AsyncStream<Event>
  private let tell: AsyncStream<Event>.Continuation
  /// The settings require notifications, so a missing desktop is worth a message.
  private let insists = Atomic(false)
  /// The scan that the notification for unsure scans leads to.
  private let newestUnsure = Mutex<ScanID?>(nil)
  /// The scans whose finds were shown last; their buttons do nothing once a scan is rejected or deleted.
  private let shownFinds = Mutex<[ScanID]>([])
  /// The settings turn notifications off.
  private let isOff = Atomic(false)
  private let willLook = Atomic(false)
  /// The conditions that this run has announced: each once, until it is resolved.
  private let told = Mutex<Set<String>>([])
  private let burst = Mutex(FindBurst())
  private let failures = Mutex(FailureBurst())

  init(ledger: Ledger, root: FilePath, pictures: PictureStore, gallery: GalleryUpdater, wakeSignal: WakeSignal) {
    self.ledger = ledger
    self.root = root
    self.pictures = pictures
    self.gallery = gallery
    self.wakeSignal = wakeSignal
    // Announcing never waits. Losing an announcement that couldn't be shown in time does no harm.
    (events, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    desktop = Desktop { [tell] in tell.yield(.desktop($0)) }
  }

  /// What scans are announced to.
  /// - Parameter enabled: as in `notifications.enabled`; nil to show notifications if there is a desktop.
  func announcer(enabled: Bool?) -> (any Announcer)? {
    insists.store(enabled == true, ordering: .relaxed)
    isOff.store(enabled == false, ordering: .relaxed)
    return enabled == false ? nil : self
  }

  func announce(_ announcement: Announcement) { tell.yield(.announced(announcement)) }
  func update(_ announcement: Announcement) { tell.yield(.updated(announcement)) }
  func withdraw(_ scan: ScanID) { tell.yield(.withdrawn(scan)) }

  /// A condition may have begun or ended. Costs nothing if no desktop would show it.
  func lookAtConditions() {
    guard !isOff.load(ordering: .relaxed), isInsisting || Desktop.isThere else { return }
    if !willLook.exchange(true, ordering: .relaxed) { tell.yield(.conditions) }
  }

  func run() async throws {
    await withGracefulShutdownHandler {
      var isHeard = true
      for await event in events {
        switch event {
        case .announced(let announcement): await show(announcement)
        case .updated(let find):
          if case .found(let scan, _, _, _, _) = find { desktop.update(await notification(of: find, in: scan)) }
        case .withdrawn(let scan): desktop.withdraw(Self.tag(of: scan))
        case .conditions: await tellConditions()
        case .desktop(.invoked(let tag, let action)): await carryOut(action, on: tag)
        case .desktop(.shown): isHeard = true
        case .desktop(.unavailable(let reason)):
          // Logged once, until a notification is shown again.
          if isHeard {
            Logger.current.log(level: isInsisting ? .notice : .debug, "can't show notifications: \(reason)")
          }
          isHeard = false
        case .desktop(.notOpened(let reason)): Logger.current.notice("couldn't open the page: \(reason)")
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
    let open = Self.open
    switch announcement {
    case .found(let scan, _, _, _, _):
      let (finds, earlier) = burst.withLock { $0.add(scan, announcement.headline, at: .now) }
      guard finds.isEmpty else {
        for scan in earlier { desktop.withdraw(Self.tag(of: scan)) }
        return await show(.several(count: finds.count, finds: finds))
      }
      desktop.show(await notification(of: announcement, in: scan))
      shownFinds.withLock { $0 = ($0 + [scan]).suffix(20) }
    case .failed(let scan, let photo, _, _):
      let burst = failures.withLock { $0.add((scan, photo), at: .now) }
      let isAlone = burst.count == 1
      desktop.show(
        DesktopNotification(
          tag: Self.failed, summary: isAlone ? announcement.headline : "\(burst.count) photos failed",
          body: isAlone ? announcement.detail : Announcement.newest(of: burst.map(\.photo)),
          actions: open + [DesktopNotification.Action(Action.again, "Try again")], lasts: 3000))
    case .several:
      desktop.show(
        DesktopNotification(
          tag: Self.several, summary: announcement.headline, body: announcement.detail, actions: open))
    case .trouble(let code, _, _, _):
      desktop.show(
        DesktopNotification(tag: Self.tag(ofCondition: code), summary: announcement.headline, body: announcement.detail)
      )
    case .unsure(let scan, _, _):
      // One notification for all of them, with the newest and their number.
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

  private static let open = [
    DesktopNotification.Action(Action.click, "Open"), DesktopNotification.Action(Action.open, "Open"),
  ]

  private func notification(of find: Announcement, in scan: ScanID) async -> DesktopNotification {
    DesktopNotification(
      tag: Self.tag(of: scan), summary: find.headline, body: find.detail,
      actions: [DesktopNotification.Action(Action.wrong, "Wrong album")] + Self.open, picture: await artwork(of: scan))
  }

  /// The cover that the photo was compared with, if it has been fetched.
  private func artwork(of scan: ScanID) async -> String? {
    // If the ledger can't be read, the notification has no picture. The same applies to the `try?` below.
    guard let album = try? await ledger.scan(scan)?.document?.identified else { return nil }
    var kept = (try? await ledger.cover(of: album.identity))?.artwork
    for key in [album.release, album.releaseGroup] where kept == nil {
      if let key, case .present(let artwork)? = try? await ledger.artwork(key) { kept = artwork }
    }
    guard let kept else { return nil }
    return await pictures.file(of: kept.thumbnail).map(Self.address)
  }

  /// One notification per condition, for as long as it lasts.
  private func tellConditions() async {
    willLook.store(false, ordering: .relaxed)
    // If the ledger can't be read, they are taken away at its next change.
    for scan in (try? await ledger.rejectedOrDeleted(of: shownFinds.withLock { $0 })) ?? [] {
      desktop.withdraw(Self.tag(of: scan))
      shownFinds.withLock { $0.removeAll { $0 == scan } }
    }
    // Nothing is lost: the next change of the ledger causes another look.
    guard let standing = try? await ledger.conditions(now: Date()).filter(\.isToBeTold) else { return }
    let (new, over) = told.withLock { told in
      let new = standing.filter { !$0.isTold && !told.contains($0.code) }
      let over = told.subtracting(standing.map(\.code)).sorted()
      told.subtract(over)
      told.formUnion(new.map(\.code))
      return (new, over)
    }
    for code in over { desktop.withdraw(Self.tag(ofCondition: code)) }
    for condition in new {
      // If this fails, the user is notified twice, which is better than never.
      try? await ledger.noteTold(condition.code)
      await show(
        .trouble(
          code: condition.code, service: condition.service?.spokenName, reason: condition.reason,
          cure: condition.cure?.text))
    }
  }

  private static func tag(ofCondition code: String) -> String { "condition-\(code)" }
  private static let several = "several"
  private static let unsure = "unsure"
  private static let failed = "failed"
  private static let found = "found-"
  private static func tag(of scan: ScanID) -> String { "\(found)\(scan)" }

  /// Opens the page of the photo that failed last, or retries all of them.
  private func carryOutOnFailures(_ action: String) async throws {
    let scans = failures.withLock { $0.failures.map(\.scan) }
    guard action == Action.again else {
      if let last = scans.last { try await open(last) }
      return
    }
    for scan in scans { _ = try await ledger.retry(scan) }
    wakeSignal.fire()
  }

  private func carryOut(_ action: String, on tag: String) async {
    if tag == Self.failed {
      do { try await carryOutOnFailures(action) } catch {
        Logger.current.warning("the notification's action failed: \(error)")
      }
      return
    }
    let scan =
      tag == Self.unsure ? newestUnsure.withLock { $0 } : Int64(tag.dropFirst(Self.found.count)).map(ScanID.init)
    guard let scan else {
      // For several matches, or none in particular, open the gallery, which has them all.
      if tag == Self.several, let page = try? await page(of: nil) { desktop.open(page) }
      return
    }
    do {
      switch action {
      case Action.wrong:
        let outcome = try await Rejection(ledger: ledger, root: root, gallery: gallery).reject(scan)
        wakeSignal.fire()
        if case .notNow(let why) = outcome { Logger.current.info("\(why)", metadata: ["scan": "\(scan)"]) }
      case Action.open, Action.click: try await open(scan)
      default: break
      }
    } catch {
      Logger.current.warning("the notification's action failed: \(error)", metadata: ["scan": "\(scan)"])
    }
  }

  private func open(_ scan: ScanID) async throws {
    desktop.open(try await page(of: scan))
    try await ledger.viewed(scan, now: Date())
  }

  /// Percent-encoded, so that nothing in a file name can be mistaken for a command-line option.
  private static func address(of path: FilePath) -> String {
    let harmless = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    return "file://" + (path.string.addingPercentEncoding(withAllowedCharacters: harmless) ?? "/")
  }

  /// The address of a scan's page, or of the gallery if the scan has none (yet).
  private func page(of id: ScanID?) async throws -> String {
    var scan: Scan?
    if let id { scan = try await ledger.scan(id) }
    let page = scan?.bundle.map { root.appending($0).appending("index.html") }
    let gallery = root.appending("done").appending("index.html")
    let path = await onBlockingThread { page.flatMap { Folder.isFile($0) ? $0 : nil } } ?? gallery
    return Self.address(of: path)
  }
}
