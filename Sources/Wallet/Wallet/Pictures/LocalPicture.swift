internal import Disk
internal import FoundationEssentials
internal import SystemPackage

/// Covers in folders on this computer.
enum LocalPicture {
  /// In bytes; larger pictures are ignored.
  private static let largest = 20 << 20

  private static let stems = ["cover", "folder", "front"]
  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "gif"]

  /// The pictures in a folder that have a cover's name, the most likely first.
  /// - Parameters:
  ///   - folder: relative to the music folder, as in MPD.
  ///   - music: the music folder, outside of which nothing is read.
  static func covers(in folder: String, below music: FilePath) throws(DiskError) -> [Data] {
    let named = music.appending(folder).lexicallyNormalized()
    guard named.starts(with: music) else { return [] }
    // Folders of a music collection may be links; the user's own, not those of whoever may write into results.
    let path = named.resolvingLinks
    guard Folder.isThere(path) else { return [] }
    let names = try Folder.names(in: path).filter { name in
      stems.contains(name.stem.lowercased()) && endings.contains(name.extension?.lowercased() ?? "")
    }
    let order = names.sorted { rank($0) < rank($1) }
    var covers: [Data] = []
    for name in order.prefix(3) {
      if let cover = try read(path.appending(name)) { covers.append(cover) }
    }
    return covers
  }

  private static func rank(_ name: FilePath.Component) -> (Int, String) {
    (stems.firstIndex(of: name.stem.lowercased()) ?? stems.count, name.string)
  }

  /// Nil if it doesn't exist or is too large.
  static func read(_ path: FilePath) throws(DiskError) -> Data? {
    do throws(DiskError) { return try bytes(of: OpenedPhoto(path), at: path) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private static func bytes(of picture: borrowing OpenedPhoto, at path: FilePath) throws(DiskError) -> Data? {
    guard (1...Int64(largest)).contains(picture.identity.size) else { return nil }
    var bytes = Data(count: Int(picture.identity.size))
    let count: Int
    do {
      count = try bytes.withUnsafeMutableBytes { try picture.descriptor.read(fromAbsoluteOffset: 0, into: $0) }
    } catch {
      throw DiskError(.read, path, error as? Errno ?? .ioError)
    }
    return bytes.prefix(count)
  }
}
