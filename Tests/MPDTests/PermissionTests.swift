import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import MPD

@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct PermissionTests {
  private func guarded() async throws -> (mpd: RunningMPD, address: MPDAddress) {
    var options = RunningMPD.Options()
    options.port = FreePort.next()
    options.password = "sesame@read,add,player,control,admin"
    let mpd = try await RunningMPD.start(options)
    return (mpd, .host("localhost", port: options.port ?? 0))
  }

  @Test func `without a password it says that one is needed, with it it answers`() async throws {
    let (mpd, address) = try await guarded()
    defer { mpd.kill() }
    do throws(MPDError) {
      _ = try await MPDSession(MPDEndpoint([address]), patience: RunningMPD.patience).status()
      Issue.record("it answered")
    } catch {
      #expect(error.needsAuthorization)
      #expect("\(error)".contains("albumscanctl key set mpd"))
    }
    let session = MPDSession(MPDEndpoint([address], password: MPDPassword("sesame")), patience: RunningMPD.patience)
    #expect(try await session.status().state == .stop)
    // Where its files are is for this machine's own socket.
    #expect(try await session.musicFolder() == nil)
  }

  @Test func `a wrong password is said to be one, and isn't shown`() async throws {
    let (mpd, address) = try await guarded()
    defer { mpd.kill() }
    do throws(MPDError) {
      _ = try await MPDSession(
        MPDEndpoint([address], password: MPDPassword("KEYLEAK-77")), patience: RunningMPD.patience
      ).status()
      Issue.record("it answered")
    } catch {
      #expect(error == .wrongPassword(address))
      #expect(error.needsAuthorization)
      #expect(!"\(error)".contains("KEYLEAK-77"))
    }
  }

  @Test func `a partition of its own is made, and is another player`() async throws {
    var song = MusicFile(artist: "Sable Orchard", album: "Undertow")
    song.seconds = 3
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": song])
    var endpoint = MPDEndpoint([.socket(mpd.socket.string)])
    let common = MPDSession(endpoint, patience: RunningMPD.patience)
    endpoint.partition = "den"
    let own = MPDSession(endpoint, patience: RunningMPD.patience)
    #expect(try await own.status().partition == "den")
    #expect(try await common.status().partition == "default")
    try await mpd.mpc("add", "a/1.flac")
    #expect(try await common.queue().count == 1)
    #expect(try await own.queue().isEmpty)
    // It is there already for the next.
    #expect(try await MPDSession(endpoint, patience: RunningMPD.patience).status().partition == "den")
  }
}
