import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport

/// A real disk in a file (ext4), whose power can be cut.
struct LoopDisk: Sendable {
  private let folder: TemporaryFolder
  private let place: FilePath

  /// EXT4_IOC_SHUTDOWN, _IOR('X', 125, __u32) (fs/ext4/ext4.h), with EXT4_GOING_FLAGS_NOLOGFLUSH: what was not synced is
  /// lost, as where the power fails.
  private static let shutdown: UInt = 0x8004_587D
  private static let withoutFlush: UInt32 = 2

  /// In CI it must be: a check that can't run there is a failure.
  static let isToBeHad = ProcessInfo.processInfo.environment["CI"] == "true" || isMountable

  private static var isMountable: Bool {
    geteuid() == 0 && SmallDisk.isToBeHad && access("/dev/loop-control", R_OK) == 0
      && access("/usr/sbin/mkfs.ext4", X_OK) == 0
  }

  /// Makes an empty disk and mounts it over a folder.
  init(at place: FilePath) async throws {
    folder = try TemporaryFolder(named: "albumscan-disk")
    self.place = place
    let image = folder.path.appending("image")
    try FileDescriptor.open(image, .writeOnly, options: .create, permissions: .ownerReadWrite).closeAfter {
      guard truncate(image.string, 48 << 20) == 0 else { throw Errno(rawValue: errno) }
    }
    try await runToEnd("/usr/sbin/mkfs.ext4", ["-q", "-F", "-m", "0", image.string])
    try await mount()
  }

  func mount() async throws {
    try await runToEnd("/usr/bin/mount", ["-o", "loop", folder.path.appending("image").string, place.string])
  }

  /// Everything on it is safe.
  func sync() async throws { try await runToEnd("/usr/bin/sync", ["-f", place.string]) }

  /// The power fails, and comes back: the journal is replayed.
  func cutPower() async throws {
    let disk = try FileDescriptor.open(place, .readOnly, options: .directory)
    try disk.closeAfter {
      var flags = Self.withoutFlush
      guard ioctl(disk.rawValue, Self.shutdown, &flags) == 0 else { throw Errno(rawValue: errno) }
    }
    // Who still holds a file of it keeps it for a moment: an imaging process that has a photo.
    try await until("the disk to be let go") { umount2(place.string, 0) == 0 }
    // As another disk: where somebody else's mount namespace has the old one still, that one stays in memory, and dead.
    let (image, copy) = (folder.path.appending("image"), folder.path.appending("copy"))
    try await runToEnd("/usr/bin/cp", ["--sparse=always", image.string, copy.string])
    guard rename(copy.string, image.string) == 0 else { throw Errno(rawValue: errno) }
    try await mount()
  }

  func unmount() { umount2(place.string, Int32(MNT_DETACH)) }
}

/// A program of the system's, which must succeed.
func runToEnd(_ program: String, _ arguments: [String]) async throws {
  let ended = try await Subprocess.run(
    .path(FilePath(program)), arguments: Arguments(arguments), output: .discarded, error: .string(limit: 4096))
  guard ended.terminationStatus == .exited(0) else {
    throw NotInTime(description: "\(program): \(ended.standardError)")
  }
}
