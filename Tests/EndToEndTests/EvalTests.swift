import DrawnCovers
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `albumscan-eval`: drawn covers, drawn photos of them, and what it says about both.
@Suite struct EvalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func eval(_ arguments: [String] = []) async throws -> ProgramResult {
    let result = try await run(
      .path(BuiltProgram.eval), arguments: Arguments([folder.path.string] + arguments),
      environment: .custom(["HOME": folder.appending("home").string]), output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    return ProgramResult(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
  }

  private func drawCovers(_ numbers: [Int]) throws {
    try folder.makeFolder("covers")
    for number in numbers { try folder.write(InventedCover(number).jpeg(size: 500), to: "covers/\(number).jpg") }
  }

  @Test func `it counts who is recognized, who isn't, and who is taken for another`() async throws {
    try drawCovers([0, 2, 6, 8])
    for camera in ["good", "poor"] { try folder.makeFolder("photos/\(camera)") }
    for number in [0, 2, 6] {
      try folder.write(HardPhoto(InventedCover(number), .plain).jpeg(), to: "photos/good/\(number).jpg")
    }
    // One of something else, one whose label is wrong, and one that is no photo.
    try folder.write(HardPhoto(InventedCover(14), .tilted).jpeg(), to: "photos/poor/stranger.jpg")
    try folder.write(HardPhoto(InventedCover(6), .tilted).jpeg(), to: "photos/poor/8.jpg")

    let ended = try await eval(["--json"])
    #expect(ended.code == 0, "\(ended.errors)")
    let report = try ended.document()
    #expect(
      Set(report.keys) == [
        "schema", "photos", "covers", "withCover", "rank1", "top3", "falseAccepts", "notInIndex", "medianMilliseconds",
        "rightContradicted", "wrongContradicted", "sleeveFound", "lost", "artistRead", "titleRead", "eitherRead",
        "medianReadingMilliseconds", "bytesPerCover", "usd", "cameras", "unread", "perPhoto",
      ])
    #expect(report["schema"] as? String == "albumscan/eval/1")
    #expect(report["photos"] as? Int == 5)
    #expect(report["covers"] as? Int == 4)
    #expect(report["withCover"] as? Int == 4)
    #expect(report["rank1"] as? Double == 0.75)
    #expect(report["falseAccepts"] as? Double == 0.2)
    // The wrong label: what it is taken for is known all the same.
    #expect(report["notInIndex"] as? Double == 0.2)
    #expect(try #require(report["medianMilliseconds"] as? Double) > 0)
    let photos = try #require(report["perPhoto"] as? [[String: Any]])
    #expect(
      photos.map { $0["photo"] as? String } == [
        "good/0.jpg", "good/2.jpg", "good/6.jpg", "poor/8.jpg", "poor/stranger.jpg",
      ])
    #expect(photos.map { $0["answer"] as? String } == ["0", "2", "6", "6", nil])
    #expect(photos.map { $0["cover"] as? String } == ["0", "2", "6", "8", nil])
    #expect(photos.allSatisfy { $0.keys.contains("error") && $0["milliseconds"] is Double })
    #expect((photos[0]["inliers"] as? Int ?? 0) >= 10)
    #expect(photos.map { $0["lost"] as? String } == [nil, nil, nil, "taken-for-another", nil])
    #expect(report["lost"] as? [String: Int] == ["taken-for-another": 1])
    #expect(photos.allSatisfy { $0.keys.contains("sleeve") })
    let found = photos.compactMap { $0["sleeve"] as? [[Double]] }
    #expect(found.allSatisfy { $0.count == 4 && $0.allSatisfy { $0.count == 2 } })
    #expect(report["sleeveFound"] as? Double == Double(found.count) / 5)
    #expect((report["cameras"] as? [[String: Any]])?.map { $0["camera"] as? String } == ["good", "poor"])
    // The user's own index and ledger play no part.
    #expect(folder.names(in: "home").isEmpty)

    let words = try await eval(["--crops", folder.appending("crops").string])
    #expect(words.code == 0)
    #expect(words.output.contains("good"))
    #expect(words.output.contains("Lost: 1 mistaken for another cover"))
    #expect(folder.names(in: "crops").count == 5)
    #expect(words.output.contains("75.0%"))
    #expect(words.output.contains("poor/8.jpg: mistaken for 6"))
  }

  @Test func `a file says what a photo shows where its name doesn't`() async throws {
    try drawCovers([2, 6])
    try folder.write(HardPhoto(InventedCover(2), .plain).jpeg(), to: "IMG_1, first.jpg")
    try folder.makeFolder("photos")
    try folder.write(HardPhoto(InventedCover(6), .plain).jpeg(), to: "photos/IMG_2.jpg")
    try folder.write(HardPhoto(InventedCover(14), .plain).jpeg(), to: "photos/IMG_3.jpg")
    let labels = "photo,cover\r\n\"IMG_1, first.jpg\",2.jpg\nIMG_2.jpg,6\nIMG_3.jpg,\n"
    try folder.write(labels.utf8, to: "labels.csv")
    let report = try await eval(["--json"]).document()
    #expect(report["rank1"] as? Double == 1)
    #expect(report["falseAccepts"] as? Double == 0)
    #expect(report["withCover"] as? Int == 2)

    try folder.write("photo,cover\nIMG_2.jpg,7\n".utf8, to: "labels.csv")
    let wrong = try await eval()
    #expect(wrong.code == 1)
    #expect(wrong.errors.contains("there is no cover 7"))
  }

  @Test func `photos without a known cover, and files that are none, are no reason to stop`() async throws {
    try drawCovers([2])
    try folder.write("no image".utf8, to: "covers/broken.jpg")
    try folder.makeFolder("photos/phone")
    try folder.write(HardPhoto(InventedCover(14), .plain).jpeg(), to: "photos/phone/x.jpg")
    try folder.write("no image".utf8, to: "photos/phone/y.jpg")
    let ended = try await eval(["--json"])
    #expect(ended.code == 2)
    let report = try ended.document()
    #expect(report["rank1"] is NSNull)
    #expect(report["falseAccepts"] as? Double == 0)
    #expect((report["unread"] as? [[String: Any]])?.count == 2)
  }

  @Test func `a folder of another shape is refused with the shape it should have`() async throws {
    for (made, said) in [("nothing", "contains no covers"), ("covers", "contains no photos")] {
      if made == "covers" { try drawCovers([2]) }
      let ended = try await eval()
      #expect(ended.code == 1)
      #expect(ended.errors.contains(said) && ended.errors.contains("covers/NAME.jpg"), "\(ended.errors)")
      #expect(ended.output.isEmpty)
    }
    let ended = try await run(
      .path(BuiltProgram.eval), arguments: ["/nowhere"], output: .string(limit: 1000),
      error: .string(limit: 1000))
    #expect(ended.terminationStatus == .exited(1))
    #expect(ended.standardError.contains("/nowhere isn't a folder"))
  }
}
