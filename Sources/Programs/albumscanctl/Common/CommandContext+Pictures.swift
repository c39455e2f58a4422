internal import Albums
internal import Disk
internal import Foundation
internal import ImagingProcess
internal import Records
internal import SystemPackage
internal import TerminalGraphics

/// Draws covers if the terminal can draw pictures. If anything prevents that, the text is enough.
extension CommandContext {
  /// Per cover, in cells: small enough to leave the lines of a usual window to the text.
  private static let (columns, rows) = (20, 10)

  /// Nil outside a terminal, with `--json`, and in a terminal without pictures. The terminal is queried, so use it only
  /// once.
  var canvas: Terminal? {
    guard !output.json, let width = output.width, let height = output.height, width >= Self.columns + 4,
      height >= Self.rows + 4
    else { return nil }
    return Terminal.ask(environment: ProcessInfo.processInfo.environment)
  }

  /// Draws the cover of a scan that has one.
  func drawCover(of scan: Scan, on canvas: Terminal?) async {
    guard let canvas, scan.state == .done, let bundle = scan.bundle, let file = scan.document?.artwork.file,
      let cover = await picture(root.appending(bundle).appending(file))
    else { return }
    output.draw(InlinePictures([(cover, 0)], in: canvas, columns: Self.columns, rows: Self.rows))
  }

  /// Draws the candidates' covers side by side, each above its number.
  func drawCandidates(of scan: Scan, on canvas: Terminal?) async {
    guard let canvas, scan.state == .unsure, let bundle = scan.bundle, let width = output.width else { return }
    var (pictures, numbers): ([(picture: PixelPicture, left: Int)], String) = ([], "")
    for candidate in scan.document?.identification.candidates ?? [] {
      let left = 2 + pictures.count * (Self.columns + 2)
      guard left + Self.columns < width else { break }
      guard let number = candidate.number, let file = candidate.artwork,
        let cover = await picture(root.appending(bundle).appending(file))
      else { continue }
      pictures.append((cover, left))
      numbers += String(repeating: " ", count: left - numbers.count) + "\(number)"
    }
    guard !pictures.isEmpty else { return }
    output.draw(InlinePictures(pictures, in: canvas, columns: Self.columns, rows: Self.rows))
    output.say(numbers)
  }

  /// The pixels, decoded by the imaging process.
  private func picture(_ path: FilePath) async -> PixelPicture? {
    // A picture that can't be shown is left out: the text is enough.
    guard let file = try? OpenedPhoto(path),
      let pixels = try? await Self.imaging(deadline: .seconds(5)).pixels(file.descriptor)
    else { return nil }
    return PixelPicture(width: pixels.width, height: pixels.height, samples: pixels.samples)
  }
}
