/// One of EXIF's eight ways in which stored pixels relate to the upright picture (EXIF 2.3, tag 0x0112).
struct Orientation {
  private let tag: Int

  /// - Parameter tag: 1 to 8; anything else is upright.
  init(_ tag: Int) { self.tag = (1...8).contains(tag) ? tag : 1 }

  var swapsSides: Bool { tag >= 5 }

  /// The pixels as a camera that writes this tag stores them.
  func stored(_ upright: consuming Canvas) -> Canvas {
    guard tag != 1 else { return upright }
    let (w, h) = (upright.width, upright.height)
    let canvas = Canvas(width: swapsSides ? h : w, height: swapsSides ? w : h, color: Color(0x000000))
    // Where the stored row begins in the upright picture, and the steps to its next column.
    for y in 0..<canvas.height {
      let (start, step): (Int, Int) =
        switch tag {
        case 2: (y * w + w - 1, -1)
        case 3: ((h - 1 - y) * w + w - 1, -1)
        case 4: ((h - 1 - y) * w, 1)
        case 5: (y, w)
        case 6: (w - 1 - y, w)
        case 7: ((h - 1) * w + w - 1 - y, -w)
        default: ((h - 1) * w + y, -w)
        }
      var source = start
      let row = canvas.pixels + y * canvas.width
      for x in 0..<canvas.width {
        row[x] = upright.pixels[source]
        source += step
      }
    }
    return canvas
  }
}
