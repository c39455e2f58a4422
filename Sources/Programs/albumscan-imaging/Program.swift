import Digests
import Glibc
import Imaging
import ImagingProtocol

/// Processes one picture from standard input, then exits. The daemon starts it, never a user. Its first argument is the
/// job; with `ImagingJob.light`, it refuses pictures that take much memory; with `ImagingJob.part`, it studies one of
/// several sleeves. Its answer goes to standard output (`ImagingReply`).
@main
enum Program {
  /// Enough for a progressive JPEG of 100 megapixels, whose coefficients are all held at once, and for a HEIC of as many,
  /// which takes some eight seconds.
  private static let confinement = Confinement(memory: 1 << 30, processorSeconds: 20, seconds: 40)
  /// 4 KB here, 16 KB on a Raspberry Pi 5: only whole pages can be returned to the system.
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let part = arguments.last.flatMap { ImagingJob.part(inArgument: $0) }
    guard let job = arguments.first.flatMap(ImagingJob.init), part == nil || job == .study,
      [[], [ImagingJob.light]].contains(arguments.dropFirst().dropLast(part == nil ? 0 : 1))
    else {
      let usage = "albumscand runs albumscan-imaging to decode pictures. Don't run it yourself.\n"
      _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(64)
    }
    // libcrypto reads its configuration on first use; there are no files in the sandbox.
    _ = SHA256.hex(of: [])
    if job.decodes { findCodecs() }
    SecondThread.start()
    let reader: TextReader?
    do { reader = job == .read ? try TextReader.besideProgram() : nil } catch {
      answer(.failure(.modelsUnusable, detail: "they are of another version"))
      return
    }
    do { try confinement.enter() } catch {
      answer(.failure(.noSandbox, detail: error.description))
      return
    }
    answer(reply(to: job, part: part, onlyIfLight: arguments.contains(ImagingJob.light), with: reader))
  }

  /// For the format of standard input, if its first bytes can be read without taking them.
  private static func findCodecs() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { start in
      let count = pread(STDIN_FILENO, start.baseAddress!, start.count, 0)
      ImageFile.findCodecs(
        forFileStartingWith: count > 0 ? UnsafeRawBufferPointer(rebasing: start[..<count]) : nil)
    }
  }

  private static func reply(
    to job: ImagingJob, part: [Point]?, onlyIfLight: Bool, with reader: TextReader?
  ) -> ImagingReply {
    // Allocated at its maximum size: pages that are never written take no memory.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: ImagingJob.maximumInput + 1, alignment: pageSize)
    defer { room.deallocate() }
    guard let count = readAll(into: room) else { return .failure(.changed, detail: "") }
    if count > ImagingJob.maximumInput {
      return .failure(.tooLarge, detail: "more than \(ImagingJob.maximumInput >> 20) MB")
    }
    let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
    if onlyIfLight, job.decodes, !ImageFile.isLight(bytes) { return .failure(.heavy, detail: "") }
    return job.reply(to: bytes, part: part, with: reader) {
      // A PNG of 50 megapixels would add 50 MB to what feature extraction needs.
      madvise(room.baseAddress, count, MADV_DONTNEED)
    }
  }

  /// The number of bytes on standard input, at most one more than the buffer holds. Nil if it is a file that changed in
  /// the meantime: then these bytes were never a photo.
  private static func readAll(into room: UnsafeMutableRawBufferPointer) -> Int? {
    var before = stat()
    var after = stat()
    let isFile = fstat(STDIN_FILENO, &before) == 0 && before.st_mode & S_IFMT == S_IFREG
    var count = 0
    while count < room.count {
      let piece = read(STDIN_FILENO, room.baseAddress! + count, room.count - count)
      if piece < 0 && errno == EINTR { continue }
      if piece < 0 { return nil }
      if piece == 0 { break }
      count += piece
    }
    guard isFile, count <= ImagingJob.maximumInput, fstat(STDIN_FILENO, &after) == 0 else { return count }
    let isSame =
      count == Int(before.st_size) && before.st_size == after.st_size
      && before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    return isSame ? count : nil
  }

  private static func answer(_ reply: ImagingReply) {
    let bytes = reply.encoded
    var sent = 0
    while sent < bytes.count {
      let piece = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + sent, $0.count - sent) }
      if piece < 0 && errno == EINTR { continue }
      // The reader is gone.
      if piece <= 0 { exit(74) }
      sent += piece
    }
  }
}
