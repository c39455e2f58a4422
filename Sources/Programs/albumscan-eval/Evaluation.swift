internal import Albums
internal import Covers
internal import Foundation
internal import ImagingClient
internal import ImagingProtocol
internal import Pipeline
internal import SystemPackage

/// Recognizes labeled photos among labeled covers, with the code that scans use but with a separate index.
struct Evaluation: Sendable {
  let imaging: ImagingClient
  /// Where the index is created; the caller removes it.
  let folder: FilePath
  /// Where to write the picture of each photo that a model would get; nil to write none.
  var crops: FilePath?

  private var file: FilePath { folder.appending("covers.index") }

  /// - Parameter progress: how many are done, out of how many, and whether they are covers or photos.
  func report(on labeled: LabeledPhotos, progress: (Int, Int, String) -> Void) async throws -> EvalReport {
    let unread = try await learn(labeled.covers, progress)
    guard var index = try CoverIndex(at: file) else { throw CoverIndexError.notAnIndex(file) }
    if index.wantsOrganizing {
      try index.organize()
      index = try CoverIndex(at: file) ?? index
    }
    let size = try FileManager.default.contentsOfDirectory(atPath: folder.string).reduce(0) { sum, name in
      let file = folder.appending(name).string
      return sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
    }
    var entries: [EvalReport.Entry] = []
    for photo in labeled.photos {
      progress(entries.count, labeled.photos.count, "photos")
      let names = photo.cover.flatMap { labeled.names[$0] }
      entries.append(try await entry(for: photo, named: names, among: index))
    }
    return EvalReport(covers: index.covers.count, bytes: size, unread: unread, entries: entries)
  }

  /// How many covers are held in memory before they are written.
  private static let atOnce = 64

  /// Processes several covers at once, but adds them in order.
  private func learn(
    _ covers: [LabeledPhotos.Cover], _ progress: (Int, Int, String) -> Void
  ) async throws -> [(file: String, error: String)] {
    var unread: [(file: String, error: String)] = []
    var writer = try CoverIndexWriter(at: file)
    for start in stride(from: 0, to: covers.count, by: Self.atOnce) {
      progress(start, covers.count, "covers")
      let some = covers[start..<min(covers.count, start + Self.atOnce)]
      let features = await withTaskGroup(of: (Int, Result<Data, ImagingClientError>).self) { group in
        for number in some.indices { group.addTask { (number, await self.features(of: covers[number])) } }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for (number, cover) in zip(some.indices, some) {
        switch features[number] {
        case .success(let features): try writer.add(key: cover.name, album: cover.name, features: features)
        case .failure(let error): unread.append((cover.path.string, error.reason))
        case nil: break
        }
      }
    }
    try writer.flush()
    writer.close()
    return unread
  }

  private func features(of cover: LabeledPhotos.Cover) async -> Result<Data, ImagingClientError> {
    guard let bytes = FileManager.default.contents(atPath: cover.path.string) else {
      return .failure(.broken("it can't be read"))
    }
    do { return .success(try await imaging.features(ofCover: bytes)) } catch { return .failure(error) }
  }

  private func entry(
    for photo: LabeledPhotos.Photo, named names: (artist: String, title: String)?, among index: CoverIndex
  ) async throws -> EvalReport.Entry {
    var entry = EvalReport.Entry(photo: photo.name, camera: photo.camera, cover: Nullable(photo.cover))
    let clock = ContinuousClock()
    let start = clock.now
    do throws(ImagingClientError) {
      let studied = try await study(photo.path)
      entry.studyMilliseconds = (clock.now - start) / .milliseconds(1)
      entry.sleeve = studied.sleeve.map { $0.map { [$0.x, $0.y] } }
      let (candidates, findings) = try await candidates(in: studied.features, among: index)
      entry.milliseconds = (clock.now - start) / .milliseconds(1)
      let picture = Data(studied.picture.jpeg)
      try write(picture, of: photo)
      if let names, imaging.canRead { try await read(picture, expecting: names, noting: &entry) }
      for (candidate, finding) in zip(candidates, findings) {
        if candidate.album == photo.cover {
          entry.finding = finding.word
        } else {
          entry.othersCompared += 1
          if finding == .contradicted { entry.othersContradicted += 1 }
        }
      }
      let selection = CoverSelection(candidates)
      if case .one(let candidate) = selection.verdict { entry.answer = candidate.album }
      entry.inliers = selection.ranked.first?.inliers ?? 0
      entry.cells = selection.ranked.first?.cells ?? 0
      entry.likeliest = selection.ranked.prefix(3).filter { $0.inliers > 0 }.map(\.album)
      if case .one(let candidate) = CoverSelection(candidates.filter { $0.album != photo.cover }).verdict {
        entry.answerWithoutCover = candidate.album
      }
      entry.lost = photo.cover.flatMap { Self.loss(of: $0, from: entry, selection) }
    } catch { entry.error = error.reason }
    return entry
  }

  /// Which of the expected names the text in the picture contains.
  private func read(
    _ picture: Data, expecting names: (artist: String, title: String), noting entry: inout EvalReport.Entry
  ) async throws(ImagingClientError) {
    let clock = ContinuousClock()
    let start = clock.now
    let text = PrintedText(try await imaging.read(picture))
    entry.readingMilliseconds = (clock.now - start) / .milliseconds(1)
    entry.read = text.lines.map(\.text)
    entry.namesRead =
      switch PrintedRanking.evidence(for: names.artist, names.title, in: text) {
      case .text(let matched, _): matched
      default: []
      }
  }

  private static func loss(of cover: String, from entry: EvalReport.Entry, _ selection: CoverSelection) -> EvalReport
    .Loss?
  {
    if let answer = entry.answer { return answer == cover ? nil : .takenForAnother }
    guard let candidate = selection.ranked.first(where: { $0.album == cover }) else { return .notACandidate }
    guard candidate.isAccepted else { return entry.sleeve == nil ? .noOutline : .refused }
    return candidate.place == .edge ? .beside : .betweenTwo
  }

  private func write(_ picture: Data, of photo: LabeledPhotos.Photo) throws(ImagingClientError) {
    guard let crops else { return }
    let file = crops.appending("\(photo.name.replacing("/", with: "-")).jpg")
    guard FileManager.default.createFile(atPath: file.string, contents: picture) else {
      throw .broken("\(file) can't be written")
    }
  }

  private func study(_ photo: FilePath) async throws(ImagingClientError) -> StudiedPhoto {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(photo, .readOnly, options: .closeOnExec) } catch {
      throw .broken("it can't be read")
    }
    let outcome: Result<StudiedPhoto, ImagingClientError>
    do throws(ImagingClientError) { outcome = .success(try await imaging.study(file)) } catch {
      outcome = .failure(error)
    }
    // The file was only read, so closing can't lose anything.
    try? file.close()
    return try outcome.get()
  }

  /// The covers that were compared, with the result for each.
  private func candidates(
    in features: Data, among index: CoverIndex
  ) async throws(ImagingClientError) -> ([CoverSelection.Candidate], [CoverSighting.Finding]) {
    // One more than the daemon compares, because the right one may be removed from the results.
    let found = try await CoverSearch(of: index, by: imaging).sightings(in: features, most: CoverIndex.shortlist + 1)
    let candidates = found.map { found in
      CoverSelection.Candidate(
        cover: found.number, album: found.cover.album, inliers: found.sighting.inliers, cells: found.sighting.cells,
        isAccepted: found.sighting.isAccepted, corners: found.sighting.corners)
    }
    return (candidates, found.map(\.sighting.finding))
  }
}

extension CoverSighting.Finding {
  fileprivate var word: String {
    switch self {
    case .accepted: "accepted"
    case .contradicted: "contradicted"
    case .undecided: "undecided"
    }
  }
}
