import Digests
import SystemPackage
import TestSupport
import Testing

@Suite struct DigestTests {
  /// FIPS 180-4, examples of NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `known texts have their known digests`(text: String, digest: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
    #expect(SHA256.hex(of: AnySequence(text.utf8)) == digest)
  }

  @Test func `a file's digest is that of its bytes, in whatever pieces they come`() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<3_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try FileDescriptor.open(folder.write(bytes, to: "file"), .readOnly)
    defer { try? file.close() }
    let whole = SHA256.hex(of: bytes)
    #expect(try SHA256.hex(ofFile: file, upTo: Int64(bytes.count)) == whole)
    // As if it had grown since its size was judged.
    #expect(try file.seek(offset: 0, from: .start) == 0)
    #expect(throws: Errno.fileTooLarge) { try SHA256.hex(ofFile: file, upTo: Int64(bytes.count) - 1) }

    var pieces = SHA256()
    for start in stride(from: 0, to: bytes.count, by: 777_777) {
      bytes[start..<min(start + 777_777, bytes.count)].withUnsafeBytes { pieces.update($0) }
    }
    #expect(pieces.finish() == whole)
  }

  @Test func `a descriptor that can't be read is an error`() throws {
    let folder = try FileDescriptor.open("/", .readOnly)
    defer { try? folder.close() }
    #expect(throws: Errno.isDirectory) { try SHA256.hex(ofFile: folder, upTo: 1) }
  }
}
