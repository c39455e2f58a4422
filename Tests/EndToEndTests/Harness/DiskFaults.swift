import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What a disk, or a crash, does to a program of ours (Tests/DiskFaults, which the loader puts before the C library).
enum DiskFaults {
  private static let library = BuiltProgram.library("disk-faults")

  /// Ends the program in the place of one call that changes the disk.
  struct Death: Sendable, CustomStringConvertible {
    /// Its number, from 1.
    var call: Int
    /// A write comes to its half before.
    var isTorn = false

    var description: String { "killed at call \(call)\(isTorn ? ", a write in half" : "")" }
  }

  static func variables(below folder: FilePath, _ death: Death? = nil, count: FilePath) -> [String: String] {
    var variables = loaded(below: folder)
    variables["DISK_FAULTS_COUNT"] = count.string
    if let death {
      variables["DISK_FAULTS_DIE_AT"] = "\(death.call)"
      if death.isTorn { variables["DISK_FAULTS_TORN"] = "1" }
    }
    return variables
  }

  /// - Parameter lever: while this file is there, its lines "ERRNO BEGINNING-OF-PATH" make such calls fail.
  static func variables(below folder: FilePath, lever: FilePath) -> [String: String] {
    loaded(below: folder).merging(["DISK_FAULTS_SWITCH": lever.string]) { $1 }
  }

  /// - Parameter pool: gets a line "CALL PATH" for each call on a thread of the concurrency pool.
  static func variables(below folder: FilePath, pool: FilePath) -> [String: String] {
    loaded(below: folder).merging(["DISK_FAULTS_POOL": pool.string]) { $1 }
  }

  private static func loaded(below folder: FilePath) -> [String: String] {
    ["LD_PRELOAD": library.string, "DISK_FAULTS_BELOW": folder.string]
  }
}

/// How a program with faults ended.
struct Faulted: Sendable {
  let ended: ProgramResult
  /// How many calls it made that change the disk, or what the last one was.
  let calls: String

  var wasKilled: Bool { ended.status == .signaled(SIGKILL) }
}

extension TestHome {
  /// Runs a program to its end, or to its death.
  func run(
    _ arguments: [String], dying death: DiskFaults.Death? = nil, program: FilePath = BuiltProgram.daemon
  ) async throws -> Faulted {
    let count = folder.path.appending("calls-\(UInt32.random(in: 0 ... .max))")
    let variables = DiskFaults.variables(below: home, death, count: count)
    let ended = try await run(program, arguments, input: "", variables: variables)
    defer { unlink(count.string) }
    return Faulted(ended: ended, calls: String(decoding: contents(of: count) ?? Data(), as: UTF8.self))
  }

  /// How many calls that change the disk `albumscand --once` makes for what is there.
  func callsOfOneRun(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
    let run = try await run(["--once"])
    return try #require(Int(run.calls), "\(run.ended)", sourceLocation: sourceLocation)
  }
}
