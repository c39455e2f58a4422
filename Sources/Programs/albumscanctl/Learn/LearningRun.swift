internal import Albums
internal import Foundation
internal import Glibc
internal import ImagingClient
internal import Library
internal import Pipeline
internal import Records
internal import SystemPackage

/// Processes the parts of a collection, and learns what is new or has changed.
///
/// It stores a few parts at a time. If it is interrupted, what was learned is kept, and the next run continues from
/// there.
struct LearningRun: Sendable {
  let ledger: Ledger
  let coverStore: CoverStore
  /// Whether to read everything again.
  let again: Bool
  let dryRun: Bool

  /// How many parts are read, and pictures processed, before the results are stored.
  private static let atOnce = 16

  /// Returns early, with what was learned until then, if its task is canceled.
  /// - Parameter progress: told how many parts are done, and how many albums are known of them.
  /// - Throws: if continuing is pointless: errors of the ledger, the index, or the imaging program.
  func run(
    _ parts: [CollectionPart], progress: @Sendable (_ done: Int, _ albums: Int) -> Void
  ) async throws -> LearnReport {
    var report = LearnReport(dryRun: dryRun)
    let former = try await ledger.learnedParts()
    var rest: [CollectionPart] = []
    for part in parts {
      if !again, let before = former[part.key], before.fingerprint == part.fingerprint {
        report.unchanged += before.covers.count
        report.skipped += before.skips
      } else {
        rest.append(part)
      }
    }
    var left = rest[...]
    while !left.isEmpty, !Task.isCancelled {
      let some = left.prefix(Self.atOnce)
      let done = parts.count - left.count
      func say(_ albums: Int) { progress(done, albums) }
      say(report.count)
      left = left.dropFirst(some.count)
      do {
        let works = try await read(Array(some), former)
        if dryRun { preview(works, in: &report) } else { try await learn(works, in: &report, progress: say) }
      } catch  where Task.isCancelled { break }
    }
    report.interrupted = Task.isCancelled
    report.covers = try await ledger.coverIDs().count
    return report
  }

  // MARK: Reading

  /// A part that is being learned.
  private struct Work: Sendable {
    let part: CollectionPart
    let reading: PartReading
    /// Its covers, if it was learned before.
    let before: [CoverRecord]
    var covers: [CoverID] = []
    var skips: [SkippedPart]
    /// Something failed that may succeed next time.
    var isUnsettled = false

    func former(of album: KnownAlbum) -> CoverRecord? { before.first { $0.album.identity.isSame(as: album.identity) } }
  }

  private func read(_ parts: [CollectionPart], _ former: [Data: LearnedPart]) async throws -> [Work] {
    try await inOrder(parts) { part in
      let reading = PartReading(of: part)
      var before: [CoverRecord] = []
      for id in former[part.key]?.covers ?? [] { if let cover = try await ledger.cover(id) { before.append(cover) } }
      return Work(part: part, reading: reading, before: before, skips: reading.skipped)
    }
  }

  private func inOrder<Value: Sendable, Made: Sendable>(
    _ values: [Value], _ make: @escaping @Sendable (Value) async throws -> Made
  ) async throws -> [Made] {
    try await withThrowingTaskGroup(of: (Int, Made).self) { group in
      for (number, value) in values.enumerated() { group.addTask { (number, try await make(value)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  // MARK: Learning

  private func learn(_ works: [Work], in report: inout LearnReport, progress: (Int) -> Void) async throws {
    var works = works
    var rest = works.enumerated().flatMap { number, work in work.reading.albums.map { (work: number, album: $0) } }[...]
    while !rest.isEmpty {
      progress(report.count)
      let some = Array(rest.prefix(Self.atOnce))
      rest = rest.dropFirst(some.count)
      let outcomes = try await inOrder(some) { try await preparedCover(on: $0.album) }
      try Task.checkCancellation()
      var preparedCovers: [(work: Int, place: String, preparedCover: CoverStore.PreparedCover)] = []
      for ((number, album), outcome) in zip(some, outcomes) {
        switch outcome {
        case .success(let preparedCover): preparedCovers.append((number, album.place.string, preparedCover))
        case .failure(let refusal):
          works[number].skips.append(refusal.skip)
          works[number].isUnsettled = works[number].isUnsettled || refusal.mayPass
        }
      }
      for (preparedCover, taught) in zip(
        preparedCovers, try await coverStore.teach(preparedCovers.map(\.preparedCover)))
      {
        note(taught, from: preparedCover.place, in: &works[preparedCover.work], &report)
      }
    }
    for work in works { report.skipped += work.skips }
    let learned = works.filter { !$0.isUnsettled }.map { work in
      // Covers aren't forgotten just because their files can't be read at the moment.
      let kept = work.skips.isEmpty ? [] : work.before.map(\.id).filter { !work.covers.contains($0) }
      return LearnedPart(
        place: work.part.key, fingerprint: work.part.fingerprint, covers: work.covers + kept, skips: work.skips)
    }
    for id in try await ledger.note(learned, now: Date()) { _ = try await coverStore.remove(id) }
  }

  private func note(
    _ taught: (cover: CoverRecord, isNew: Bool), from place: String, in work: inout Work, _ report: inout LearnReport
  ) {
    let cover = taught.cover
    work.covers.append(cover.id)
    let former = work.former(of: cover.album)
    if taught.isNew || former?.id == cover.id && former?.album != cover.album {
      report.albums.append((cover.album, place, isNew: former == nil))
    } else {
      report.unchanged += 1
    }
  }

  /// Why an album can't be learned.
  private struct Refusal: Error {
    let skip: SkippedPart
    let mayPass: Bool

    init(_ album: FoundAlbum, _ reason: String, mayPass: Bool = false) {
      skip = SkippedPart(path: album.place.string, reason: "\(album.album.title): \(reason)")
      self.mayPass = mayPass
    }
  }

  /// From the first usable picture of an album. If none is usable, the reason for the first one counts.
  private func preparedCover(on album: FoundAlbum) async throws -> Result<CoverStore.PreparedCover, Refusal> {
    var refusals: [Refusal] = []
    for picture in album.pictures {
      do {
        let (bytes, place) = (try picture.bytes(), Data(album.place))
        if let cover = try await coverStore.prepare(album.album, from: bytes, at: place) { return .success(cover) }
        refusals.append(Refusal(album, "\(picture.words) is too plain to be recognized."))
      } catch let error as Unreadable {
        refusals.append(Refusal(album, "\(picture.words) can't be read: \(error.reason)."))
      } catch let error as ImagingClientError {
        if error == .canceled { throw CancellationError() }
        if error.isOfThisMachine { throw error }
        // The reason is worded for photos.
        let reason = error.reason.replacing("The photo", with: "The picture")
        refusals.append(Refusal(album, "\(picture.words) can't be used. \(reason)", mayPass: error.mayPass))
      }
    }
    return .failure(refusals.first ?? Refusal(album, "it has no picture."))
  }

  // MARK: Dry run

  /// Without processing pictures.
  private func preview(_ works: [Work], in report: inout LearnReport) {
    for work in works {
      for found in work.reading.albums {
        report.albums.append((found.album, found.place.string, isNew: work.former(of: found.album) == nil))
      }
      report.skipped += work.skips
    }
  }
}

extension CollectionPart {
  /// As stored in the ledger.
  var key: Data { Data(place) }
}

extension PictureSource {
  /// As text for people.
  fileprivate var words: String {
    switch self {
    case .embedded(let path): "the picture in \(path.lastComponent?.string ?? "")"
    case .file(let path): path.lastComponent?.string ?? ""
    }
  }
}

extension ImagingClientError {
  /// Whether no picture can be processed until somebody acts.
  fileprivate var isOfThisMachine: Bool {
    switch self {
    case .programMissing, .unavailable, .garbled, .modelsMissing, .modelsUnusable: true
    default: false
    }
  }

  /// Whether the same picture may succeed next time: it took too long, or the process was killed from outside.
  fileprivate var mayPass: Bool {
    switch self {
    case .timedOut, .changed, .crashed(signal: SIGKILL), .crashed(signal: SIGINT), .crashed(signal: SIGTERM): true
    default: false
    }
  }
}
