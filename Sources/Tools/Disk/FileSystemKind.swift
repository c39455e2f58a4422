import CLinux
package import SystemPackage

/// Whether other machines may write to a file system without this one's kernel noticing.
package enum FileSystemKind: Sendable, Equatable {
  case local
  /// NFS, SMB, 9p, Ceph, AFS, shared folders of virtual machines, and everything behind FUSE.
  case network

  /// The kind that `path` lies on; one that can't be asked counts as local. statfs(2), linux/magic.h
  package init(of path: FilePath) {
    self = path.withPlatformString { clinux_is_network_folder($0) } == 1 ? .network : .local
  }
}
