internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records

/// `albumscanctl mark`
struct MarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Put albums on a list (owned, wanted, heard, or any name), or rate them.",
    discussion: """
      For example: albumscanctl mark 17 18 wanted

      A list belongs to the album, so all scans of it are on it. An album that you own isn't wanted anymore. A scan that \
      isn't done yet is put on the list once its album is known. Case doesn't matter: Wanted is wanted.

      A folder in the inbox does the same for the photos in it: inbox/wanted/, inbox/Lisbon 2026/.
      """)

  @Argument(
    help: ArgumentHelp("The scans' numbers, and the list's name.", valueName: "ID|LIST"), completion: .scansAndLists)
  var words: [String] = []

  @Flag(help: "Take them off the list. With --rating: take your rating back.")
  var remove = false

  @Option(help: ArgumentHelp("Your own rating, from 0 to 10.", valueName: "number"))
  var rating: Double?

  @OptionGroup var options: CommonOptions

  /// The numbers come first; a list may have a number as its name.
  private var ids: [ScanID] {
    let numbers = words.prefix { Int64($0).map { $0 > 0 } ?? false }.compactMap(Int64.init)
    return (rating == nil && numbers.count == words.count ? numbers.dropLast() : numbers[...]).map(ScanID.init)
  }

  /// Nil for a rating alone.
  private var list: String? { words.count == ids.count + 1 ? words.last : nil }

  func validate() throws {
    if let rating, !(0...10).contains(rating) { throw ValidationError("--rating is a number from 0 to 10.") }
    if words.count > ids.count + 1 {
      throw ValidationError(
        "\(words[ids.count]) isn't a scan's number. Put a list's name with spaces in quotation marks: "
          + "albumscanctl mark 17 \"Lisbon 2026\"")
    }
    if ids.isEmpty { throw ValidationError("Name a scan. See: albumscanctl history") }
    if list == nil, rating == nil {
      throw ValidationError("Name a list, such as owned, wanted, or heard, or give a --rating.")
    }
    if let list { _ = try ListName.checked(list) }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let list = list.flatMap(ListName.init(name:))
    var actions = ScanActionReport()
    for id in ids { actions.note(id, try await mark(id, as: list, in: context.ledger)) }
    if !actions.carriedOut.isEmpty { context.remarkIfStopped() }
    try actions.report("mark/1", on: context, done: done(list))
  }

  private func mark(_ id: ScanID, as list: ListName?, in ledger: Ledger) async throws -> CommandOutcome {
    let now = Date()
    if let rating {
      let outcome = try await ledger.rate(id, remove ? nil : rating, now: now)
      if outcome != .carriedOut { return outcome }
    }
    guard let list else { return .carriedOut }
    return try await remove ? ledger.unmark(id, as: list, now: now) : ledger.mark(id, as: list, now: now)
  }

  private func done(_ list: ListName?) -> String {
    let words = [
      list.map { remove ? "was taken off the list \($0)" : "goes on the list \($0)" },
      rating.map { remove ? "has no rating of yours anymore" : "has your rating \(String(format: "%.1f", $0))" },
    ]
    return words.compactMap(\.self).joined(separator: ", and ")
  }
}
