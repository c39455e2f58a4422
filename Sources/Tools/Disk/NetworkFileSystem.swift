internal import CLinux
internal import Glibc
package import SystemPackage

/// The file systems of other computers, on which a database isn't safe (https://sqlite.org/wal.html: its write-ahead log
/// needs memory that all of its users share).
package enum NetworkFileSystem {
  /// The name of the network file system on which a path lies, or will lie; nil if it is on this computer.
  package static func name(at path: FilePath) -> String? {
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
    return name(type: type, device: device, mounts: String(decoding: mounts ?? [], as: UTF8.self))
  }

  /// - Parameters:
  ///   - type: its number; see statfs(2).
  ///   - device: its numbers, as in `mounts`.
  ///   - mounts: what is mounted; see proc_pid_mountinfo(5).
  package static func name(type: Int64, device: String, mounts: String) -> String? {
    guard clinux_is_network_type(type) == 1 else { return nil }
    let mounted = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ") }
      .first { $0.count > 2 && $0[2] == device }
    let name = mounted.flatMap { fields in
      fields.firstIndex(of: "-").flatMap { fields.dropFirst($0 + 1).first }
    }
    guard type == fuse else { return name.map(String.init) ?? "of another computer" }
    return name.flatMap { remote.contains($0) ? String($0) : nil }
  }

  private static let fuse: Int64 = 0x6573_5546
  /// The programs behind FUSE that reach for other computers. Others encrypt a home folder, or read a disk's format.
  private static let remote: Set<Substring> = [
    "fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.s3fs", "fuse.goofys",
    "fuse.juicefs", "fuse.mfs", "fuse.seaweedfs", "fuse.curlftpfs", "fuse.smbnetfs", "fuse.gvfsd-fuse",
    "fuse.vmhgfs-fuse",
  ]
}
