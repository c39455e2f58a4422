import CTurboJPEG
import Digests
import FoundationEssentials
import Glibc
import Imaging
import ImagingClient
import ImagingProtocol
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

@Suite struct ImagingClientTests {
  private let folder: TemporaryFolder
  /// Patient: the machine may be busy.
  private let imaging = ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))

  init() throws { folder = try TemporaryFolder() }

  private func prepare(_ bytes: [UInt8], in imaging: ImagingClient? = nil) async throws(ImagingClientError)
    -> PreparedPicture
  {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(folder.write(bytes, to: "photo.txt"), .readOnly)
    } catch { throw .unavailable("\(error)") }
    defer { try? file.close() }
    return try await (imaging ?? self.imaging).prepare(file)
  }

  private func refusal(of bytes: [UInt8], in imaging: ImagingClient? = nil) async -> ImagingClientError? {
    do throws(ImagingClientError) {
      _ = try await prepare(bytes, in: imaging)
      return nil
    } catch { return error }
  }

  /// A program in the imaging program's place.
  private func impostor(_ script: String, deadline: Duration = .seconds(60), width: Int = 2) throws -> ImagingClient {
    let program = try folder.write("#!/bin/sh\n\(script)\n".utf8, to: "impostor")
    guard chmod(program.string, 0o700) == 0 else { throw Errno(rawValue: errno) }
    return ImagingClient(program: program, width: width, deadline: deadline)
  }

  private func awaitFile(_ name: String) async throws {
    let path = folder.appending(name).string
    try await within { while access(path, F_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) } }
  }

  // MARK: What it makes

  @Test func `a photo becomes a square, upright, plain picture`() async throws {
    let photo = SampleJPEG.turned(6, SampleJPEG.fields("GWRB"))
    let picture = try await prepare(photo)
    #expect((picture.width, picture.height) == (1024, 1024))
    #expect((picture.sourceWidth, picture.sourceHeight) == (1600, 1200))
    #expect(picture.sourceDigest == SHA256.hex(of: photo))
    #expect((picture.format, picture.notes) == ("JPEG", []))
    #expect(picture.jpeg.count <= 1_500_000)
    #expect(SampleJPEG.Seen(picture.jpeg)?.fields == "RGBW")
    #expect(JPEGOutline(picture.jpeg) != nil)
  }

  @Test func `what is less than perfect is noted`() async throws {
    let photo = SampleJPEG.noise(width: 800, height: 600)
    #expect(try await prepare(Array(photo.prefix(photo.count * 3 / 4))).notes == ["truncated", "enlarged"])
  }

  @Test func `a photo is read from its beginning, wherever its descriptor stands`() async throws {
    let file = try FileDescriptor.open(folder.write(SampleJPEG.fields(), to: "photo.jpg"), .readOnly)
    defer { try? file.close() }
    try file.seek(offset: 0, from: .end)
    #expect(try await imaging.prepare(file) == imaging.prepare(file))
  }

  @Test func `a cover becomes artwork and a thumbnail`() async throws {
    let artwork = try await imaging.artwork(Data(SampleJPEG.fields(width: 1500, height: 1500)))
    #expect((artwork.width, artwork.height) == (1200, 1200))
    #expect(SampleJPEG.Seen(artwork.jpeg)?.fields == "RGBW")
    #expect(SampleJPEG.Seen(artwork.thumbnail)?.width == 200)
  }

  // MARK: What it refuses

  @Test func `each reason for a refusal has its own name`() async {
    #expect(await refusal(of: []) == .emptyFile)
    #expect(await refusal(of: Array("no image".utf8)) == .notAnImage)
    #expect(await refusal(of: Array("%PDF-1.7".utf8)) == .unsupported(format: "PDF"))
    #expect(await refusal(of: Array("\0\0\0\u{18}ftypisom\0\0\0\0".utf8)) == .unsupported(format: "a video"))
    if case .broken = await refusal(of: Array("GIF89a".utf8)) {} else { Issue.record("a GIF without a picture") }
    if case .broken = await refusal(of: Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8)) {} else { Issue.record("no HEIC") }
    if case .tooSmall = await refusal(of: SampleJPEG.fields(width: 1, height: 1)) {} else { Issue.record("1×1") }
    if case .broken = await refusal(of: Array(SampleJPEG.fields().prefix(100))) {} else { Issue.record("header only") }
  }

  /// As an aerial camera or a scanner has it, and a phone for the sake of it.
  @Test func `a photo of a hundred megapixels is used, and not one of more`() async throws {
    let photo = SampleJPEG.fields(width: 12_500, height: 8_000)
    let picture = try await prepare(photo)
    #expect((picture.sourceWidth, picture.sourceHeight, picture.notes) == (12_500, 8_000, []))
    #expect(SampleJPEG.Seen(picture.jpeg)?.fields == "RGBW")
    // Ten thousand rows of ten thousand pixels, each a bit and black.
    let rows = [UInt8](repeating: 0, count: 1251 * 10_000)
    func png(width: Int) -> [UInt8] {
      let header = [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 0x27, 0x10, 1, 0, 0, 0, 0]
      let chunks = [("IHDR", header), ("IDAT", PNGWriter.zlib(rows)), ("IEND", [])]
      return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { PNGWriter.chunk($0.0, $0.1) }
    }
    #expect(try await prepare(png(width: 10_000)).sourceWidth == 10_000)
    guard case .tooLarge = await refusal(of: png(width: 10_001)) else {
      Issue.record("taken on")
      return
    }
  }

  @Test func `a file of more than 64 MB is refused`() async throws {
    let path = try folder.write(SampleJPEG.fields(width: 100, height: 100), to: "large.jpg")
    #expect(truncate(path.string, 65 << 20) == 0)
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    await #expect(throws: ImagingClientError.tooLarge("more than 64 MB")) { try await imaging.prepare(file) }
  }

  @Test func `what isn't understood is no artwork`() async {
    await #expect(throws: ImagingClientError.unsupported(format: "PDF")) {
      try await imaging.artwork(Data("%PDF-1.7".utf8))
    }
    await #expect(throws: ImagingClientError.emptyFile) { try await imaging.artwork(Data()) }
  }

  /// The whole way: libraries that would like threads and files of their own find themselves behind the wall.
  @Test func `photos of every format pass the wall`() async throws {
    let pixels = Likeness.pixels
    let photos: [(String, [UInt8])] = [
      ("PNG", PNGWriter(.rgba, isInterlaced: true).png(of: pixels)), ("WebP", try WebPWriter().webp(of: pixels)),
      ("WebP", try WebPWriter(isLossless: true).webp(of: pixels)), ("GIF", GIFWriter().gif(of: [pixels])),
      ("HEIC", try GridWriter().heic(of: pixels)), ("HEIC", try HEIFWriter(.hevc).heif(of: pixels)),
      ("AVIF", try HEIFWriter(.av1).heif(of: pixels)),
    ]
    let reference = try await Likeness.seen(Array(prepare(Likeness.jpeg(of: pixels)).jpeg))
    for (format, photo) in photos {
      let picture = try await prepare(photo)
      #expect((picture.format, picture.notes) == (format, ["enlarged"]))
      #expect(Likeness.difference(try Likeness.seen(Array(picture.jpeg)), reference) < 15, "\(format)")
      #expect(JPEGOutline(picture.jpeg) != nil)
      #expect(try await imaging.artwork(Data(photo)).width == pixels.width)
    }
  }

  @Test(arguments: [
    ImagingClientError.emptyFile, .notAnImage, .unsupported(format: "HEIC"), .unsupported(format: "a video"),
    .unsupported(format: "PDF"), .unsupported(format: "JPEG XL"), .tooLarge("x"), .tooSmall("x"), .broken("x"),
    .crashed(signal: 11),
    .limitExceeded("memory"), .garbled("x"), .programMissing("x"), .unavailable("x"), .modelsMissing("x"),
    .modelsUnusable("x"),
  ])
  func `a refusal says what happened and what to do`(error: ImagingClientError) throws {
    let cure = try #require(error.cure)
    #expect(error.message == "\(error.reason) \(cure)")
    #expect(error.reason.hasSuffix("."))
  }

  // MARK: What can't harm it

  @Test func `a process that never ends is killed at the deadline`() async throws {
    let hasty = ImagingClient(program: BuiltProgram.imaging, width: 1, deadline: .milliseconds(300))
    let pipe = try FileDescriptor.pipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    await #expect(throws: ImagingClientError.timedOut) { try await within { try await hasty.prepare(pipe.readEnd) } }
  }

  @Test(arguments: [("kill -ABRT $$", SIGABRT), ("kill -SEGV $$", SIGSEGV), ("kill -KILL $$", SIGKILL)])
  func `a process that crashes costs one picture`(script: String, signal: Int32) async throws {
    #expect(await refusal(of: SampleJPEG.fields(), in: try impostor(script)) == .crashed(signal: signal))
    #expect(try await prepare(SampleJPEG.fields()).width == 1024)
  }

  @Test func `a process that used up its processor time is told from one that crashed`() async throws {
    let imaging = try impostor("kill -XCPU $$")
    #expect(await refusal(of: [1], in: imaging) == .limitExceeded("processor time"))
  }

  @Test(arguments: ["echo hello", "exit 0", "exit 3", "printf 'ASIM\\001\\001'", "head -c 9000000 /dev/zero"])
  func `a process that talks nonsense is not believed`(script: String) async throws {
    guard case .garbled = await refusal(of: [1], in: try impostor(script)) else {
      Issue.record("believed")
      return
    }
  }

  @Test func `a picture that takes much memory is processed once more, alone`() async throws {
    let script = #"echo "$@" >> \#(folder.path)/arguments; [ -z "$2" ] || printf 'ASIM\012\003\013\0\0\0\0'"#
    // It has no answer but that one.
    _ = await refusal(of: [1], in: try impostor(script))
    #expect(try String(decoding: folder.read("arguments"), as: UTF8.self) == "picture light\npicture\n")

    let options = SampleJPEG.Options(isProgressive: true)
    #expect(try await prepare(SampleJPEG.fields(width: 2400, height: 1800, options)).notes == [])
  }

  @Test(arguments: [
    (SampleJPEG.Options(), 4000, 3000, true), (SampleJPEG.Options(), 9000, 1000, false),
    (SampleJPEG.Options(sampling: TJSAMP_GRAY), 4000, 3000, true),
    (SampleJPEG.Options(isProgressive: true), 2400, 1800, false),
    (SampleJPEG.Options(isProgressive: true), 2000, 1500, true), (SampleJPEG.Options(isCMYK: true), 2400, 1800, false),
  ])
  func `a picture is light if it is decoded row by row, or small`(
    options: SampleJPEG.Options, width: Int, height: Int, isLight: Bool
  ) {
    let photo = SampleJPEG.fields(width: width, height: height, options)
    #expect(photo.withUnsafeBytes(ImageFile.isLight) == isLight)
  }

  @Test func `a program that isn't there is named`() async throws {
    let missing = folder.appending("nowhere")
    let imaging = ImagingClient(program: missing, width: 1)
    #expect(await refusal(of: [1], in: imaging) == .programMissing(missing.string))
    let unfit = try folder.write([1], to: "unfit")
    #expect(await refusal(of: [1], in: ImagingClient(program: unfit, width: 1)) == .programMissing(unfit.string))
  }

  @Test func `cancelling kills the process`() async throws {
    let imaging = try impostor(
      "echo $$ > \(folder.path)/pid.part; mv \(folder.path)/pid.part \(folder.path)/pid; exec sleep 1000")
    let task = Task { await refusal(of: [1], in: imaging) }
    try await awaitFile("pid")
    let process = try #require(pid_t(String(decoding: folder.read("pid").dropLast(), as: UTF8.self)))
    #expect(kill(process, 0) == 0)
    task.cancel()
    #expect(try await within { await task.value } == .canceled)
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `one who is canceled while waiting starts no process`() async throws {
    let imaging = try impostor("touch \(folder.path)/started; exec sleep 1000", width: 1)
    let first = Task { await refusal(of: [1], in: imaging) }
    try await awaitFile("started")
    let second = Task { await refusal(of: [1], in: imaging) }
    second.cancel()
    #expect(try await within { await second.value } == .canceled)
    first.cancel()
    #expect(await first.value == .canceled)
  }

  @Test func `no more than so many are prepared at once`() async throws {
    let imaging = try impostor(
      """
      cd \(folder.path)
      : > run.$$
      set -- run.*
      echo $# >> counts
      while [ ! -e go ]; do sleep 0.02; done
      rm run.$$
      """, width: 2)
    let refusals = try await within(.seconds(60)) {
      try await withThrowingTaskGroup(of: ImagingClientError?.self) { group in
        for _ in 0..<6 { group.addTask { await refusal(of: [1], in: imaging) } }
        while folder.names().count(where: { $0.hasPrefix("run.") }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
        try folder.write([], to: "go")
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(refusals.count == 6)
    let counts = String(decoding: try folder.read("counts"), as: UTF8.self).split(separator: "\n").compactMap {
      Int($0)
    }
    #expect(counts.count == 6)
    #expect(counts.max() == 2)
  }

  @Test func `the process inherits nothing but its three descriptors`() async throws {
    setenv("ALBUMSCAN_TEST_KEY", "sk-secret", 1)
    let leak = try FileDescriptor.open("/dev/null", .readOnly)
    defer { try? leak.close() }
    let imaging = try impostor(
      """
      cat /proc/$$/environ > \(folder.path)/environment
      exec > \(folder.path)/descriptors
      ls -l /proc/$$/fd
      """)
    _ = await refusal(of: [1], in: imaging)
    let environment = String(decoding: try folder.read("environment"), as: UTF8.self)
    #expect(environment == "GLIBC_TUNABLES=glibc.malloc.hugetlb=1\0")
    // The shell itself holds the script open.
    let descriptors = String(decoding: try folder.read("descriptors"), as: UTF8.self)
      .split(separator: "\n").dropFirst().filter { !$0.contains("impostor") }
    #expect(descriptors.count == 3, "\(descriptors)")
  }
}
