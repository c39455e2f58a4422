import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import MPD

/// What is not as it should be, and what can't hold anybody up.
@Suite(.timeLimit(.minutes(3))) struct MisbehaviourTests {
  private func session(_ server: ScriptedServer, patience: Duration = .seconds(5)) -> MPDSession {
    MPDSession(MPDEndpoint([.socket(server.path)]), patience: patience)
  }

  private func failure(_ question: () async throws(MPDError) -> some Sendable) async -> MPDError? {
    do throws(MPDError) {
      _ = try await question()
      return nil
    } catch {
      return error
    }
  }

  @Test func `nobody there is said with all addresses that were tried`() async throws {
    let folder = try TemporaryFolder()
    let endpoint = MPDEndpoint([
      .socket(folder.appending("none").string), .abstract("albumscan-test-nobody"),
      .socket(String(repeating: "a", count: 200)),
    ])
    let error = await failure { () async throws(MPDError) in try await MPDSession(endpoint).status() }
    guard case .notReached(let attempts) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(attempts.map(\.address) == endpoint.addresses)
    #expect(error?.isAbsence == true)
    #expect("\(error as Any)".contains("albumscanctl config set mpd.address"))
  }

  @Test func `a host without a name is no such host`() async throws {
    let endpoint = MPDEndpoint([.host("nobody.invalid", port: 6600)])
    let error = await failure { () async throws(MPDError) in try await MPDSession(endpoint).status() }
    #expect(error == .notReached([.init(address: endpoint.addresses[0], errno: nil)]))
  }

  @Test(arguments: ["0.19.0", "0.9", "0.20.23"])
  func `a protocol that is too old is said with what is needed, and asked nothing`(version: String) async throws {
    let server = try ScriptedServer(greeting: "OK MPD \(version)\n") { _ in Array("OK\n".utf8) }
    let session = session(server)
    let error = await failure { () async throws(MPDError) in try await session.playlists() }
    #expect(error == .oldProtocol(.socket(server.path), version: version))
    #expect(session.protocolVersion == version)
    #expect("\(error as Any)".contains(version) && "\(error as Any)".contains(MPDError.neededProtocol))
  }

  @Test(arguments: ["0.21.0", "0.24.1", "1.0", "next"])
  func `a protocol that is new enough, or unknown, is spoken`(version: String) async throws {
    let server = try ScriptedServer(greeting: "OK MPD \(version)\n") { _ in Array("OK\n".utf8) }
    #expect(try await session(server).playlists().isEmpty)
  }

  @Test func `who says nothing is given up in time, before the greeting and behind it`() async throws {
    for greeting in ["", "OK MPD 0.23.5\n"] {
      let server = try ScriptedServer(greeting: greeting) { _ in nil }
      let patience = Duration.milliseconds(200)
      let error = await failure { () async throws(MPDError) in
        try await session(server, patience: patience).status()
      }
      #expect(error == .silent(.socket(server.path), after: patience))
    }
  }

  @Test(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"))
  func `a frozen mpd is given up in time, and asked anew once it goes on`() async throws {
    let mpd = try await RunningMPD.start()
    let session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: .milliseconds(500))
    #expect(try await session.status().state == .stop)
    mpd.freeze()
    let error = await failure { () async throws(MPDError) in try await session.status() }
    #expect(error == .silent(.socket(mpd.socket.string), after: .milliseconds(500)))
    // Nor when so many wait that its socket takes nobody in any more.
    for _ in 1...12 {
      let another = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: .milliseconds(100))
      let error = await failure { () async throws(MPDError) in try await another.status() }
      #expect(error == .silent(.socket(mpd.socket.string), after: .milliseconds(100)))
    }
    mpd.thaw()
    let patient = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    #expect(try await patient.status().state == .stop)
  }

  @Test(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"))
  func `after mpd was started anew the next question is answered`() async throws {
    let mpd = try await RunningMPD.start()
    let session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    #expect(try await session.status().state == .stop)
    mpd.stop()
    let error = await failure { () async throws(MPDError) in try await session.status() }
    #expect(error?.isAbsence == true)
    try await mpd.start()
    #expect(try await session.status().state == .stop)
  }

  @Test func `what isn't MPD is said to be something else`() async throws {
    let server = try ScriptedServer(greeting: "220 mail.example ESMTP\r\n") { _ in nil }
    let error = await failure { () async throws(MPDError) in try await session(server).status() }
    #expect(error == .notMPD(.socket(server.path)))
  }

  @Test func `an answer without an end is cut off`() async throws {
    let server = try ScriptedServer { line in
      line.hasPrefix("listplaylist") ? Array(String(repeating: "file: a\n", count: 400_000).utf8) : nil
    }
    let error = await failure { () async throws(MPDError) in try await session(server).files(inPlaylist: "x") }
    #expect(error == .tooLarge("more than 300000 lines"))
  }

  @Test func `pieces of a picture may be as short as they like, and none ends it`() async throws {
    let picture = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    @Sendable func piece(_ line: String, _ length: (Int) -> Int, size: Int) -> [UInt8]? {
      guard line.hasPrefix("readpicture"), let offset = Int(line.split(separator: "\"").last ?? "") else { return nil }
      let piece = picture[min(offset, picture.count)..<min(offset + length(offset), picture.count)]
      return Array("size: \(size)\nbinary: \(piece.count)\n".utf8) + piece + Array("\nOK\n".utf8)
    }
    let short = try ScriptedServer { piece($0, { 1 + $0 % 97 }, size: 1000) }
    #expect(try await session(short).picture(of: "a", from: .embedded) == picture)
    let empty = try ScriptedServer { piece($0, { $0 < 500 ? 100 : 0 }, size: 1000) }
    let error = await failure { () async throws(MPDError) in
      try await session(empty).picture(of: "a", from: .embedded)
    }
    #expect(error == .malformed("a picture that changed while it was read"))
    let large = try ScriptedServer { piece($0, { _ in 100 }, size: 21 << 20) }
    let refused = await failure { () async throws(MPDError) in
      try await session(large).picture(of: "a", from: .embedded)
    }
    #expect(refused == .tooLarge("a picture of \(21 << 20) bytes"))
  }

  @Test func `a question that is called off is over at once, and the next is put anew`() async throws {
    let server = try ScriptedServer { $0 == "stats" ? nil : Array("OK\n".utf8) }
    let session = session(server, patience: .seconds(600))
    let asking = Task { () throws(MPDError) in try await session.statistics() }
    await server.heard("stats")
    asking.cancel()
    await #expect(throws: MPDError.canceled) { try await asking.value }
    #expect(try await session.tagTypes() == [])
  }

  @Test func `a closed session ends what is under way, and takes nothing more`() async throws {
    let server = try ScriptedServer { _ in nil }
    let session = session(server, patience: .seconds(600))
    let asking = Task { () throws(MPDError) in try await session.statistics() }
    await server.heard("stats")
    session.close()
    await #expect(throws: MPDError.canceled) { try await asking.value }
    await #expect(throws: MPDError.canceled) { try await session.tagTypes() }
  }

  @Test func `calls that come to nothing leave no descriptor behind`() async throws {
    let server = try ScriptedServer(greeting: "220 mail.example\n") { _ in nil }
    let session = session(server)
    func ask() async -> MPDError? { await failure { () async throws(MPDError) in try await session.status() } }
    for _ in 1...30 { #expect(await ask() == .notMPD(.socket(server.path))) }
    try await within { await server.heard("closed", times: 30) }
  }
}
