/// How many tokens a picture takes.
///
/// Either by patches (Anthropic, *Vision*: ⌈w/28⌉·⌈h/28⌉; GPT-4.1 mini and later: patches of 32 pixels times a factor),
/// or by tiles (GPT-4o with detail high: scaled into a square, its shorter side scaled down, a base amount plus an
/// amount per tile).
package struct ImageTokens: Codable, Equatable, Sendable {
  /// The side of a patch, in pixels.
  package var patch: Int?
  package var perPatch: Double?
  /// The most patches that are counted; larger pictures are scaled down first.
  package var most: Int?

  /// The side of a tile, in pixels.
  package var tile: Int?
  package var perTile: Int?
  package var base: Int?
  /// The sides into which a picture is scaled: the longer, then the shorter.
  package var longSide: Int?
  package var shortSide: Int?

  package init(patch: Int, perPatch: Double, most: Int) {
    self.patch = patch
    self.perPatch = perPatch
    self.most = most
  }

  package init(tile: Int, perTile: Int, base: Int, longSide: Int, shortSide: Int) {
    self.tile = tile
    self.perTile = perTile
    self.base = base
    self.longSide = longSide
    self.shortSide = shortSide
  }

  /// For a picture of so many pixels; a side without pixels counts as one.
  package func count(width: Int, height: Int) -> Int {
    let (width, height) = (min(max(width, 1), 100_000), min(max(height, 1), 100_000))
    if let tile, tile > 0 { return tiles(of: tile, width: width, height: height) }
    let patch = max(patch ?? 28, 1)
    let patches = ((width + patch - 1) / patch) * ((height + patch - 1) / patch)
    return Int((Double(min(patches, most ?? patches)) * (perPatch ?? 1)).rounded(.up))
  }

  private func tiles(of side: Int, width: Int, height: Int) -> Int {
    let inSquare = min(1, Double(longSide ?? .max) / Double(max(width, height)))
    let onShort = min(1, Double(shortSide ?? .max) / (Double(min(width, height)) * inSquare))
    let scale = inSquare * onShort
    func across(_ length: Int) -> Int { Int((Double(length) * scale / Double(side)).rounded(.up)) }
    return (base ?? 0) + across(width) * across(height) * (perTile ?? 0)
  }
}
