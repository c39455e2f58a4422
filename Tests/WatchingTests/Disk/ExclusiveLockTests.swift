import Disk
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct ExclusiveLockTests {
  let folder: TemporaryFolder
  let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.appending("lock")
  }

  @Test func `a lock is had by one, who is named, and free again when the owner is gone`() throws {
    #expect(try ExclusiveLock.holder(of: path) == nil)
    do {
      let lock = try ExclusiveLock(at: path)
      #expect(try ExclusiveLock.holder(of: path)?.pid == getpid())
      do throws(ExclusiveLock.Refusal) {
        _ = try ExclusiveLock(at: path)
        Issue.record("the lock was had twice")
      } catch {
        guard case .held(let holder, path) = error else { throw error }
        #expect(holder.pid == getpid())
        #expect(error.description.contains("process \(getpid())"))
      }
      _ = consume lock
    }
    #expect(try ExclusiveLock.holder(of: path) == nil)
    _ = try ExclusiveLock(at: path)
  }

  @Test func `it is given back even while a child that was just forked has a copy of the descriptor`() throws {
    let lock = try ExclusiveLock(at: path)
    let copy = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
        descriptor in
        var (own, file) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path.string, &file) == 0 && own.st_ino == file.st_ino
          && own.st_dev == file.st_dev
      }.map { dup($0) })
    defer { close(copy) }
    _ = consume lock
    _ = try ExclusiveLock(at: path)
  }

  @Test func `asking who holds it doesn't keep anyone from taking it`() async throws {
    let path = path
    try folder.write([], to: "lock")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<2_000 { _ = try ExclusiveLock.holder(of: path) } }
      group.addTask { for _ in 0..<500 { _ = try ExclusiveLock(at: path) } }
      try await group.waitForAll()
    }
  }

  @Test func `a folder that isn't there is an error of its own`() {
    #expect {
      _ = try ExclusiveLock(at: folder.appending("nowhere/lock"))
    } throws: {
      guard case .failed(let error) = $0 as? ExclusiveLock.Refusal else { return false }
      return error.isMissing
    }
  }

  static let perl = "/usr/bin/perl"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: Self.perl), "needs perl as the other process"))
  func `another process's lock is respected, named, and gone when that process is killed`() async throws {
    let program = """
      use Fcntl; $| = 1; open(F, "+>>", $ARGV[0]) or die; truncate(F, 0);
      my $lock = pack("s s x4 q q i x4", F_WRLCK, 0, 0, 0, 0); fcntl(F, F_SETLK, $lock) or die $!;
      syswrite(F, "$$ 2026-11-21T00:00:00Z\\n"); sleep 600;
      """
    let other = try SpawnedProgram(Self.perl, ["-e", program, path.string], errors: .shown)
    while try ExclusiveLock.holder(of: path)?.since == nil, other.isRunning { await Task.yield() }
    #expect(try ExclusiveLock.holder(of: path)?.pid == other.pid)
    #expect {
      _ = try ExclusiveLock(at: path)
    } throws: {
      guard case .held(let holder, _) = $0 as? ExclusiveLock.Refusal else { return false }
      return holder.pid == other.pid && holder.since == "2026-11-21T00:00:00Z"
    }
    other.send(SIGKILL)
    other.wait()
    #expect(try ExclusiveLock.holder(of: path) == nil)
    _ = try ExclusiveLock(at: path)
  }
}
