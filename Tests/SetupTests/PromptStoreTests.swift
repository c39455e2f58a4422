import Setup
import SystemPackage
import TestSupport
import Testing

@Suite struct PromptStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shelf(program: String?, environment: [String: String] = [:]) -> PromptStore {
    PromptStore(own: folder.appending("own"), program: program.map(folder.appending), environment: environment)
  }

  private func write(_ text: String, to name: String) throws {
    try folder.makeFolder(FilePath(name).removingLastComponent().string)
    try folder.write(text.utf8, to: name)
  }

  @Test(arguments: [
    ("usr/share/albumscan/prompts", "usr/bin/albumscand"),
    ("usr/share/albumscan/prompts", "usr/libexec/albumscan/albumscand"),
    ("checkout/Prompts", "checkout/.build/x86_64-unknown-linux-gnu/debug/albumscand"),
  ])
  func `installed prompts are found from where the program runs`(place: String, program: String) throws {
    try write("Look.", to: "\(place)/album_review.txt")
    let prompt = try shelf(program: program).prompt(named: "album_review")
    #expect(prompt.text == "Look.")
    #expect(prompt.origin == folder.appending("\(place)/album_review.txt"))
  }

  @Test func `the user's own prompt stands over the installed one, which stays known`() throws {
    try write("Installed.", to: "usr/share/albumscan/prompts/album_review.txt")
    try write("Mine.", to: "own/album_review.txt")
    let shelf = shelf(program: "usr/bin/albumscand")
    #expect(try shelf.prompt(named: "album_review").text == "Mine.")
    #expect(try shelf.original(named: "album_review").text == "Installed.")
    #expect(try shelf.override(named: "album_search") == nil)
  }

  @Test func `a package may keep its prompts elsewhere`() throws {
    try write("Elsewhere.", to: "opt/prompts/album_search.txt")
    let shelf = shelf(
      program: "usr/bin/albumscand", environment: ["ALBUMSCAN_PROMPTS": folder.appending("opt/prompts").string])
    #expect(try shelf.prompt(named: "album_search").text == "Elsewhere.")
  }

  @Test func `a missing prompt is told with the places that were looked in`() throws {
    let error = #expect(throws: PromptError.self) { try shelf(program: nil).prompt(named: "album_search") }
    #expect(
      error?.description == "the prompt 'album_search.txt' isn't in any of \(folder.path.string)/own; "
        + "reinstall AlbumScan, or name the folder in ALBUMSCAN_PROMPTS")
  }

  @Test(arguments: [(Array(" \n".utf8), "is empty"), ([0xFF, 0xFE], "isn't UTF-8 text")])
  func `an override that can't be used isn't passed over`(bytes: [UInt8], reason: String) throws {
    try folder.makeFolder("own")
    let path = try folder.write(bytes, to: "own/album_search.txt")
    let error = #expect(throws: PromptError.self) { try shelf(program: nil).prompt(named: "album_search") }
    #expect(error == .unusable(path, reason))
  }
}
