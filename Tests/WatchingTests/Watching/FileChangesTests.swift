import SystemPackage
import TestSupport
import Testing
import Watching

@Suite struct FileChangesTests {
  @Test func `what is written to files of that name is heard, and what was written before counts once`() async throws {
    let folder = try TemporaryFolder()
    let changes = FileChanges(in: folder.path, namesBeginning: "ledger.db")
    let heard = Log<Int>()
    let task = Task {
      var count = 0
      for await _ in changes {
        count += 1
        heard.append(count)
      }
    }
    defer { task.cancel() }
    // Once at the start, for what was written before.
    try await heard.until { $0.count == 1 }
    try folder.write("x".utf8, to: "ledger.db-wal")
    try await heard.until { $0.count >= 2 }
  }

  @Test func `a change is told again, since what was written may count only later`() async throws {
    let folder = try TemporaryFolder()
    let changes = FileChanges(in: folder.path, namesBeginning: "ledger.db")
    let heard = Log<Int>()
    let task = Task {
      for await _ in changes { heard.append(1) }
    }
    defer { task.cancel() }
    try await heard.until { $0.count == 1 }
    try folder.write("x".utf8, to: "ledger.db-wal")
    // Opening, truncating and writing make few reports; the others are echoes.
    try await heard.until { $0.count >= 5 }
  }
}
