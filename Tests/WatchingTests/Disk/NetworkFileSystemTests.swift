import Disk
import SystemPackage
import TestSupport
import Testing

@Suite struct NetworkFileSystemTests {
  private static let mounts = """
    22 28 0:20 / /proc rw,nosuid - proc proc rw
    28 1 254:1 / / rw,relatime shared:1 master:2 - ext4 /dev/vda1 rw
    40 28 0:41 / /home/me\\040too rw,nosuid shared:9 - nfs4 server:/home rw,vers=4.2
    41 28 0:42 / /home/me/far rw,nosuid - fuse.sshfs me@far:/ rw,user_id=1000
    42 28 0:43 / /home/me/safe rw,nosuid - fuse.gocryptfs /home/me/.safe rw,user_id=1000
    43 28 8:17 / /media/stick rw,nosuid - fuseblk /dev/sdb1 rw,user_id=0
    """

  @Test(
    arguments: [
      (0x6969, "0:41", "nfs4"), (0x6573_5546, "0:42", "fuse.sshfs"), (0x6573_5546, "0:43", nil),
      (0x6573_5546, "8:17", nil), (0xef53, "254:1", nil), (0x6969, "0:99", "of another computer"),
      (0x6573_5546, "0:99", nil),
    ] as [(Int64, String, String?)])
  func `file systems of other computers have a name, those of this one don't, also behind FUSE`(
    type: Int64, device: String, name: String?
  ) {
    #expect(NetworkFileSystem.name(type: type, device: device, mounts: Self.mounts) == name)
  }

  @Test(
    arguments: [
      (0x6969, "0:41", "nfs4"), (0x6573_5546, "0:42", "fuse.sshfs"), (0x6573_5546, "0:43", nil),
      (0x6573_5546, "8:17", nil), (0x6573_5546, "0:44", "fuse.pcloud"), (0xef53, "254:1", nil),
      (0x6573_5546, "0:99", "of another computer"),
    ] as [(Int64, String, String?)])
  func `what is behind FUSE is another computer's unless it is known not to be`(
    type: Int64, device: String, name: String?
  ) {
    let mounts = Self.mounts + "\n44 28 0:44 / /home/me/pCloudDrive rw - fuse.pcloud pCloud.fs rw"
    #expect(NetworkFileSystem.nameUnlessLocal(type: type, device: device, mounts: mounts) == name)
  }

  @Test func `a folder that isn't there yet is on this computer`() throws {
    let folder = try TemporaryFolder()
    #expect(NetworkFileSystem.name(at: folder.appending("some/where")) == nil)
  }
}
