import Foundation

/// What a system that results are synced to takes for a name, by what its makers publish.
enum NameRules: CaseIterable {
  /// name_resolution(7), path_resolution(7): no slash, no zero, at most NAME_MAX (255) bytes, and neither `.` nor `..`.
  case linux
  /// Microsoft, "Naming Files, Paths, and Namespaces", Naming Conventions: neither `< > : " / \ | ? *` nor characters from 0
  /// to 31; no space or period at the end; none of the devices' names, nor one "followed immediately by an extension". Of
  /// CONIN$ and CONOUT$ its "CreateFile, Consoles" tells; COM0 and LPT0 Explorer refuses, too.
  case windows
  /// Microsoft, "exFAT file system specification", 7.7.3 (FileName Field), table 36: "Invalid FileName Characters"; 7.6.3: from
  /// 1 to 255 UTF-16 code units; 7.7.3: neither `.` nor `..`.
  case exFAT
  /// Android, `android.os.FileUtils.isValidFatFilename`: what `buildValidFatFilename` leaves as it is. DEL is refused, too.
  case android
  /// Apple, "Apple File System Guide", FAQ: valid UTF-8, whose normalization is preserved but not told apart; HFS+ decomposes
  /// (TN1150, "Unicode Subtleties"). What is composed (NFC) is what other systems give back. Code points that Unicode doesn't
  /// assign are refused (EILSEQ).
  case macOS

  func takes(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    if name.isEmpty || name == "." || name == ".." { return false }
    switch self {
    case .linux: return name.utf8.count <= 255 && !scalars.contains { $0 == "/" || $0 == "\0" }
    case .windows:
      return !scalars.contains { $0.value <= 31 || "<>:\"/\\|?*".unicodeScalars.contains($0) }
        && scalars.last != " " && scalars.last != "." && name.utf16.count <= 255 && !Self.isDevice(name)
    case .exFAT:
      return !scalars.contains { $0.value <= 0x1F || "\"*/:<>?\\|".unicodeScalars.contains($0) }
        && name.utf16.count <= 255
    case .android:
      return !scalars.contains { $0.value <= 0x1F || $0.value == 0x7F || "\"*/:<>?\\|".unicodeScalars.contains($0) }
        && name.utf8.count <= 255
    case .macOS:
      return Array(name.precomposedStringWithCanonicalMapping.unicodeScalars) == Array(scalars)
        && name.utf16.count <= 255 && !scalars.contains { $0.properties.generalCategory == .unassigned }
    }
  }

  private static func isDevice(_ name: String) -> Bool {
    name.range(
      of: #"^(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³]|CONIN\$|CONOUT\$) *(\.|$)"#,
      options: [.regularExpression, .caseInsensitive]) != nil
  }
}
