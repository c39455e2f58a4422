import CLinux
package import SystemPackage

/// Whether other computers may write to a file system without this kernel noticing.
package enum FileSystemKind: Sendable, Equatable {
  case local
  /// NFS, SMB, 9p, Ceph, AFS, shared folders of virtual machines, and everything behind FUSE.
  case network

  /// The kind that `path` lies on; one that can't be asked counts as local. statfs(2), linux/magic.h
  package init(of path: FilePath) {
    self.init(type: path.withPlatformString { clinux_file_system_type($0) })
  }

  /// - Parameter type: its `f_type`; 0 where that isn't known.
  package init(type: Int64) { self = clinux_is_network_type(type) == 1 ? .network : .local }
}
