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
      try? file.close()
      throw .unavailable("\(error)")
    }
    return file
  }
}
