internal import Albums

/// The accuracy of recognition: the document of `eval --json`.
struct EvalReport: Encodable, Sendable {
  /// Where a photo was lost.
  enum Loss: String, Codable, CaseIterable, Sendable {
    /// Its cover wasn't among those that were compared with it.
    case notACandidate = "not-a-candidate"
    /// Its sleeve wasn't found, and its cover was compared and refused.
    case noOutline = "no-outline"
    /// Its cover was compared and refused.
    case refused
    /// Its cover was found, and another one as well.
    case betweenTwo = "between-two"
    /// Its cover was found, but as one that only lies beside what the photo is of.
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

  /// What came of one photo.
  struct Entry: Encodable, Sendable {
    let photo: String
    let camera: String
    /// The cover that it shows; nil where none of the folder's.
    @Nullable var cover: String?
    /// The cover that it was taken to show; nil where there was no answer.
    @Nullable var answer: String?
    /// Of the answer, or of the likeliest cover.
    var inliers = 0
    var cells = 0
    /// The likeliest covers, three at most.
    var likeliest: [String] = []
    /// The answer when the right cover isn't known.
    @Nullable var answerWithoutCover: String?
    /// What comparing the photo with its cover gave: `accepted`, `contradicted` or `undecided`; nil where that wasn't done.
    @Nullable var finding: String?
    /// Where the sleeve was found, as x and y of its corners in parts of the photo's width and height, upper left first, then
    /// clockwise; nil where it wasn't.
    @Nullable var sleeve: [[Double]]?
    /// Why its cover wasn't the answer; nil where it was, and for a photo of something else.
    @Nullable var lost: Loss?
    /// Covers that the photo doesn't show: how many were compared with it, and how many of them are certainly not in it.
    var othersCompared = 0
    var othersContradicted = 0
    /// From reading the photo to the answer.
    var milliseconds = 0.0
    /// The lines that were read on it; nil where nobody said what they should be, or nothing here can read.
    @Nullable var read: [String]?
    /// Which of `artist` and `title` they name; nil as before.
    @Nullable var namesRead: [String]?
    @Nullable var readingMilliseconds: Double?
    /// Why it couldn't be looked at.
    @Nullable var error: String?

    var isRight: Bool { cover != nil && answer == cover }
    var isWrong: Bool { answer != nil && answer != cover }
  }

  /// Shares, from 0 to 1; nil where there was nothing to count.
  struct Figures: Encodable, Sendable {
    let photos: Int
    /// How many of them show one of the covers.
    let withCover: Int
    /// Of those with a cover, how many were answered with it.
    @Nullable var rank1: Double?
    /// Of those with a cover, how many have it among the likeliest three.
    @Nullable var top3: Double?
    /// Of all, how many were answered with a wrong cover.
    @Nullable var falseAccepts: Double?
    /// Of all, how many are answered although the right cover isn't known.
    @Nullable var notInIndex: Double?
    /// Of the right covers that were compared, how many were said to be certainly not in the photo.
    @Nullable var rightContradicted: Double?
    /// Of the wrong ones.
    @Nullable var wrongContradicted: Double?
    @Nullable var medianMilliseconds: Double?
    /// Of all, in how many a sleeve was found.
    @Nullable var sleeveFound: Double?
    /// Of those that were read, on how many the artist, the title, or either of them.
    @Nullable var artistRead: Double?
    @Nullable var titleRead: Double?
    @Nullable var eitherRead: Double?
    @Nullable var medianReadingMilliseconds: Double?
    /// Of those with a cover, how many were lost where; only what occurred.
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

  struct Camera: Encodable, Sendable {
    let camera: String
    let figures: Figures
  }

  struct Unread: Encodable, Sendable {
    let file: String
    let error: String
  }

  let all: Figures
  let cameras: [Camera]
  let covers: Int
  /// Of the index, in bytes a cover.
  let bytesPerCover: Int
  let unread: [Unread]
  let perPhoto: [Entry]

  init(covers: Int, bytes: Int, unread: [Unread], entries: [Entry]) {
    all = Figures(entries)
    cameras = Dictionary(grouping: entries, by: \.camera).sorted { $0.key < $1.key }.map {
      Camera(camera: $0.key, figures: Figures($0.value))
    }
    self.covers = covers
    bytesPerCover = covers == 0 ? 0 : bytes / covers
    self.unread = unread + entries.compactMap { entry in entry.error.map { Unread(file: entry.photo, error: $0) } }
    perPhoto = entries
  }

  private enum Key: String, CodingKey {
    case schema, covers, bytesPerCover, usd, cameras, unread, perPhoto
  }

  func encode(to encoder: any Encoder) throws {
    try all.encode(to: encoder)
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode("albumscan/eval/1", forKey: .schema)
    try keys.encode(covers, forKey: .covers)
    try keys.encode(bytesPerCover, forKey: .bytesPerCover)
    // Everything happens on this computer.
    try keys.encode(0, forKey: .usd)
    try keys.encode(cameras, forKey: .cameras)
    try keys.encode(unread, forKey: .unread)
    try keys.encode(perPhoto, forKey: .perPhoto)
  }
}
