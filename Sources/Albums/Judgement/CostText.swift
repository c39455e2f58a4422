/// Describes what a scan cost and what it saved. The page and `albumscanctl show` use the same texts.
package enum CostText {
  /// What a paid step is for.
  package static func purpose(of step: Step) -> String {
    switch step {
    case .reading: "Reading the cover"
    case .search: "Searching the web"
    case .review: "Writing the review"
    default: step.rawValue
    }
  }

  /// "1,420 tokens in, 120 out, 2 searches".
  package static func usage(input: Int, output: Int, searches: Int) -> String {
    guard input + output + searches > 0 else { return "usage not stated" }
    let searched = searches == 0 ? "" : ", \(searches) \(searches == 1 ? "search" : "searches")"
    return "\(grouped(input)) tokens in, \(grouped(output)) out\(searched)"
  }

  /// Four decimals below ten cents, two above; "nothing" for none.
  package static func dollars(_ usd: Double) -> String {
    guard usd.isFinite, usd > 0 else { return "nothing" }
    let (scale, digits) = usd < 0.1 ? (10_000.0, 4) : (100.0, 2)
    let units = Int((min(usd, 1_000_000) * scale).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: Int(scale))
    let decimals = String(rest)
    return "$\(grouped(whole)).\(String(repeating: "0", count: digits - decimals.count))\(decimals)"
  }

  /// What was had without paying for it, a sentence each.
  /// - Parameters:
  ///   - isAdopted: what was read was taken over from another scan of the same photo.
  ///   - earlier: that scan, where it is known.
  package static func savings(
    of album: AlbumDocument, isAdopted: Bool = false, from earlier: ScanID? = nil
  ) -> [String] {
    var savings: [String] = []
    let found = album.identification
    let isSearched = album.cost.calls.contains { $0.step == .search }
    if found.by == .samePhoto || isAdopted {
      savings.append(samePhoto(earlier))
    } else if !isSearched, EvidenceText.isByCatalog(found.by, found.evidence) {
      savings.append("MusicBrainz knew the text on the cover, so no web search was paid for.")
    } else if found.by == .coverIndex || found.by == .barcode {
      savings.append("It was recognized without a model, so no reading was paid for.")
    }
    if found.by.isRead, !isAdopted {
      savings.append("Its text was read on this computer, so no reading was paid for.")
    }
    let wasRead = (found.extractedText != nil && !found.by.isRead) || found.evidence.contains(where: \.isModel)
    if found.by != .samePhoto, !isAdopted, wasRead, !album.cost.calls.contains(where: { $0.step == .reading }) {
      savings.append("The same picture was read before, so the model’s stored answer was used.")
    }
    if album.review.cached == true {
      let day = album.review.writtenAt.map { " on \($0.prefix(10))" } ?? ""
      savings.append("The review was written for an earlier scan\(day), so it wasn’t paid for again.")
    }
    return savings
  }

  package static func samePhoto(_ earlier: ScanID?) -> String {
    let which = earlier.map { " (scan \($0))" } ?? ""
    return "The same photo was scanned before\(which), so nothing was read or searched again."
  }

  /// With a comma between thousands.
  package static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }
}
