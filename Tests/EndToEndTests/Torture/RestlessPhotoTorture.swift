import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Photos that are touched, renamed, replaced or closed to us while they wait or are worked on.
@Suite struct RestlessPhotoTorture {
  @Test func `touched a hundred times while it is worked on, with a crash in between, it is one scan`() async throws {
    for wish in ["move", "keep"] {
      try await withTestHome(.anthropic, ["photos.afterwards": wish]) { home, simulator in
        let touching = """
          for i in $(seq 50); do touch "$INBOX/IMG.jpg"; touch -d "@$((i * 90000000))" "$INBOX/IMG.jpg"; chmod 64$((i % 5)) "$INBOX/IMG.jpg"; done
          """
        let photo = try Photos.front(DrawnCollection.undertow)
        try await home.withDaemon { daemon in
          simulator.slow(.anthropic, by: .seconds(8))
          try home.copy(photo, as: "IMG.jpg")
          try await until("the photo to be read") { !simulator.requests(to: .anthropic).isEmpty }
          try await home.sh(touching)
          daemon.killAtOnce()
        }
        try await home.withDaemon { _ in
          try await home.sh(touching)
          simulator.slow(.anthropic, by: .zero)
          try await home.scan(ofPhoto: "IMG.jpg", in: "done")
          if wish == "keep" { try await home.sh(touching) }
        }
        try await home.withDaemon { _ in
          try home.copy(try Photos.front(DrawnCollection.nightShift), as: "last.jpg")
          try await home.scan(ofPhoto: "last.jpg", in: "done")
        }
        #expect(try await home.scans() == ["IMG.jpg|done", "last.jpg|done"])
        #expect(try home.bundles().count == 2)
        #expect(simulator.paidCalls.count <= 5)
      }
    }
  }

  @Test func `replaced twenty times, it ends as its last version, and nothing is left over`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      for number in 1...20 { try home.copy(Photos.copy(number, of: photo), as: "\(number).jpg", into: "elsewhere") }
      try await home.withDaemon { _ in
        // By turns in one step, and in place.
        try await home.sh(
          """
          for i in $(seq 20); do
            if [ $((i % 3)) = 0 ]; then cat $i.jpg > "$INBOX/IMG.jpg"; else cp $i.jpg next; mv next "$INBOX/IMG.jpg"; fi
            sleep \(Torture.isFull ? "0.5" : "0.12")
          done
          """)
        let last = try await home.sh("sha256sum < 20.jpg").prefix(64)
        try await until("the last version to be done") {
          try await home.scans("digest, state").contains("\(last)|done")
        }
        try await until("nothing to be left") {
          try await home.scans("state").allSatisfy { ["done", "failed"].contains($0) }
        }
      }
      for failure in try await home.scans("state, reason") where failure.hasPrefix("failed") {
        #expect(failure == "failed|IMG.jpg was replaced by another photo before it could be read")
      }
      #expect(home.files(below: home.inbox).isEmpty)
      #expect(home.originals().values.contains(Photos.copy(20, of: photo)))
      try await home.expectSoundLedger()
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `renamed while they wait, and while they are worked on, they are one scan each`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      let count = Torture.rounds(4, full: 40)
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause")
        for number in 1...count { try home.copy(Photos.copy(number, of: photo), as: "\(number).jpg") }
        try await until("all to wait") { try await home.status().count("waiting") == count }
        // The line goes on in the moment in which they get other names.
        async let resumed = home.ctl("resume")
        try await home.sh(
          "mkdir \"$INBOX/named\"; for i in $(seq \(count)); do mv \"$INBOX/$i.jpg\" \"$INBOX/named/n$i.jpg\"; done")
        #expect(try await resumed.code == 0)
        try await until("all to be done") { try await home.status().count("done") == count }

        simulator.slow(.anthropic, by: .seconds(3))
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "early.jpg")
        try await until("it to be read") {
          simulator.requests(to: .anthropic).contains { _ in true } && (try? home.bundles().count == count) == true
        }
        try await home.sh("sleep 0.5; mv \"$INBOX/early.jpg\" \"$INBOX/late.jpg\"")
        try await until("it to be done") { try await home.status().count("done") == count + 1 }
      }
      #expect(try await home.scans("state") == (0...count).map { _ in "done" })
      #expect(home.files(below: home.inbox).isEmpty)
      #expect(Set(home.originals().keys) == Set((1...count).map { "n\($0).jpg" } + ["late.jpg"]))
    }
  }

  @Test func `what can't be read is waited for, and nobody is told of it any more once it is gone`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "closed.jpg", into: "elsewhere")
      try await home.withDaemon(readingAll: false) { _ in
        try await home.sh(
          """
          chmod 0 closed.jpg; cp closed.jpg gone.jpg 2> /dev/null || cp /dev/null gone.jpg; chmod 0 gone.jpg
          mkdir folder; chmod 0 folder; mv closed.jpg gone.jpg folder "$INBOX"
          """)
        try await until("status to tell of all three") {
          let codes = try await home.status().health.map(\.code)
          return ["closed.jpg", "gone.jpg", "folder"].allSatisfy { name in codes.contains { $0.hasSuffix("/\(name)") } }
        }
        try await home.sh("rm -f \"$INBOX/gone.jpg\"; rmdir \"$INBOX/folder\"; chmod 644 \"$INBOX/closed.jpg\"")
        try await home.bundle(ofPhoto: "closed.jpg")
        try await until("status to be content") { try await home.status().health.isEmpty }
      }
      #expect(try await home.scans() == ["closed.jpg|done"])
    }
  }
}
