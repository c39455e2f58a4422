import Albums
import DrawnCovers
import Foundation
import MusicFiles
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Photos of several sleeves, and several photos of one record: killed wherever chance wants it, again and again, each
/// sleeve comes to one result, and each photo is in one place.
@Suite struct SeveralTorture {
  enum Fate: String, CaseIterable { case move, keep, delete }

  @Test(arguments: Torture.chosen(Several.allCases))
  func `killed at any moment, each sleeve has one result, and photos of one record share one`(scene: Several)
    async throws
  {
    let (whole, pictures) = try await Self.withHome(.move) { home, _ in
      for (name, photo) in try scene.photos { try home.copy(photo, as: name) }
      let whole = try await home.callsOfOneRun()
      return (whole, home.pictures())
    }
    var chance = SeededRandom(Torture.seed &+ UInt64(whole))
    let rounds = (0..<Torture.rounds(2, full: 60)).map { round in
      Round(
        fate: Fate.allCases[(round + Int(Torture.seed % 3)) % 3],
        // The second start often has little to do.
        deaths: (0..<Int.random(in: 1...4, using: &chance)).map { number in
          let last = number == 0 ? whole : max(40, whole / (2 * number))
          return DiskFaults.Death(
            call: Int.random(in: 1...last, using: &chance), isTorn: Bool.random(using: &chance))
        },
        moments: round % 2 == 0
          ? [] : (0..<2).map { _ in .milliseconds(Int.random(in: 0...6000, using: &chance)) })
    }
    let kills = try await sideBySide(rounds) { round in
      try await Self.withHome(round.fate) { home, simulator in
        let photos = try scene.photos
        // Some come while the daemon runs.
        for (name, photo) in photos where round.moments.isEmpty { try home.copy(photo, as: name) }
        var story: [String] = ["\(scene), \(round.fate)"]
        var kills = round.moments.count
        for (start, moment) in round.moments.enumerated() {
          try await home.withDaemon { daemon in
            for (name, photo) in photos where start == 0 { try home.move(photo, as: name) }
            // Up to chance; nothing is waited for.
            try await Task.sleep(for: moment)
            daemon.killAtOnce()
          }
          story.append("killed after \(moment)")
        }
        for death in round.deaths {
          let run = try await home.run(["--once"], dying: death)
          guard run.wasKilled else { continue }
          kills += 1
          story.append(run.calls)
        }
        var last = try await home.run(["--once"])
        let said = story.joined(separator: ", then ")
        // Three calls for one scan that were cut off may be billed: another is made only if its owner asks for it.
        let undecided = try await Row.all(in: home).filter { $0.heldBy == "unanswered" }
        if !undecided.isEmpty {
          #expect(kills >= 3 && last.ended.code == 2, "\(undecided), \(said)")
          for scan in undecided { #expect(try await home.ctl("retry", "\(scan.id)").code == 0, "\(said)") }
          last = try await home.run(["--once"])
        }
        #expect(last.ended.code == 0, "\(said): \(last.ended.errors)")
        try await Self.expectAll(of: scene, round.fate, in: home, pictures: pictures, said)
        #expect(simulator.violations.map(\.description) == [], "\(said)")
        let paid = simulator.paidCalls.count
        #expect(paid <= scene.paidCalls * (kills + 1), "\(simulator.paidCalls.map(\.question)), \(said)")
        let booked = try await home.asked("SELECT count(*) FROM expense WHERE state <> 'released'")
        #expect(try #require(Int(booked)) >= paid, "\(said)")
        return kills
      }
    }
    Torture.report(
      "crash: several: \(scene): \(rounds.count) rounds, \(kills.reduce(0, +)) kills, \(whole) calls a run, nothing lost"
    )
  }

  private struct Round: Sendable {
    let fate: Fate
    let deaths: [DiskFaults.Death]
    /// How long the daemon runs before it is killed.
    let moments: [Duration]
  }

  private static func withHome<Result: Sendable>(
    _ fate: Fate, _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Result
  ) async throws -> Result {
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.sleeves
    let settings: [String: String?] = [
      "photos.afterwards": fate.rawValue, "photos.togetherSeconds": "3600", "review.enabled": "false",
    ]
    return try await withTestHome(.anthropic, settings, options: options) { home, simulator in
      for (number, album) in Several.known.enumerated() {
        try home.writeTrack(try MusicFile(of: album), to: "\(number)/1.flac")
      }
      #expect(try await home.learn().code == 0)
      return try await body(home, simulator)
    }
  }

  /// - Parameter pictures: those that are kept where nothing is killed.
  private static func expectAll(
    of scene: Several, _ fate: Fate, in home: TestHome, pictures: Set<String>, _ story: String
  ) async throws {
    let photos = try scene.photos
    let said: Comment = "\(story)"
    let scans = try await Row.all(in: home)
    let bundles = try home.bundles()
    for bundle in bundles { try bundle.expectWhole() }
    let byPath = Dictionary(grouping: bundles) { "done/\($0.name)" }
    #expect(scans.allSatisfy { $0.joined == nil ? $0.state == "done" : $0.state == "rejected" }, "\(scans), \(story)")
    // Each bundle is one scan's.
    #expect(scans.compactMap(\.bundle).sorted() == byPath.keys.sorted(), said)
    for (name, sleeves) in scene.sleeves {
      let parts = scans.filter { $0.name == name }
      #expect(parts.map(\.part) == Array(1...sleeves.count), "\(parts), \(story)")
      #expect(Set(parts.map(\.photo)).count == 1, said)
      for part in parts {
        let document = try #require(part.bundle.flatMap { byPath[$0]?.first?.document }, said)
        #expect(document.photo.part?.number == part.part, said)
        #expect(document.photo.now == part.now, said)
      }
      let titles = parts.compactMap { part in part.bundle.flatMap { byPath[$0]?.first?.document.album.albumTitle } }
      #expect(titles.sorted() == sleeves.map(\.albumTitle).sorted(), said)
    }
    if !scene.together.isEmpty {
      let their = scans.filter { scene.together.contains($0.name) }
      #expect(their.map(\.name).sorted() == scene.together.sorted(), "\(their), \(story)")
      let target = try #require(their.filter { $0.joined == nil }.first, said)
      #expect(
        their.allSatisfy { $0.id == target.id || $0.joined == target.id && $0.bundle == nil }, "\(their), \(story)")
      let document = try #require(target.bundle.flatMap { byPath[$0]?.first?.document }, said)
      #expect(document.photos.map(\.name).sorted() == scene.together.sorted(), "\(document.photos), \(story)")
      for photo in document.photos { #expect(photo.now == their.first { $0.name == photo.name }?.now, said) }
    }
    // Each photo is one file, at the place that all its rows name.
    let inbox = Dictionary(
      uniqueKeysWithValues: home.names(in: "inbox").map { ($0, home.contents(of: home.inbox.appending($0))) })
    #expect(inbox == (fate == .keep ? photos : [:]), said)
    #expect(home.originals() == (fate == .move ? photos : [:]), said)
    #expect(home.files(below: home.root.appending("originals")).count == (fate == .move ? photos.count : 0), said)
    for scan in scans {
      switch fate {
      case .delete: #expect(scan.now == nil, "\(scan), \(story)")
      case .move, .keep:
        let now = try #require(scan.now, "\(scan), \(story)")
        #expect(home.contents(of: home.root.appending(now)) == photos[scan.name], "\(scan), \(story)")
        #expect(scan.path == home.root.appending(now).string, "\(scan), \(story)")
      }
    }
    #expect(home.leftovers() == [], said)
    #expect(home.pictures() == pictures, said)
    #expect(try await home.asked("SELECT count(*) FROM followUp WHERE kind = 'photos'") == "0", said)
    try await home.expectSoundLedger(after: story)
  }

  /// A scan, as the ledger has it.
  private struct Row: Decodable, Sendable {
    let id: Int
    let name: String
    let state: String
    let heldBy: String?
    let part: Int?
    let photo: String
    let joined: Int?
    let bundle: String?
    let path: String
    let now: String?

    static func all(in home: TestHome) async throws -> [Row] {
      let rows = try await home.asked(
        """
        SELECT json_group_array(json_object('id', id, 'name', name, 'state', state, 'heldBy', heldBy,
          'part', part, 'photo', coalesce(photoDigest, digest), 'joined', joined, 'bundle', bundle,
          'path', CAST(path AS TEXT), 'now', photoNow)) FROM (SELECT * FROM scan WHERE deleted IS NULL ORDER BY name, part)
        """)
      return try JSONDecoder().decode([Row].self, from: Data(rows.utf8))
    }
  }
}

/// What is there when the crashes begin.
enum Several: String, CaseIterable, Sendable {
  case two, four, record, all

  /// The rest has to be asked about.
  static let known = Array(DrawnCollection.sleeves.prefix(3))

  /// The albums in a photo, by its name.
  var sleeves: [String: [DrawnAlbum]] {
    let albums = DrawnCollection.sleeves
    return switch self {
    case .two: ["two.jpg": [albums[2], albums[4]]]
    case .four: ["four.jpg": Array(albums[0..<4])]
    case .record: [:]
    case .all: ["two.jpg": [albums[2], albums[4]], "four.jpg": Array(albums[0..<4])]
    }
  }

  /// The names of the photos of one record: its front, another frame of it, and its back.
  var together: [String] { self == .two || self == .four ? [] : ["front.jpg", "frame.jpg", "back.jpg"] }

  var photos: [String: Data] {
    get throws {
      // `SpreadTests` shows that sleeves on a wall are found.
      var photos = try sleeves.mapValues { try SpreadPhoto($0, .wall, number: 1).jpeg() }
      if !together.isEmpty {
        let album = DrawnCollection.sleeves[5]
        let front = try Photos.front(album)
        photos["front.jpg"] = Self.taken(0, front)
        photos["frame.jpg"] = Self.taken(1, Photos.copy(1, of: front))
        photos["back.jpg"] = Self.taken(20, try Photos.photo(.back(album)))
      }
      return photos
    }
  }

  /// Without any crash, at the most.
  var paidCalls: Int { self == .all ? 3 : 1 }

  private static func taken(_ second: Int, _ photo: Data) -> Data {
    ExifBlock(gps: false, taken: "2026:11:21 14:03:\(10 + second)").added(to: photo)
  }
}

extension TestHome {
  /// The names of the pictures that are kept.
  fileprivate func pictures() -> Set<String> {
    Set(files(below: state.appending("pictures")).compactMap { $0.lastComponent?.string })
  }
}
