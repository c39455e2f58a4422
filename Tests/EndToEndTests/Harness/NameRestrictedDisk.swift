import Foundation
import Glibc
import SystemPackage
import TestSupport

/// A disk that refuses the names that phones, sticks and Windows refuse: a real file system of theirs, in user space.
struct NameRestrictedDisk: Sendable {
  enum Kind: CaseIterable {
    /// With `windows_names`: neither Windows' characters nor its devices, and no dot or blank at the end (ntfs-3g(8)).
    case ntfs
    /// None of exFAT's characters, and no two names that differ in case alone.
    case exFAT

    fileprivate var maker: (program: String, arguments: [String]) {
      switch self {
      case .ntfs: ("/usr/sbin/mkfs.ntfs", ["-q", "-F"])
      case .exFAT: ("/usr/sbin/mkfs.exfat", [])
      }
    }

    fileprivate var options: [String] {
      switch self {
      case .ntfs: ["-t", "ntfs-3g", "-o", "loop,windows_names"]
      case .exFAT: ["-t", "exfat-fuse", "-o", "loop"]
      }
    }
  }

  private let folder: TemporaryFolder
  private let place: FilePath

  /// In CI it must be: a check that can't run there is a failure.
  static let isToBeHad = ProcessInfo.processInfo.environment["CI"] == "true" || isMountable

  private static var isMountable: Bool {
    let programs = Kind.allCases.map(\.maker.program) + ["/usr/sbin/mount.ntfs-3g", "/usr/sbin/mount.exfat-fuse"]
    return geteuid() == 0 && SmallDisk.isToBeHad
      && (["/dev/fuse", "/dev/loop-control"] + programs).allSatisfy { access($0, R_OK) == 0 }
  }

  /// Makes an empty disk and mounts it over a folder.
  init(_ kind: Kind, at place: FilePath) async throws {
    folder = try TemporaryFolder(named: "albumscan-disk")
    self.place = place
    let image = folder.path.appending("image")
    try FileDescriptor.open(image, .writeOnly, options: .create, permissions: .ownerReadWrite).closeAfter {
      guard truncate(image.string, 64 << 20) == 0 else { throw Errno(rawValue: errno) }
    }
    try await runToEnd(kind.maker.program, kind.maker.arguments + [image.string])
    try await runToEnd("/usr/bin/mount", kind.options + [image.string, place.string])
  }

  /// Waits for its program to have written all, so that the image can go.
  func unmount() async throws {
    // A program that another test is just starting has, until it runs, what was open here.
    try await until("the disk to be let go") {
      if umount2(place.string, 0) == 0 { return true }
      guard errno == EBUSY else { throw Errno(rawValue: errno) }
      return false
    }
  }
}
