package import MusicFiles

extension MusicFile {
  /// The tracks of a made-up album, numbered, in a folder `artist/album`.
  /// - Parameter seconds: of each.
  package static func album(
    _ title: String, by artist: String, tracks: Int, seconds: Double = 1,
    _ change: (inout MusicFile, Int) -> Void = { _, _ in }
  ) -> [String: MusicFile] {
    var files: [String: MusicFile] = [:]
    for number in 1...tracks {
      var file = MusicFile(artist: artist, album: title)
      file.albumArtist = artist
      file.title = "Song \(number)"
      file.track = "\(number)"
      file.seconds = seconds
      change(&file, number)
      files["\(artist)/\(title)/\(number < 10 ? "0" : "")\(number) Song.flac"] = file
    }
    return files
  }
}
