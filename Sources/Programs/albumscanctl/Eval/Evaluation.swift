internal import Albums
internal import Covers
internal import Darkroom
internal import Foundation
internal import SystemPackage

/// Recognises labelled photos among labelled covers, with the programs that scan, but with an index of its own.
struct Evaluation: Sendable {
  let darkroom: Darkroom
  /// Where the index is made; removed by the caller.
  let folder: FilePath

  private var file: FilePath { folder.appending("covers.index") }

  func report(on labelled: LabelledPhotos, progress: (Int, Int) -> Void) async throws -> EvalReport {
    let unread = try await learn(labelled.covers)
    guard var index = try CoverIndex(at: file) else { throw CoverIndexError.notAnIndex(file) }
    if index.wantsOrganising {
      try index.organise()
      index = try CoverIndex(at: file) ?? index
    }
    let size = try FileManager.default.contentsOfDirectory(atPath: folder.string).reduce(0) { sum, name in
      let file = folder.appending(name).string
      return sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
    }
    var entries: [EvalReport.Entry] = []
    for photo in labelled.photos {
      progress(entries.count, labelled.photos.count)
      entries.append(try await entry(for: photo, among: index))
    }
    return EvalReport(covers: index.covers.count, bytes: size, unread: unread, entries: entries)
  }

  /// Several covers at once, but added in their order.
  private func learn(_ covers: [LabelledPhotos.Cover]) async throws -> [EvalReport.Unread] {
    var unread: [EvalReport.Unread] = []
    let features = await withTaskGroup(of: (Int, Result<Data, DarkroomError>).self) { group in
      for (number, cover) in covers.enumerated() { group.addTask { (number, await self.features(of: cover)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var writer = try CoverIndexWriter(at: file)
    for (number, cover) in covers.enumerated() {
      switch features[number] {
      case .success(let features): try writer.add(key: cover.name, album: cover.name, features: features)
      case .failure(let error): unread.append(EvalReport.Unread(file: cover.path.string, error: error.reason))
      case nil: break
      }
    }
    try writer.flush()
    return unread
  }

  private func features(of cover: LabelledPhotos.Cover) async -> Result<Data, DarkroomError> {
    guard let bytes = FileManager.default.contents(atPath: cover.path.string) else {
      return .failure(.broken("it can't be read"))
    }
    do { return .success(try await darkroom.features(ofCover: bytes)) } catch { return .failure(error) }
  }

  private func entry(
    for photo: LabelledPhotos.Photo, among index: CoverIndex
  ) async throws -> EvalReport.Entry {
    var entry = EvalReport.Entry(photo: photo.name, camera: photo.camera, cover: Nullable(photo.cover))
    let clock = ContinuousClock()
    let start = clock.now
    do throws(DarkroomError) {
      let suspects = try await suspects(in: photo.path, among: index)
      entry.milliseconds = (clock.now - start) / .milliseconds(1)
      let lineup = Lineup(suspects)
      if case .one(let suspect) = lineup.verdict { entry.answer = suspect.album }
      entry.inliers = lineup.ranked.first?.inliers ?? 0
      entry.cells = lineup.ranked.first?.cells ?? 0
      entry.likeliest = lineup.ranked.prefix(3).filter { $0.inliers > 0 }.map(\.album)
      if case .one(let suspect) = Lineup(suspects.filter { $0.album != photo.cover }).verdict {
        entry.answerWithoutCover = suspect.album
      }
    } catch { entry.error = error.reason }
    return entry
  }

  private func suspects(in photo: FilePath, among index: CoverIndex) async throws(DarkroomError) -> [Lineup.Suspect] {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(photo, .readOnly, options: .closeOnExec) } catch {
      throw .broken("it can't be read")
    }
    let outcome: Result<StudiedPhoto, DarkroomError>
    do throws(DarkroomError) { outcome = .success(try await darkroom.study(file)) } catch { outcome = .failure(error) }
    try? file.close()
    let features = try outcome.get().features
    var suspects: [Lineup.Suspect] = []
    var rest = index.candidates(for: features, most: CoverIndex.shortlist + 1)[...]
    while !rest.isEmpty {
      let numbers = rest.prefix(Darkroom.mostCovers).filter { index.features(of: $0) != nil }
      rest = rest.dropFirst(Darkroom.mostCovers)
      let sightings = try await darkroom.match(features, with: numbers.compactMap { index.features(of: $0) })
      suspects += zip(numbers, sightings).map { number, sighting in
        Lineup.Suspect(
          cover: number, album: index.covers[number].album, inliers: sighting.inliers, cells: sighting.cells,
          isAccepted: sighting.isAccepted)
      }
    }
    return suspects
  }
}
