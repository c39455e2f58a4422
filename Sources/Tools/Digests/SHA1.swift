internal import CCrypto

/// SHA-1 through libcrypto (FIPS 180-4), used only for short names, never for security.
package enum SHA1 {
  /// The digest of a value in memory, as 40 lower-case hexadecimal digits.
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
