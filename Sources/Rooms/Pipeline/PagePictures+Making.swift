package import Albums
package import Foundation
package import ImagingClient
internal import ImagingProtocol
internal import Logging
package import SystemPackage
internal import Threads

extension PagePictures {
  /// - Parameters:
  ///   - artwork: of any size; the page gets a smaller one if it is too large for it, or the thumbnail if none can be made.
  ///   - imaging: decodes it.
  /// - Throws: only a cancellation.
  package init(
    artwork: Data?, thumbnail: Data?, candidates: [Int: Data] = [:], by imaging: ImagingClient
  ) async throws {
    self.init(thumbnail: thumbnail.map { Array($0) }, candidates: candidates.mapValues { Array($0) })
    guard let artwork else { return }
    guard artwork.count > PreparedArtwork.pageSize else {
      self.artwork = Array(artwork)
      return
    }
    do throws(ImagingClientError) { self.artwork = Array(try await imaging.pagePicture(artwork)) } catch {
      try Task.checkCancellation()
      Logger.current.notice("the page has only a small cover: \(error.reason)")
    }
  }
}

extension PagePictures {
  /// The pictures of a bundle that is there.
  package init(of document: AlbumDocument, inBundle path: FilePath, by imaging: ImagingClient) async throws {
    let (artwork, thumbnail) = await onBlockingThread { BundleFolder(path: path).pictures(of: document) }
    try await self.init(artwork: artwork, thumbnail: thumbnail, by: imaging)
  }
}

extension BundleFolder {
  /// The pictures that its page shows. Others may write here: what isn't a JPEG, or is far too large, isn't read.
  func pictures(of document: AlbumDocument) -> (artwork: Data?, thumbnail: Data?) {
    guard document.artwork.status == .present else { return (nil, nil) }
    return (jpeg("artwork.jpg", atMost: 2 << 20), thumbnail(of: document))
  }

  /// Nil without artwork.
  func thumbnail(of document: AlbumDocument) -> Data? {
    document.artwork.status == .present ? jpeg("thumbnail.jpg", atMost: 64 << 10) : nil
  }

  func jpeg(_ name: String, atMost limit: Int) -> Data? {
    contents(of: name).flatMap { $0.count <= limit && $0.starts(with: [0xFF, 0xD8, 0xFF]) ? $0 : nil }
  }
}
