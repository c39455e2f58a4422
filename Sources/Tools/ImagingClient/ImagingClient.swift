internal import CLinux
package import FoundationEssentials
internal import Glibc
package import ImagingProtocol
internal import Subprocess
package import SystemPackage

/// Prepares pictures in the imaging process: one sandboxed process per picture.
///
/// The bytes are untrusted and never interpreted here. The answer is checked as if it were hostile, too.
package struct ImagingClient: Sendable {
  let program: FilePath
  private let deadline: Duration
  private let semaphore: AsyncSemaphore

  /// - Parameters:
  ///   - program: `albumscan-imaging`.
  ///   - width: how many pictures are processed at once; others wait. A picture that takes much memory is processed alone.
  ///   - deadline: how long one picture may take, not counting the wait, before its process is killed.
  package init(program: FilePath, width: Int, deadline: Duration = .seconds(20)) {
    self.program = program
    self.deadline = deadline
    self.semaphore = AsyncSemaphore(width)
  }

  /// The picture to send to a model, without what else `study` finds: for tests of it. The photo is read from its beginning. Its descriptor
  /// stays open, with another offset.
  package func prepare(_ photo: FileDescriptor) async throws(ImagingClientError) -> PreparedPicture {
    guard case .picture(let picture) = try await reply(to: .picture, about: photo) else {
      throw .garbled("no picture")
    }
    return picture
  }

  /// The same with all of the photo, whether or not a sleeve is found in it.
  package func whole(_ photo: FileDescriptor) async throws(ImagingClientError) -> PreparedPicture {
    guard case .picture(let picture) = try await reply(to: .whole, about: photo) else { throw .garbled("no picture") }
    return picture
  }

  /// A page's artwork and thumbnail, from a downloaded cover.
  package func artwork(_ bytes: Data) async throws(ImagingClientError) -> PreparedArtwork {
    guard case .artwork(let artwork) = try await reply(to: .artwork, about: bytes) else { throw .garbled("no artwork") }
    return artwork
  }

  /// The picture that a page holds, of at most `PreparedArtwork.pageSize` bytes, from a cover.
  package func pagePicture(_ bytes: Data) async throws(ImagingClientError) -> Data {
    guard case .artwork(let artwork) = try await reply(to: .page, about: bytes) else { throw .garbled("no artwork") }
    return Data(artwork.jpeg)
  }

  /// The middle of a cover as a JPEG of 600×600 pixels, for a disc of the wallet.
  package func disc(_ bytes: Data) async throws(ImagingClientError) -> Data {
    guard case .artwork(let artwork) = try await reply(to: .disc, about: bytes) else { throw .garbled("no artwork") }
    return Data(artwork.jpeg)
  }

  func reply(to job: ImagingJob, about bytes: some Collection<UInt8>) async throws(ImagingClientError) -> ImagingReply {
    let file = try Self.memoryFile(holding: bytes)
    let outcome: Result<ImagingReply, ImagingClientError>
    do throws(ImagingClientError) { outcome = .success(try await reply(to: job, about: file)) } catch {
      outcome = .failure(error)
    }
    // The file was only read, so closing can't lose anything.
    try? file.close()
    return try outcome.get()
  }

  /// - Parameter part: its corners, as in `StudiedPhoto.parts`.
  func reply(
    to job: ImagingJob, about file: FileDescriptor, part: [SIMD2<Double>]? = nil
  ) async throws(ImagingClientError) -> ImagingReply {
    // Photos whose work has begun go first: of many that arrive at once, the first then waits for outside services
    // while the others are studied.
    var reply = try await reply(
      to: job, about: file, part: part, alone: semaphore.count == 1, hasLowPriority: job == .study)
    // Only the process can know what a picture takes, and only from its bytes.
    if case .failure(.heavy, _) = reply { reply = try await self.reply(to: job, about: file, part: part, alone: true) }
    if case .failure(let failure, let detail) = reply { throw Self.error(for: failure, detail) }
    return reply
  }

  private func reply(
    to job: ImagingJob, about file: FileDescriptor, part: [SIMD2<Double>]?, alone: Bool, hasLowPriority: Bool = false
  ) async throws(ImagingClientError) -> ImagingReply {
    let permits = alone ? semaphore.count : 1
    do { try await semaphore.acquire(permits, hasLowPriority: hasLowPriority) } catch { throw .canceled }
    defer { semaphore.release(permits) }
    // A pipe can't be rewound, and needn't be.
    _ = try? file.seek(offset: 0, from: .start)
    let arguments =
      [job.rawValue] + (alone ? [] : [ImagingJob.light]) + (part.map { [ImagingJob.argument(part: $0)] } ?? [])
    let run = try await run(arguments, on: file)
    guard run.status == .exited(0) else { throw Self.error(for: run.status) }
    return try ReplyReader.reply(in: run.output)
  }

  /// Runs the process to its end. Canceling the task kills the process; the deadline does the same.
  private typealias Run = (status: TerminationStatus, output: [UInt8])

  private func run(_ arguments: [String], on file: FileDescriptor) async throws(ImagingClientError) -> Run {
    let outcome = await withTaskGroup(
      of: Result<Run, ImagingClientError>?.self
    ) { group in
      group.addTask { await start(arguments, on: file) }
      group.addTask {
        // Canceled because the answer came first.
        try? await Task.sleep(for: deadline)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw .canceled }
    guard let outcome else { throw .timedOut }
    return try outcome.get()
  }

  /// Large pages, if the kernel has them: the process touches a hundred megabytes once, and would otherwise spend a
  /// fifth of its time on page faults (glibc's manual, "Memory Allocation Tunables").
  private static let environment = Environment.custom([
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"
  ])

  private func start(_ arguments: [String], on file: FileDescriptor) async -> Result<Run, ImagingClientError> {
    do {
      let pipe = try OutputPipe()
      async let output = pipe.contents(limit: ImagingReply.maximumSize)
      let status: TerminationStatus
      do {
        // Closed in any case: until then, the output hasn't ended.
        defer { pipe.closeWriter() }
        // Only these three descriptors, and nothing from our environment, so that nothing can leak into the process.
        status = try await Subprocess.run(
          .path(program), arguments: Arguments(arguments), environment: Self.environment,
          workingDirectory: "/", input: .fileDescriptor(file, closeAfterSpawningProcess: false),
          output: .fileDescriptor(pipe.writer, closeAfterSpawningProcess: false), error: .discarded
        ).terminationStatus
      }
      guard let output = try await output else {
        return .failure(.garbled("it is longer than \(ImagingReply.maximumSize) bytes"))
      }
      return .success((status, output))
    } catch let error as SubprocessError {
      switch error.code {
      case .executableNotFound: return .failure(.programMissing(program.string))
      case .spawnFailed where error.underlyingError == .permissionDenied:
        return .failure(.programMissing(program.string))
      default: return .failure(.unavailable(error.description))
      }
    } catch { return .failure(.unavailable("\(error)")) }
  }

  private static func error(for status: TerminationStatus) -> ImagingClientError {
    switch status {
    case .exited(let code): .garbled("it ended with status \(code)")
    case .signaled(SIGXCPU): .limitExceeded("processor time")
    case .signaled(SIGALRM): .timedOut
    case .signaled(let signal): .crashed(signal: signal)
    }
  }

  private static func error(for failure: ImagingReply.Failure, _ detail: String) -> ImagingClientError {
    switch failure {
    case .emptyFile: .emptyFile
    case .notAnImage: .notAnImage
    case .unsupported: .unsupported(format: detail)
    case .tooLarge: .tooLarge(detail)
    case .tooSmall: .tooSmall(detail)
    case .broken: .broken(detail)
    case .outOfMemory: .limitExceeded("memory")
    case .changed: .changed
    case .noSandbox: .unavailable(detail)
    case .modelsUnusable: .modelsUnusable(detail)
    case .heavy: .garbled("it had the memory that it asked for")
    }
  }

  /// An anonymous file: the process reads it like a photo, and no pipe has to be fed.
  private static func memoryFile(holding bytes: some Collection<UInt8>) throws(ImagingClientError) -> FileDescriptor {
    let descriptor = clinux_memory_file("albumscan")
    guard descriptor >= 0 else { throw .unavailable("memfd_create: \(Errno(rawValue: errno))") }
    let file = FileDescriptor(rawValue: descriptor)
    do { _ = try file.writeAll(bytes) } catch {
      // The next line throws the error that matters.
      try? file.close()
      throw .unavailable("\(error)")
    }
    return file
  }
}

extension ImagingClient {
  /// The most covers per request.
  package static let mostCovers = MatchRequest.mostCovers

  /// A photo's picture, features, and barcodes, in one process.
  ///
  /// - Parameter part: the corners of one of several sleeves (`StudiedPhoto.parts`): all of it is of this sleeve then.
  package func study(
    _ photo: FileDescriptor, part: [SIMD2<Double>]? = nil
  ) async throws(ImagingClientError) -> StudiedPhoto {
    guard
      case .study(let picture, let features, let barcodes, let parts, let taken) = try await reply(
        to: .study, about: photo, part: part)
    else { throw .garbled("no study") }
    return StudiedPhoto(picture: picture, features: Data(features), barcodes: barcodes, parts: parts, taken: taken)
  }

  /// A cover's features; `bytes` are its file.
  package func features(ofCover bytes: Data) async throws(ImagingClientError) -> Data {
    guard case .cover(let features) = try await reply(to: .cover, about: bytes) else { throw .garbled("no features") }
    return Data(features)
  }

  /// The features of a cover, and whether it is in the photo.
  ///
  /// - Parameters:
  ///   - cover: its file.
  ///   - photo: the features of the photo.
  package func compare(
    _ cover: Data, with photo: Data
  ) async throws(ImagingClientError) -> (features: Data, sighting: CoverSighting) {
    let request = MatchRequest(photo: Array(photo), covers: [Array(cover)])
    guard case .comparison(let features, let sighting) = try await reply(to: .compare, about: request.encoded) else {
      throw .garbled("no comparison")
    }
    return (Data(features), sighting)
  }

  /// The number of features in `features`, which this client returned.
  package static func count(of features: Data) -> Int { FeatureFormat.count(of: features) }

  /// Looks for each cover in the photo; the results are in the order of the covers.
  ///
  /// - Parameters:
  ///   - photo: the features of the photo.
  ///   - covers: the features of at most `mostCovers` covers.
  package func match(_ photo: Data, with covers: [Data]) async throws(ImagingClientError) -> [CoverSighting] {
    if covers.isEmpty { return [] }
    let request = MatchRequest(photo: Array(photo), covers: covers.map { Array($0) })
    guard case .matches(let matches) = try await reply(to: .match, about: request.encoded) else {
      throw .garbled("no matches")
    }
    guard matches.count == covers.count else { throw .garbled("\(matches.count) matches of \(covers.count)") }
    return matches
  }
}
