internal import CCrypto
package import SystemPackage

/// An incremental SHA-256, through libcrypto (FIPS 180-4).
package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("libcrypto has no memory for a digest") }
    self.context = context
    precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "libcrypto offers no SHA-256")
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1)
  }

  /// The digest of all bytes added, as 64 lowercase hexadecimal digits.
  package consuming func finish() -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { digest in
      var count: UInt32 = 0
      precondition(EVP_DigestFinal_ex(context, digest.baseAddress, &count) == 1)
      return Self.hex(UnsafeBufferPointer(digest)[..<Int(count)])
    }
  }
}

extension SHA256 {
  /// The digest of a value in memory, as 64 lowercase hexadecimal digits.
  package static func hex(of bytes: some Sequence<UInt8>) -> String {
    var digest = SHA256()
    let direct: Void? = bytes.withContiguousStorageIfAvailable { digest.update(UnsafeRawBufferPointer($0)) }
    if direct == nil { Array(bytes).withUnsafeBytes { digest.update($0) } }
    return digest.finish()
  }

  /// The digest of a file from the descriptor's current offset to the end, read one megabyte at a time. The descriptor
  /// stays open, with its offset at the end.
  /// - Parameter limit: in bytes, such as the size that was judged before. A file that has more is refused with EFBIG: it
  ///   may grow without end while it is read.
  package static func hex(ofFile file: FileDescriptor, upTo limit: Int64) throws(Errno) -> String {
    var digest = SHA256()
    var total: Int64 = 0
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count: Int
      do { count = try file.read(into: chunk) } catch { throw error as? Errno ?? .ioError }
      if count == 0 { return digest.finish() }
      total += Int64(count)
      if total > limit { throw .fileTooLarge }
      digest.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }

  static func hex(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      for (index, byte) in bytes.enumerated() {
        text[index * 2] = digits[Int(byte >> 4)]
        text[index * 2 + 1] = digits[Int(byte & 15)]
      }
      return bytes.count * 2
    }
  }
}

/// SHA-1 through libcrypto (FIPS 180-4), used only for short names, never for security.
package enum SHA1 {
  /// The digest of a value in memory, as 40 lowercase hexadecimal digits.
  package static func hex(of bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { digest in
      var count: UInt32 = 0
      let made = bytes.withUnsafeBytes {
        EVP_Digest($0.baseAddress, $0.count, digest.baseAddress, &count, EVP_sha1(), nil)
      }
      precondition(made == 1, "libcrypto offers no SHA-1")
      return SHA256.hex(UnsafeBufferPointer(digest)[..<Int(count)])
    }
  }
}
