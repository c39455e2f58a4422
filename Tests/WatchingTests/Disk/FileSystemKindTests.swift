import CLinux
import Testing

/// The numbers are those of statfs(2), written out: what the kernel's header says is not what is asked here.
@Suite struct FileSystemKindTests {
  @Test(
    arguments: [
      ("nfs", 0x6969), ("cifs", 0xff53_4d42), ("smb", 0x517b), ("smb2", 0xfe53_4d42), ("9p", 0x0102_1997),
      ("fuse", 0x6573_5546), ("ceph", 0x00c3_6400), ("afs", 0x5346_414f), ("kafs", 0x6b41_4653), ("coda", 0x7375_7245),
      ("ncp", 0x564c), ("vboxsf", 0x786f_4256), ("vmhgfs", 0xbacb_acbc), ("prl_fs", 0x7c7c_6673),
    ] as [(String, Int64)])
  func `what other machines write to is a network file system`(name: String, type: Int64) {
    #expect(clinux_is_network_type(type) == 1, "\(name)")
  }

  @Test(
    arguments: [
      ("ext4", 0xef53), ("btrfs", 0x9123_683e), ("xfs", 0x5846_5342), ("tmpfs", 0x0102_1994), ("overlay", 0x794c_7630),
      ("zfs", 0x2fc1_2fc1), ("vfat", 0x4d44), ("exfat", 0x2011_bab0), ("f2fs", 0xf2f5_2010), ("ntfs", 0x5346_544e),
      ("not known", 0),
    ] as [(String, Int64)])
  func `a disk of this machine is local`(name: String, type: Int64) {
    #expect(clinux_is_network_type(type) == 0, "\(name)")
  }

  @Test func `what can't be asked counts as local`() {
    #expect(clinux_is_network_folder("/dev/shm") == 0)
    #expect(clinux_is_network_folder("/nowhere/at/all") == 0)
  }
}
