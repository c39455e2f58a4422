internal import CLinux
internal import Glibc
package import SystemPackage

/// The file systems of other computers, on which a database isn't safe (https://sqlite.org/wal.html: its write-ahead log
/// needs memory that all of its users share).
package enum NetworkFileSystem {
  /// The name of the network file system on which a path lies, or will lie; nil if it is on this computer.
  package static func name(at path: FilePath) -> String? { name(at: path, name(type:device:mounts:)) }

  /// The name of the file system on which a path lies, unless it is known to be this computer's alone: one behind FUSE of
  /// which nothing is known has a name here.
  package static func nameUnlessLocal(at path: FilePath) -> String? {
    name(at: path, nameUnlessLocal(type:device:mounts:))
  }

  private static func name(at path: FilePath, _ name: (Int64, String, String) -> String?) -> String? {
    var folder = path
    var status = stat()
    while folder.withPlatformString({ stat($0, &status) }) != 0, folder.removeLastComponent() {}
    let type = folder.withPlatformString { clinux_file_system_type($0) }
    guard clinux_is_network_type(type) == 1 else { return nil }
    let number = UInt64(status.st_dev)
    // As major(3) and minor(3), which are macros.
    let (major, minor) = (number >> 8 & 0xFFF | number >> 32 & ~0xFFF, number & 0xFF | number >> 12 & 0xFFFF_FF00)
    let device = "\(major):\(minor)"
    // Without /proc, which file system it is remains unknown. /proc/self is a link.
    let mounts = try? OpenFile(.read, FilePath("/proc/\(getpid())/mountinfo"), flags: O_RDONLY).contents(upTo: 4 << 20)
    return name(type, device, String(decoding: mounts ?? [], as: UTF8.self))
  }

  /// - Parameters:
  ///   - type: its number; see statfs(2).
  ///   - device: its numbers, as in `mounts`.
  ///   - mounts: what is mounted; see proc_pid_mountinfo(5).
  package static func name(type: Int64, device: String, mounts: String) -> String? {
    name(type, device, mounts) { $0.map(remote.contains) == true }
  }

  /// The same of file systems that aren't known to be of this computer.
  package static func nameUnlessLocal(type: Int64, device: String, mounts: String) -> String? {
    name(type, device, mounts) { $0.map(local.contains) != true }
  }

  private static func name(
    _ type: Int64, _ device: String, _ mounts: String, countsBehindFUSE: (String?) -> Bool
  ) -> String? {
    guard clinux_is_network_type(type) == 1 else { return nil }
    let name = mountedType(device, mounts)
    return type != fuse || countsBehindFUSE(name) ? name ?? "of another computer" : nil
  }

  private static func mountedType(_ device: String, _ mounts: String) -> String? {
    let mounted = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ") }
      .first { $0.count > 2 && $0[2] == device }
    return mounted.flatMap { fields in
      fields.firstIndex(of: "-").flatMap { fields.dropFirst($0 + 1).first }.map(String.init)
    }
  }

  private static let fuse: Int64 = 0x6573_5546
  /// The programs behind FUSE that reach for other computers. Others encrypt a home folder, or read a disk's format.
  private static let remote: Set<String> = [
    "fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.s3fs", "fuse.goofys",
    "fuse.juicefs", "fuse.mfs", "fuse.seaweedfs", "fuse.curlftpfs", "fuse.smbnetfs", "fuse.gvfsd-fuse",
    "fuse.vmhgfs-fuse",
  ]

  /// Those that encrypt or join folders of this computer, or read a disk's format.
  private static let local: Set<String> = [
    "fuseblk", "fuse.gocryptfs", "fuse.encfs", "fuse.cryfs", "fuse.securefs", "fuse.bindfs", "fuse.mergerfs",
    "fuse.unionfs", "fuse.unionfs-fuse", "fuse.fuse-overlayfs", "fuse.ntfs-3g", "fuse.lowntfs-3g", "fuse.exfat",
    "fuse.exfat-fuse", "fuse.fuse2fs", "fuse.ext4", "fuse.zfs", "fuse.apfs", "fuse.rar2fs", "fuse.posixovl",
  ]
}
