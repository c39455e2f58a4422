internal import CLinux
package import FoundationEssentials
internal import Glibc
internal import Subprocess
package import SystemPackage

/// Has pictures prepared by the imaging process: one sandboxed process per picture.
///
/// The bytes are untrusted and never interpreted here. The answer is checked as if it were hostile too.
package struct ImagingClient: Sendable {
  let program: FilePath
  private let deadline: Duration
  private let semaphore: AsyncSemaphore

  /// - Parameters:
  ///   - program: `albumscan-imaging`.
  ///   - width: how many pictures are prepared at once; others wait their turn.
  ///   - deadline: how long one picture may take, not counting the wait, before its process is killed.
  package init(program: FilePath, width: Int, deadline: Duration = .seconds(20)) {
    self.program = program
    self.deadline = deadline
    self.semaphore = AsyncSemaphore(width)
  }

  /// The picture that is sent to a model and matched against covers. The photo is read from its beginning; its
  /// descriptor stays open, and its position is no longer where it was.
  package func prepare(_ photo: FileDescriptor) async throws(ImagingClientError) -> PreparedPicture {
    guard case .picture(let picture) = try await reply(to: .picture, about: photo) else {
      throw .garbled("no picture")
    }
    return PreparedPicture(picture)
  }

  /// A page's artwork and thumbnail, from a downloaded cover.
  package func artwork(_ bytes: Data) async throws(ImagingClientError) -> PreparedArtwork {
    guard case .artwork(let artwork) = try await reply(to: .artwork, about: bytes) else { throw .garbled("no artwork") }
    return PreparedArtwork(
      jpeg: Data(artwork.jpeg), width: artwork.width, height: artwork.height, thumbnail: Data(artwork.thumbnail))
  }

  /// A cover's colors, its long side at most `PreparedPixels.longestSide`.
  package func pixels(_ cover: FileDescriptor) async throws(ImagingClientError) -> PreparedPixels {
    guard case .pixels(let pixels) = try await reply(to: .pixels, about: cover) else { throw .garbled("no pixels") }
    return pixels
  }

  /// A square JPEG of 600×600 pixels, the middle of a cover: what a disc of the wallet is printed with.
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
    // Nothing is written to it any more: closing can lose nothing.
    try? file.close()
    return try outcome.get()
  }

  func reply(to job: ImagingJob, about file: FileDescriptor) async throws(ImagingClientError) -> ImagingReply {
    do { try await semaphore.acquire() } catch { throw .cancelled }
    defer { semaphore.release() }
    // A pipe can't be wound back and needn't be.
    _ = try? file.seek(offset: 0, from: .start)
    let run = try await run(job, on: file)
    guard run.status == .exited(0) else { throw Self.error(for: run.status) }
    let reply: ImagingReply
    do { reply = try ReplyReader.reply(in: run.output) } catch { throw .garbled(error.what) }
    if case .complaint(let complaint, let detail) = reply { throw Self.error(for: complaint, detail) }
    return reply
  }

  private struct Run: Sendable {
    let status: TerminationStatus
    let output: [UInt8]
  }

  /// Runs the process to its end. Canceling the task that runs it kills it, and that is what the deadline does too.
  private func run(_ job: ImagingJob, on file: FileDescriptor) async throws(ImagingClientError) -> Run {
    let outcome = await withTaskGroup(of: Result<Run, ImagingClientError>?.self) { group in
      group.addTask { await start(job, on: file) }
      group.addTask {
        // Cancelled because the answer came first.
        try? await Task.sleep(for: deadline)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw .cancelled }
    guard let outcome else { throw .timedOut }
    return try outcome.get()
  }

  /// Large pages, where the kernel has them: the process touches a hundred megabytes once, and a fifth of its time would
  /// go into the faults of small ones (glibc's manual, "Memory Allocation Tunables").
  private static let environment = Environment.custom([
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"
  ])

  private func start(_ job: ImagingJob, on file: FileDescriptor) async -> Result<Run, ImagingClientError> {
    do {
      // No descriptors but these three, and nothing of our environment: nothing of ours can leak into the process.
      let result = try await Subprocess.run(
        .path(program), arguments: [job.rawValue], environment: Self.environment,
        workingDirectory: "/", input: .fileDescriptor(file, closeAfterSpawningProcess: false),
        output: .bytes(limit: ImagingReply.maximumSize), error: .discarded)
      return .success(Run(status: result.terminationStatus, output: result.standardOutput))
    } catch let error as SubprocessError {
      switch error.code {
      case .executableNotFound: return .failure(.programMissing(program.string))
      case .outputLimitExceeded: return .failure(.garbled("it is longer than \(ImagingReply.maximumSize) bytes"))
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

  private static func error(for complaint: ImagingReply.Complaint, _ detail: String) -> ImagingClientError {
    switch complaint {
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
    }
  }

  /// A file without a name: the process reads what is in memory just as it reads a photo, and no pipe has to be fed.
  private static func memoryFile(holding bytes: some Collection<UInt8>) throws(ImagingClientError) -> FileDescriptor {
    let descriptor = clinux_memory_file("albumscan")
    guard descriptor >= 0 else { throw .unavailable("memfd_create: \(Errno(rawValue: errno))") }
    let file = FileDescriptor(rawValue: descriptor)
    do { _ = try file.writeAll(bytes) } catch {
      // The error that matters is thrown next.
      try? file.close()
      throw .unavailable("\(error)")
    }
    return file
  }
}

/// The jobs of the imaging process: its only argument.
package enum ImagingJob: String, Sendable {
  /// A photo from standard input, made into a square picture.
  case picture
  /// A photo from standard input, made into a square picture, and what it can be recognized by.
  case study
  /// A downloaded cover from standard input, made into a page's artwork and thumbnail.
  case artwork
  /// A cover from standard input, made into a few pixels for a terminal.
  case pixels
  /// A cover from standard input, made into a square for a disc of the wallet.
  case disc
  /// A cover from standard input: what it can be recognized by.
  case cover
  /// A `MatchRequest` from standard input: which of the covers are in the photo.
  case match
  /// A prepared picture from standard input: which text is on it.
  case read
}

extension ImagingClient {
  /// How many covers are compared in one go.
  package static let mostCovers = MatchRequest.mostCovers

  /// The picture of a photo, what the photo can be recognized by, and its barcodes, in one go.
  package func study(_ photo: FileDescriptor) async throws(ImagingClientError) -> StudiedPhoto {
    guard case .study(let picture, let features, let barcodes) = try await reply(to: .study, about: photo) else {
      throw .garbled("no study")
    }
    return StudiedPhoto(picture: PreparedPicture(picture), features: Data(features), barcodes: barcodes)
  }

  /// What a cover can be recognized by; `bytes` are its file.
  package func features(ofCover bytes: Data) async throws(ImagingClientError) -> Data {
    guard case .cover(let features) = try await reply(to: .cover, about: bytes) else { throw .garbled("no features") }
    return Data(features)
  }

  /// How many places a picture can be recognized by; `features` are what was made of it here.
  package static func count(of features: Data) -> Int { FeatureFormat.count(of: features) }

  /// Looks for each cover in the photo; the answers are in the order of the covers.
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
    return matches.map(CoverSighting.init)
  }
}
