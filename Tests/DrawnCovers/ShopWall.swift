/// What stands behind a sleeve that is looked at in a shop, seen from the front.
enum ShopWall {
  /// Of one wall.
  static let mostMagazines = 7 * 9

  /// Four to six shelves full of records, of which one sees the spines.
  static func shelves(_ random: inout SeededRandom) -> Canvas {
    let canvas = Canvas(width: 1000, height: 1340, color: Color(0x17130f))
    let count = Int(4 + random.next() % 3)
    let wood = Color.between(40, 150, &random)
    let shelf = 1340 / Double(count)
    for number in 0..<count {
      let bottom = Double(number + 1) * shelf - 16
      canvas.rectangle(0, bottom, 1000, 16, wood)
      var x = random.between(-20, 0)
      while x < 1000 {
        // Boards stand between the boxes.
        if random.next() % 60 == 0 {
          canvas.rectangle(x, bottom - shelf + 16, 14, shelf - 16, wood.mixed(with: Color(0), 0.3))
          x += random.between(14, 30)
        }
        x += spine(on: canvas, x, bottom, height: shelf * random.between(0.74, 0.8), &random)
      }
    }
    return canvas
  }

  /// - Returns: how wide it is.
  private static func spine(
    on canvas: borrowing Canvas, _ x: Double, _ bottom: Double, height: Double, _ random: inout SeededRandom
  ) -> Double {
    let width = random.between(3, 10)
    // Most are of pale or dark card, and some have a color.
    let tone = Color(UInt32(random.next() % 2 == 0 ? 0xcfc8b8 : 0x2b2926)).mixed(
      with: .between(0, 255, &random), random.next() % 3 == 0 ? 0.75 : 0.2)
    let lean = random.between(-2, 2)
    canvas.triangle((x + lean, bottom - height), (x + lean + width, bottom - height), (x, bottom), tone)
    canvas.triangle((x + lean + width, bottom - height), (x + width, bottom), (x, bottom), tone)
    canvas.rectangle(x + width - 1, bottom - height + 6, 1, height - 6, tone.mixed(with: Color(0), 0.5))
    // Words on it, too small to be read, and where it is rubbed off.
    let ink = tone.isLight ? Color(0x33302c) : Color(0xe6e0d0)
    var y = bottom - height * random.between(0.75, 0.95)
    let end = bottom - height * random.between(0.1, 0.5)
    while y < end {
      let letter = random.between(1.5, 5)
      if random.next() % 5 != 0 { canvas.rectangle(x + width * 0.3, y, max(1, width * 0.4), letter, ink) }
      y += letter + 1.5
    }
    if random.next() % 4 == 0 { canvas.rectangle(x, bottom - random.between(5, 40), width, 5, Color(0xe9e2d4)) }
    return width
  }

  /// Rows of magazines on display, each over the lower part of the row above.
  /// - Parameter first: the number of the first of their fronts.
  static func magazines(from first: Int, _ random: inout SeededRandom) -> Canvas {
    let canvas = Canvas(width: 1000, height: 1340, color: Color(0x4d4640))
    for row in 0..<9 {
      for column in 0..<7 {
        let front = InventedCover(first + row * 7 + column).picture(size: 200)
        let sheet = Canvas(width: 140, height: 200, color: Color(0))
        sheet.place(front, atX: -30, y: 0)
        canvas.place(
          sheet, atX: column * 143 + Int(random.between(-8, 8)), y: row * 150 + Int(random.between(-8, 8)))
      }
      canvas.rectangle(0, Double(row) * 150 + 128, 1000, 8, Color(0x2c2722))
    }
    return canvas
  }
}
