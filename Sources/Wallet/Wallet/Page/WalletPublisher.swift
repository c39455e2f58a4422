package import Disk
internal import FoundationEssentials
package import SystemPackage

/// Publishes the wallet among the results: its page beside the gallery, and the discs' pictures and the playing state
/// in the folder `wallet`. It is synced along with the results.
package struct WalletPublisher: Sendable {
  private let store: WalletStore
  private let folder: FilePath

  /// - Parameter folder: the gallery's, `done`. Nothing is written until it exists.
  package init(store: WalletStore, folder: FilePath) {
    self.store = store
    self.folder = folder
  }

  private var page: FilePath { folder.appending("wallet.html") }
  /// Whether the page exists.
  package var hasPage: Bool { Folder.isFile(page) }
  private var own: FilePath { folder.appending("wallet") }

  /// Writes the files that have changed. A wallet without discs has a page only if there is an MPD.
  /// - Parameter keepsPlaying: as in `wallet.keepPlaying`.
  /// - Throws: `isLink` if a symbolic link is in the place of a folder; the page is written all the same.
  package func publish(_ wallet: Wallet, keepsPlaying: Bool) throws(DiskError) {
    guard Folder.isThere(folder) else { return }
    guard hasPage || !wallet.discs.isEmpty || wallet.diagnostics.server != nil else { return }
    let pictures = own.appending("art")
    let shown = Set(wallet.discs.filter { $0.artwork != nil }.map(\.id))
    var link: DiskError?
    do throws(DiskError) {
      if !shown.isEmpty {
        try Folder.make(own)
        try Folder.make(pictures)
      }
      for id in shown { try bring("\(id).jpg", to: pictures) }
    } catch {
      guard error.isLink else { throw error }
      link = error
    }
    let binder = wallet.binder(key: try WalletKey.kept(in: store.folder), keepsPlaying: keepsPlaying)
    try DurableFile.update(WalletPage(binder).text.utf8, at: page)
    if let link { throw link }
    guard Folder.exists(own), Folder.exists(pictures) || Folder.isLink(own) else { return }
    // Last, because the earlier page may show them until then.
    for name in try Folder.names(in: pictures) where Disc.isPictureName(name.string) && !shown.contains(name.stem) {
      Folder.removeFile(pictures.appending(name))
    }
  }

  /// Writes what is playing, and which button did nothing, if one did.
  /// - Parameter now: nil if MPD can't be asked; if it never could be, nothing is written.
  package func publish(_ now: NowPlaying?) throws(DiskError) {
    let script = own.appending("now.js")
    let failed = store.failedPress
    guard Folder.isThere(folder), now != nil || failed != nil || Folder.isFile(script) else { return }
    try Folder.make(own)
    try DurableFile.update(NowPlaying.script(of: now, failed: failed).utf8, at: script)
  }

  /// Copies a picture only if the copy is older than its source, or has another size.
  private func bring(_ name: String, to pictures: FilePath) throws(DiskError) {
    let copy = pictures.appending(name)
    guard let ours = Self.identity(of: store.pictures.appending(name)) else { return }
    if let theirs = Self.identity(of: copy), theirs.size == ours.size, theirs.modified >= ours.modified { return }
    guard let bytes = try OpenFile.contents(of: store.pictures.appending(name), upTo: Int(ours.size)) else { return }
    try DurableFile.write(bytes, to: copy)
  }

  private static func identity(of path: FilePath) -> PhotoIdentity? {
    // A file that can't be opened is written.
    try? OpenedPhoto(path).identity
  }
}
