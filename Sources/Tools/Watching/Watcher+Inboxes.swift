import CLinux
import Glibc
import SystemPackage
internal import Threads

// Inboxes: starting to watch them, listing them, and losing them.
extension Watcher {
  /// Starts watching an inbox, or starts over with what is there now.
  func takeUp(_ index: Int) {
    let inbox = inboxes[index]
    watches.remove(below: inbox.path)
    dropSentinel(index)
    inboxes[index].root = Inbox.Root(at: inbox.path)
    if inboxes[index].root == nil {
      inboxes[index].mode = .missing
      inboxes[index].due = Self.now() + settings.reconcileEvery
      reporter.set(.inboxMissing(inbox.path))
      // Check again after the watch is set, because the inbox could come back unnoticed between the two.
      inboxes[index].sentinel = watches.addSentinel(above: inbox.path)
      if Inbox.Root(at: inbox.path) == nil { return }
      inboxes[index].root = Inbox.Root(at: inbox.path)
    }
    dropSentinel(index)
    reporter.set(.inboxMissing(inbox.path), false)
    listAgain(index, on: .firstListing)
  }

  private func dropSentinel(_ index: Int) {
    guard let sentinel = inboxes[index].sentinel else { return }
    inboxes[index].sentinel = nil
    if !inboxes.contains(where: { $0.sentinel == sentinel }) { watches.removeSentinel(sentinel) }
  }

  /// Checks whether the inbox is still the same folder, and starts over if it isn't.
  func checkRoot(_ index: Int, wasMoved: Bool = false) {
    let inbox = inboxes[index]
    if inbox.root == nil || wasMoved || Inbox.Root(at: inbox.path) != inbox.root {
      let isStillMissing = inbox.root == nil && Inbox.Root(at: inbox.path) == nil && inbox.sentinel != nil
      // The nearest existing folder above a missing inbox is watched, which may be another one now.
      if isStillMissing, watches.isSentinelNearest(above: inbox.path, inbox.sentinel) { return }
      takeUp(index)
    }
  }

  func listWhatIsDue(_ now: Duration) {
    if let time = overflows.listing, time <= now {
      overflows.listing = nil
      for index in inboxes.indices where inboxes[index].mode == .watched { listAgain(index, on: .firstListing) }
    }
    if overflows.hasEnded(by: now) { reporter.endOverflow() }
    for index in inboxes.indices where inboxes[index].due <= now {
      let inbox = inboxes[index]
      if inbox.root == nil || Inbox.Root(at: inbox.path) != inbox.root {
        takeUp(index)
      } else {
        listAgain(index, on: inbox.mode == .watched ? .reconciliation : .firstListing)
      }
    }
    if overlooked > 0 {
      reporter.say(.overlooked(count: overlooked))
      overlooked = 0
    }
  }

  /// Lists an inbox, with watches if they are available.
  private func listAgain(_ index: Int, on occasion: ArrivalTracker.Occasion) {
    let inbox = inboxes[index]
    let now = Self.now()
    let isNetwork = inbox.path.withPlatformString { clinux_is_network_folder($0) } == 1
    reporter.set(.networkFolder(inbox.path), isNetwork && settings.polling == nil)
    var isWatching = settings.polling == nil && !isNetwork && (inbox.mode != .listed || now >= inbox.nextAttempt)
    if isWatching {
      inboxes[index].nextAttempt = now + settings.reconcileEvery
      isWatching = watches.open()
      reporter.set(.instanceLimit, !isWatching)
    }
    tracker.beginListing()
    var end = list(inbox.path, of: index, watching: isWatching, on: occasion)
    if end == .watchLimit {
      // An incomplete set of watches is useless, and other programs need watches, too.
      watches.remove(below: inbox.path)
      isWatching = false
      end = list(inbox.path, of: index, watching: false, on: occasion)
      reporter.set(.watchLimit(inbox.path))
    } else if isWatching {
      reporter.set(.watchLimit(inbox.path), false)
    }
    if end == .whole, let root = inbox.root { tracker.endListing(of: inbox.path, device: root.device) }
    inboxes[index].mode = isWatching ? .watched : .listed
    inboxes[index].due = Self.now() + (isWatching ? settings.reconcileEvery : settings.polling ?? .seconds(5))
  }

  enum ListingEnd { case whole, withGaps, watchLimit }

  /// Walks a folder and all its subfolders, as far as the limit allows. Each is watched first and listed afterwards, so
  /// that nothing is missed in between.
  func list(
    _ folder: FilePath, of index: Int, watching: Bool, on occasion: ArrivalTracker.Occasion
  ) -> ListingEnd {
    let inbox = inboxes[index].path
    var end = ListingEnd.whole
    let isWhole = folder == inbox
    let room = settings.limits.folders - (isWhole ? 0 : watches.count(of: index))
    var folders = [folder]
    var hasMore = room <= 0
    var next = 0
    while next < min(folders.count, room), !stop.isSet {
      let folder = folders[next]
      next += 1
      var below: [FilePath] = []
      do throws(Errno) {
        if watching { try watches.add(folder, of: owner(of: folder) ?? index) }
        let listing = try FolderListing(folder)
        reporter.setTrouble(nil, ofFolder: folder)
        for entry in listing.entries {
          let path = folder.appending(entry.name)
          let isFolder = entry.isFolder
          let rule = settings.rules.rule(ignoring: entry.bytes, at: path, below: inbox, isFolder: isFolder)
          if rule != nil { continue }
          if isFolder { below.append(path) } else { meet(path, entry.status, on: occasion) }
        }
        hasMore = hasMore || below.count > room - folders.count
        folders += below.reversed().prefix(room - folders.count)
      } catch {
        switch error {
        case .noSpace, .noMemory: return .watchLimit
        // It was removed or replaced during the walk.
        case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels: break
        default:
          reporter.setTrouble(error, ofFolder: folder)
          end = .withGaps
        }
      }
    }
    if stop.isSet { return .withGaps }
    let met = Set(folders)
    reporter.keepTroubles(ofFolders: met, below: folder)
    if isWhole || hasMore {
      inboxes[index].hasMoreFolders = hasMore
      reporter.set(.tooManyFolders(inbox, limit: settings.limits.folders), hasMore)
    }
    // Others came first this time.
    if isWhole, hasMore { watches.remove(below: inbox, except: met) }
    return hasMore ? .withGaps : end
  }

  /// One inbox may be inside another, even where the outer one's rules would ignore it. The innermost inbox owns the
  /// folder.
  private func owner(of folder: FilePath) -> Int? {
    if inboxes.count == 1 { return 0 }
    let around = inboxes.indices.filter { folder.starts(with: inboxes[$0].path) }
    return around.max { inboxes[$0].path.length < inboxes[$1].path.length }
  }

  private func meet(_ path: FilePath, _ status: stat, on occasion: ArrivalTracker.Occasion) {
    if let refusal = FileInspection.refusal(status.st_mode) {
      return reporter.set(.refused(path, because: refusal), ofFile: path)
    }
    let stamp = FileStamp(status)
    if tracker.isNew(path, stamp.identity), let isKnown = settings.isKnown, isKnown(path, stamp.identity) {
      tracker.adopt(path, stamp.identity)
    } else if !refuseIfTooLarge(path, stamp) {
      tracker.found(path, stamp, on: occasion, now: Self.now())
    }
  }
}
