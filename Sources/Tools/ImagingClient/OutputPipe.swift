internal import SystemPackage
internal import Threads

/// A pipe for the output of a process, read by a thread of its own. Subprocess (1.0.2) could read it, too, but never
/// forgets a process whose output it has read, so that a daemon would grow with each picture.
struct OutputPipe: Sendable {
  /// For the process. Whoever made the pipe closes it once the process has ended.
  let writer: FileDescriptor
  private let reader: FileDescriptor

  init() throws { (reader, writer) = try FileDescriptor.pipe(options: .closeOnExec) }

  // Nothing is lost by closing a pipe.
  func closeWriter() { try? writer.close() }

  /// All that is written until every writer is closed; nil if that is more than `limit` bytes, which the process then
  /// learns by SIGPIPE. Call it once.
  func contents(limit: Int) async throws(Errno) -> [UInt8]? {
    let result = await withCheckedContinuation { continuation in
      let isReading = BlockingThread.start {
        let result = read(limit: limit)
        try? reader.close()
        continuation.resume(returning: result)
      }
      if !isReading {
        try? reader.close()
        continuation.resume(returning: .failure(.resourceTemporarilyUnavailable))
      }
    }
    return try result.get()
  }

  private func read(limit: Int) -> Result<[UInt8]?, Errno> {
    // As much as a pipe holds (pipe(7)).
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      var bytes: [UInt8] = []
      do {
        while case let count = try reader.read(into: buffer), count > 0 {
          guard bytes.count + count <= limit else { return .success(nil) }
          bytes += buffer[..<count]
        }
      } catch { return .failure(error as? Errno ?? .ioError) }
      return .success(bytes)
    }
  }
}
