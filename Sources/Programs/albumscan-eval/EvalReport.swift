internal import Albums
internal import Console

/// The accuracy of recognition: the document of `albumscan-eval --json`.
struct EvalReport: Encodable, Sendable {
  /// Where a photo was lost.
  enum Loss: String, Codable, CaseIterable, Sendable {
    /// The right cover wasn't among those that were compared.
    case notACandidate = "not-a-candidate"
    /// No sleeve was found, and the right cover was compared but not accepted.
    case noOutline = "no-outline"
    /// The right cover was compared but not accepted.
    case refused
    /// The right cover was found, but so was another one.
    case betweenTwo = "between-two"
    /// The right cover was found, but not as the photo's subject.
    case beside
    /// Another cover was the answer.
    case takenForAnother = "taken-for-another"

    var words: String {
      switch self {
      case .notACandidate: "not compared with its cover"
      case .noOutline: "no sleeve found"
      case .refused: "compared and rejected"
      case .betweenTwo: "two covers fit equally well"
      case .beside: "found, but not as the photo's subject"
      case .takenForAnother: "mistaken for another cover"
      }
    }
  }

  /// The result for one photo.
  struct Entry: Encodable, Sendable {
    let photo: String
    let camera: String
    /// The cover that it shows; null if it is none of the folder's.
    @Nullable var cover: String?
    /// The cover it was recognized as; null if there was no answer.
    @Nullable var answer: String?
    /// Of the answer, or else of the most likely cover.
    var inliers = 0
    var cells = 0
    /// The most likely covers, at most three.
    var likeliest: [String] = []
    /// The answer with the right cover removed from the index.
    @Nullable var answerWithoutCover: String?
    /// The result of comparing the photo with the right cover: `accepted`, `contradicted`, or `undecided`; null if they
    /// weren't compared.
    @Nullable var finding: String?
    /// The sleeve's corners as x and y in fractions of the photo's width and height, upper left first, then clockwise;
    /// null if none was found.
    @Nullable var sleeve: [[Double]]?
    /// Why the right cover wasn't the answer; null if it was, and for a photo of something else.
    @Nullable var lost: Loss?
    /// Covers that the photo doesn't show: how many were compared with it, and how many of these were contradicted.
    var othersCompared = 0
    var othersContradicted = 0
    /// From reading the photo to the answer; and of this, until its features were known.
    var milliseconds = 0.0
    var studyMilliseconds = 0.0
    /// The lines of text in it; null without names.csv, or without the text recognition models.
    @Nullable var read: [String]?
    /// Which of `artist` and `title` they contain; null likewise.
    @Nullable var namesRead: [String]?
    @Nullable var readingMilliseconds: Double?
    /// Why it couldn't be processed.
    @Nullable var error: String?

    var isRight: Bool { cover != nil && answer == cover }
    var isWrong: Bool { answer != nil && answer != cover }
  }

  /// Shares from 0 to 1; null if there was nothing to count.
  struct Figures: Encodable, Sendable {
    let photos: Int
    /// How many photos show one of the covers.
    let withCover: Int
    /// Of the photos with a cover: the share recognized as that cover.
    @Nullable var rank1: Double?
    /// Of the photos with a cover: the share with it among the three most likely.
    @Nullable var top3: Double?
    /// Of all photos: the share recognized as a wrong cover.
    @Nullable var falseAccepts: Double?
    /// Of all photos: the share recognized as some cover although the right one was removed.
    @Nullable var notInIndex: Double?
    /// Of the right covers that were compared: the share declared to be certainly absent.
    @Nullable var rightContradicted: Double?
    /// The same for the wrong covers.
    @Nullable var wrongContradicted: Double?
    @Nullable var medianMilliseconds: Double?
    /// Of all photos: the share in which a sleeve was found.
    @Nullable var sleeveFound: Double?
    /// Of the photos that were read: the share in which the artist, the title, or either was read.
    @Nullable var artistRead: Double?
    @Nullable var titleRead: Double?
    @Nullable var eitherRead: Double?
    @Nullable var medianReadingMilliseconds: Double?
    /// How many photos with a cover were lost at each point; only points that occurred.
    let lost: [String: Int]

    init(_ entries: [Entry]) {
      let withCover = entries.filter { $0.cover != nil }
      func share(_ part: [Entry], of whole: [Entry]) -> Nullable<Double> {
        Nullable(whole.isEmpty ? nil : Double(part.count) / Double(whole.count))
      }
      photos = entries.count
      self.withCover = withCover.count
      _rank1 = share(withCover.filter(\.isRight), of: withCover)
      _top3 = share(withCover.filter { $0.likeliest.contains($0.cover ?? "") }, of: withCover)
      _falseAccepts = share(entries.filter(\.isWrong), of: entries)
      _notInIndex = share(entries.filter { $0.answerWithoutCover != nil }, of: entries)
      let compared = entries.filter { $0.finding != nil }
      _rightContradicted = share(compared.filter { $0.finding == "contradicted" }, of: compared)
      let others = entries.reduce(0) { $0 + $1.othersCompared }
      let contradicted = entries.reduce(0) { $0 + $1.othersContradicted }
      _wrongContradicted = Nullable(others == 0 ? nil : Double(contradicted) / Double(others))
      _sleeveFound = share(entries.filter { $0.sleeve != nil }, of: entries)
      lost = Dictionary(grouping: entries.compactMap(\.lost), by: \.rawValue).mapValues(\.count)
      let read = entries.filter { $0.namesRead != nil }
      _artistRead = share(read.filter { $0.namesRead?.contains("artist") == true }, of: read)
      _titleRead = share(read.filter { $0.namesRead?.contains("title") == true }, of: read)
      _eitherRead = share(read.filter { $0.namesRead?.isEmpty == false }, of: read)
      func median(_ times: [Double]) -> Nullable<Double> {
        Nullable(times.isEmpty ? nil : times.sorted()[times.count / 2])
      }
      _medianReadingMilliseconds = median(entries.compactMap(\.readingMilliseconds))
      _medianMilliseconds = median(entries.map(\.milliseconds))
    }
  }

  let all: Figures
  let cameras: [(camera: String, figures: Figures)]
  let covers: Int
  /// The size of the index, in bytes per cover.
  let bytesPerCover: Int
  let unread: [(file: String, error: String)]
  let perPhoto: [Entry]

  init(covers: Int, bytes: Int, unread: [(file: String, error: String)], entries: [Entry]) {
    all = Figures(entries)
    cameras = Dictionary(grouping: entries, by: \.camera).sorted { $0.key < $1.key }.map {
      ($0.key, Figures($0.value))
    }
    self.covers = covers
    bytesPerCover = covers == 0 ? 0 : bytes / covers
    self.unread = unread + entries.compactMap { entry in entry.error.map { (entry.photo, $0) } }
    perPhoto = entries
  }

  func encode(to encoder: any Encoder) throws {
    try all.encode(to: encoder)
    let others: JSONObject = [
      "schema": "albumscan/eval/1", "covers": covers, "bytesPerCover": bytesPerCover,
      // Everything happens on this computer, so it costs nothing.
      "usd": 0, "cameras": cameras.map { ["camera": $0.camera, "figures": $0.figures] as JSONObject },
      "unread": unread.map { ["file": $0.file, "error": $0.error] as JSONObject }, "perPhoto": perPhoto,
    ]
    try others.encode(to: encoder)
  }
}
