internal import Foundation
internal import SystemPackage

/// A folder of labeled photos: `covers/*` and `photos/<camera>/*` with the same stem, or `labels.csv`.
struct LabeledPhotos {
  struct Cover: Equatable {
    /// The file's name without its extension.
    let name: String
    let path: FilePath
  }

  struct Photo: Equatable {
    /// Relative to `photos`.
    let name: String
    /// The folder it lies in, relative to `photos`; empty for `photos` itself.
    let camera: String
    let path: FilePath
    /// The name of the cover that it shows; nil for a photo of something else.
    let cover: String?
  }

  /// Why a folder can't be evaluated, and what it should look like.
  struct Unfit: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
      description = """
        \(what) The folder has to contain covers/NAME.jpg and photos/CAMERA/NAME.jpg, with the same NAME for the same \
        cover, or labels.csv with the columns photo,cover.
        """
    }
  }

  let covers: [Cover]
  let photos: [Photo]
  /// The names printed on the covers, by cover; empty without names.csv.
  let names: [String: (artist: String, title: String)]

  init(in folder: FilePath) throws(Unfit) {
    guard Self.isFolder(folder) else { throw Unfit("\(folder) isn't a folder.") }
    let coverFiles = Self.files(below: folder.appending("covers"))
    covers = coverFiles.map { Cover(name: Self.stem(of: $0), path: folder.appending("covers").appending($0)) }
    guard !covers.isEmpty else { throw Unfit("\(folder.appending("covers")) contains no covers.") }
    let names = Dictionary(grouping: covers, by: \.name)
    if let twice = covers.first(where: { names[$0.name, default: []].count > 1 }) {
      throw Unfit("Two covers are named \(twice.name).")
    }
    self.names = try Self.names(listedIn: folder.appending("names.csv"))
    let labels = folder.appending("labels.csv")
    if FileManager.default.fileExists(atPath: labels.string) {
      photos = try Self.photos(listedIn: labels, of: folder, covers: Set(names.keys))
    } else {
      let root = folder.appending("photos")
      photos = Self.files(below: root).map { file in
        let name = Self.stem(of: file)
        return Photo(
          name: file, camera: Self.camera(of: file), path: root.appending(file), cover: names[name] == nil ? nil : name)
      }
    }
    guard !photos.isEmpty else { throw Unfit("\(folder.appending("photos")) contains no photos.") }
  }

  private static func photos(
    listedIn labels: FilePath, of folder: FilePath, covers: Set<String>
  ) throws(Unfit) -> [Photo] {
    var photos: [Photo] = []
    for (number, fields) in try rows(of: labels, headed: "photo,cover").enumerated() {
      guard fields.count == 2 else {
        throw Unfit("Line \(number + 2) of \(labels) doesn't contain a photo and a cover.")
      }
      let places = [folder.appending("photos").appending(fields[0]), folder.appending(fields[0])]
      guard let path = places.first(where: { FileManager.default.fileExists(atPath: $0.string) }) else {
        throw Unfit("Line \(number + 2) of \(labels): there is no photo \(fields[0]).")
      }
      let name = covers.contains(fields[1]) ? fields[1] : stem(of: fields[1])
      guard fields[1].isEmpty || covers.contains(name) else {
        throw Unfit("Line \(number + 2) of \(labels): there is no cover \(fields[1]).")
      }
      photos.append(
        Photo(name: fields[0], camera: camera(of: fields[0]), path: path, cover: fields[1].isEmpty ? nil : name))
    }
    return photos
  }

  private static func names(listedIn file: FilePath) throws(Unfit) -> [String: (artist: String, title: String)] {
    guard FileManager.default.fileExists(atPath: file.string) else { return [:] }
    var names: [String: (artist: String, title: String)] = [:]
    for (number, fields) in try rows(of: file, headed: "name,artist,title").enumerated() {
      guard fields.count == 3 else {
        throw Unfit("Line \(number + 2) of \(file) doesn't contain a name, an artist, and a title.")
      }
      names[fields[0]] = (fields[1], fields[2])
    }
    return names
  }

  /// The fields of each line after the first, which must be `header`.
  private static func rows(of file: FilePath, headed header: String) throws(Unfit) -> [[String]] {
    guard let text = try? String(contentsOfFile: file.string, encoding: .utf8) else {
      throw Unfit("\(file) can't be read as UTF-8.")
    }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first?.filter({ !$0.isWhitespace }).lowercased() == header else {
      throw Unfit("The first line of \(file) must be \(header).")
    }
    return lines.dropFirst().map(fields)
  }

  /// Quotation marks enclose a field that contains a comma (RFC 4180, without line breaks in fields).
  static func fields(in line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// All files at any depth, except hidden ones, sorted by name.
  private static func files(below folder: FilePath) -> [String] {
    // A folder that can't be listed counts as empty, which is reported.
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.string)) ?? []
    return names.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") } && !isFolder(folder.appending(name))
    }.sorted()
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func stem(of file: String) -> String { FilePath(file).stem ?? file }

  private static func camera(of file: String) -> String {
    FilePath(file).removingLastComponent().string
  }
}
