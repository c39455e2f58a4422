import Testing

@testable import Imaging

struct TextBoxTests {
  private func box(x: Double = 0, y: Double = 0, width: Double, height: Double) -> Quad {
    Quad([
      Point(x, y), Point(x + width, y), Point(x + width, y + height),
      Point(x, y + height),
    ])
  }

  @Test func `a box has a length along its text and a height across it`() {
    let box = box(width: 300, height: 40)
    #expect((box.length, box.height) == (300, 40))
    #expect((box.turned(by: 1).length, box.turned(by: 1).height) == (40, 300))
    #expect(box.turned(by: 4) == box)
  }

  @Test func `text runs along a box, and down one that is far higher than long`() {
    let wide = box(width: 300, height: 40)
    #expect(wide.alongText(turned: 0) == wide)
    #expect(wide.alongText(turned: 2) == wide.turned(by: 2))
    let short = box(width: 40, height: 50)
    #expect(short.alongText(turned: 0) == short)
    let tall = box(width: 40, height: 300)
    #expect(tall.alongText(turned: 0) == tall.turned(by: 1))
    #expect(tall.alongText(turned: 3) == tall.turned(by: 3))
  }

  @Test func `the largest lines are read, and none as small as a label's print`() {
    let boxes = [box(width: 100, height: 20), box(width: 100, height: 11), box(width: 400, height: 90)]
    #expect(TextReader.choice(of: boxes, inPictureOf: 1024) == [boxes[2], boxes[0]])
    #expect(TextReader.choice(of: [], inPictureOf: 1024).isEmpty)
  }

  @Test func `a picture full of text is read in part`() {
    let many = (0..<200).map { box(x: 0, y: Double($0) * 20, width: 40, height: 20) }
    #expect(TextReader.choice(of: many, inPictureOf: 1024).count == 16)
    // Each of these is twenty times as long as high.
    let long = (0..<200).map { box(x: 0, y: Double($0) * 20, width: 400, height: 20) }
    #expect(TextReader.choice(of: long, inPictureOf: 1024).count == 2)
  }
}
