/// The size of a terminal's character cell, in pixels.
package struct CellSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// Nil where that can't be: a picture is measured by it.
  package init?(width: Int, height: Int) {
    guard 2...128 ~= width, 4...256 ~= height else { return nil }
    self.width = width
    self.height = height
  }

  private init(usual width: Int, by height: Int) {
    self.width = width
    self.height = height
  }

  /// Where a terminal doesn't say: the VT340's (DEC STD 070, 9-3), which terminals that hide theirs draw sixels by.
  package static let usual = CellSize(usual: 10, by: 20)
}
