/// Artist and title of an album as designers set them: in one of many faces, in the colors of its picture, level, aslant, up
/// the side or on an arc, on a panel or over the picture.
struct Typesetting {
  private enum Layout: CaseIterable {
    case aboveAndBelow, together, below, aslant, upTheSide, onAnArc
  }

  private let album: DrawnAlbum
  private let face: Typeface
  private let ink: Color
  private let paper: Color

  init(of album: DrawnAlbum, _ random: inout SeededRandom) {
    self.album = album
    let faces = Typeface.Name.allCases
    let name = faces[Int(random.next() % UInt64(faces.count))]
    face = Self.printed { () throws(Typeface.Failure) in try Typeface(name) }
    paper = album.palette[4]
    ink = paper.isLight ? Color(0x151515) : Color(0xF6F2E8)
  }

  func draw(on canvas: borrowing Canvas, _ random: inout SeededRandom) {
    let isUpper = random.next() % 2 == 0
    let (artist, title) = (
      isUpper ? album.artistName.uppercased() : album.artistName,
      random.next() % 4 == 0 ? album.albumTitle.lowercased() : album.albumTitle
    )
    // Over the picture itself there is a shadow, as designers give it where the ground is restless.
    let isOnPanel = random.next() % 3 != 0
    let size = random.between(64, 110)
    func set(_ text: String, _ x: Double, _ y: Double, _ size: Double, angle: Double = 0, bend: Double = 0) {
      let size = min(size, size * 880 / length(text, size))
      if isOnPanel, angle == 0, bend == 0 {
        canvas.rectangle(x - 16, y - size, length(text, size) + 32, size * 1.35, paper)
      } else {
        let course = Typeface.Course(x: x + size / 18, y: y + size / 18, angle: angle, bend: bend)
        write(text, on: canvas, along: course, size, paper)
      }
      write(text, on: canvas, along: Typeface.Course(x: x, y: y, angle: angle, bend: bend), size, ink)
    }
    switch Layout.allCases[Int(random.next() % UInt64(Layout.allCases.count))] {
    case .aboveAndBelow:
      set(artist, 60, 150, size)
      set(title, 60, 900, size * 0.8)
    case .together:
      set(artist, 60, 420, size)
      set(title, 60, 420 + size * 1.4, size * 0.75)
    case .below:
      set(title, 60, 830, size)
      set(artist, 60, 830 + size * 1.2, size * 0.6)
    case .aslant:
      let angle = random.between(-0.3, -0.12)
      set(artist, 70, 400, size, angle: angle)
      set(title, 90, 400 + size * 1.7, size * 0.8, angle: angle)
    case .upTheSide:
      set(artist, 140, 950, size, angle: -.pi / 2)
      set(title, 140 + size * 1.3, 950, size * 0.8, angle: -.pi / 2)
    case .onAnArc:
      let bend = 1.2 / max(1, min(880, length(artist, size)))
      set(artist, 80, 330, size, angle: -0.6, bend: bend)
      set(title, 60, 900, size * 0.8)
    }
  }

  private func length(_ text: String, _ size: Double) -> Double {
    Self.printed { () throws(Typeface.Failure) in try face.length(of: text, size: size) }
  }

  private func write(
    _ text: String, on canvas: borrowing Canvas, along course: Typeface.Course, _ size: Double, _ color: Color
  ) {
    do { try face.draw(text, on: canvas, along: course, size: size, color: color) } catch { Self.giveUp(error) }
  }

  private static func printed<Value>(_ body: () throws(Typeface.Failure) -> Value) -> Value {
    do { return try body() } catch { giveUp(error) }
  }

  /// Nothing is drawn without its fonts.
  static func giveUp(_ failure: Typeface.Failure) -> Never {
    fatalError("FreeType's error \(failure.number): a font is missing or broken; scripts/setup installs them")
  }
}
