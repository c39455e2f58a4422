import Testing

@testable import MPD
@testable import Wallet

/// What putting in and taking out come to, for whatever is in the queue.
@Suite struct PlayDecisionTests {
  private static let disc = ["a/1", "a/2"]

  private func queue(_ files: [String]) -> [QueueEntry] {
    files.enumerated().map { QueueEntry(song: Song(file: $1), position: $0, id: 10 + $0) }
  }

  private func status(_ state: PlayerStatus.State) -> PlayerStatus { PlayerStatus(state: state) }

  private func loaded(_ files: [String], before: [String] = [], behind: [String]? = nil) -> LoadedDisc {
    LoadedDisc(
      PlayableDisc(id: "cccccccc", artistName: "A", albumTitle: "B", files: files),
      before: QueueSnapshot(status(.stop), queue(before)), behind: behind)
  }

  private func decision(
    _ state: PlayerStatus.State, _ files: [String], track: Int? = nil, loaded: [String]? = nil, force: Bool = false
  ) -> PlayDecision {
    PlayDecision(
      Self.disc, track: track, status(state), queue(files), loaded: loaded.map { self.loaded($0) }, force: force)
  }

  @Test func `the queue says whether the disc is in, not a memory`() {
    #expect(decision(.play, Self.disc) == .isPlaying)
    #expect(decision(.pause, Self.disc) == .goOn)
    #expect(decision(.stop, Self.disc) == .begin(id: 10, file: "a/1"))
    #expect(decision(.pause, Self.disc, track: 1) == .begin(id: 11, file: "a/2"))
    #expect(decision(.play, Self.disc, loaded: ["x"]) == .isPlaying)
    // The same songs otherwise aren't the disc.
    #expect(decision(.pause, ["a/2", "a/1"]) == .refuse(songs: 2))
    #expect(decision(.pause, Self.disc + ["b/1"], loaded: Self.disc) == .refuse(songs: 3))
    #expect(decision(.pause, ["a/1"], loaded: Self.disc) == .refuse(songs: 1))
  }

  @Test func `only what AlbumScan put there, or nothing, gives way`() {
    #expect(decision(.stop, []) == .swap)
    #expect(decision(.play, ["c/1"], loaded: ["c/1"]) == .swap)
    #expect(decision(.play, ["c/1"]) == .refuse(songs: 1))
    #expect(decision(.play, ["c/1"], loaded: ["c/2"]) == .refuse(songs: 1))
    #expect(decision(.play, ["c/1"], force: true) == .swap)
    #expect(decision(.pause, Self.disc, force: true) == .goOn)
  }

  @Test func `files whose names look alike are different files`() {
    let composed = PlayDecision(
      ["\u{E9}"], track: nil, status(.pause), queue(["e\u{301}"]), loaded: nil, force: false)
    #expect(composed == .refuse(songs: 1))
  }

  @Test func `the disc comes out where the queue is as it was made, or empty`() {
    let disc = loaded(Self.disc)
    #expect(EjectDecision(disc, queue(Self.disc), force: false) == .restore(disc))
    #expect(EjectDecision(disc, [], force: false) == .restore(disc))
    #expect(EjectDecision(disc, queue(["b/1"]), force: false) == .refuse(songs: 1))
    #expect(EjectDecision(disc, queue(["b/1"]), force: true) == .restore(disc))
    #expect(EjectDecision(nil, queue(Self.disc), force: true) == .nothingIn)
  }

  @Test func `what was cut off in the middle gives way, and what is back already stays`() {
    let own = ["x/1", "x/2"]
    let disc = loaded(Self.disc, before: own)
    // While it was put in, and while it was taken out.
    #expect(EjectDecision(disc, queue(own + Self.disc), force: false) == .restore(disc))
    #expect(EjectDecision(disc, queue(Self.disc + own), force: false) == .restore(disc))
    // In the place of another disc.
    let second = loaded(Self.disc, before: own, behind: ["b/1"])
    for files in [["b/1"], ["b/1"] + Self.disc] {
      #expect(EjectDecision(second, queue(files), force: false) == .restore(second), "\(files)")
    }
    #expect(EjectDecision(second, queue(own + Self.disc), force: false) == .refuse(songs: 4))
    let other = PlayDecision(
      ["c/1"], track: nil, status(.play), queue(own + Self.disc), loaded: disc, force: false)
    #expect(other == .swap)
    for files in [["x/1"] + Self.disc, Self.disc + ["x/1"], own + ["a/1"], own + own] {
      #expect(EjectDecision(disc, queue(files), force: false) == .refuse(songs: files.count), "\(files)")
    }
    #expect(EjectDecision(disc, queue(own), force: false) == .forget(disc))
    #expect(EjectDecision(disc, queue(own), force: true) == .forget(disc))
  }

  @Test func `outputs are borrowed where there is none to be heard`() {
    let dummy = AudioOutput(name: "dac", isEnabled: true, isDummy: true)
    let real = AudioOutput(name: "dac", isEnabled: true, isDummy: false)
    let off = AudioOutput(name: "hdmi", isEnabled: false, isDummy: false)
    #expect(OutputLoan.wanted(own: [], common: [real, off]) == ["dac"])
    #expect(OutputLoan.wanted(own: [dummy], common: [real]) == ["dac"])
    #expect(OutputLoan.wanted(own: [real], common: [off]) == [])
    // MPD was started anew while it was lent.
    #expect(OutputLoan.wanted(own: [], common: [off], lent: ["hdmi"]) == ["hdmi"])
  }
}
