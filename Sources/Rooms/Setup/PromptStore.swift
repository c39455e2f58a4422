internal import Glibc
package import SystemPackage

/// The prompts: the installed ones, each of which a file of the same name in the user's configuration overrides.
package struct PromptStore: Sendable {
  /// For packages that keep the installed prompts elsewhere.
  static let environmentName = "ALBUMSCAN_PROMPTS"

  /// A prompt's text and the file that it stands in.
  package typealias Prompt = (text: String, origin: FilePath)

  private let own: FilePath
  private let installed: [FilePath]

  /// - Parameters:
  ///   - own: the folder of overrides, `Places.prompts`.
  ///   - program: the running program, `/proc/self/exe` seen through.
  package init(own: FilePath, program: FilePath?, environment: [String: String]) {
    self.own = own
    if let named = environment[Self.environmentName], !named.isEmpty {
      installed = [FilePath(named)]
      return
    }
    var folders: [FilePath] = []
    if let program {
      // <prefix>/bin/albumscand or <prefix>/libexec/albumscan/albumscand.
      var folder = program.removingLastComponent()
      for _ in 0..<2 {
        folder.removeLastComponent()
        folders.append(folder.appending("share/albumscan/prompts"))
      }
      // A checkout: .build/<triple>/<configuration>/albumscand.
      for _ in 0..<4 {
        folders.append(folder.appending("Prompts"))
        if !folder.removeLastComponent() { break }
      }
    }
    installed = folders
  }

  /// The prompts of the program that runs.
  package init(places: Places, environment: [String: String]) {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/exe", &path, Int(PATH_MAX))
    self.init(
      own: places.prompts, program: length > 0 ? FilePath(platformString: path) : nil, environment: environment)
  }

  /// The prompt that holds: the user's own, else the installed one.
  package func prompt(named name: String) throws(PromptError) -> Prompt {
    if let prompt = try override(named: name) { return prompt }
    return try original(named: name)
  }

  /// The user's own file of that name; nil when there is none.
  package func override(named name: String) throws(PromptError) -> Prompt? {
    try read(own.appending("\(name).txt"))
  }

  /// The prompt as it was installed.
  package func original(named name: String) throws(PromptError) -> Prompt {
    for folder in installed {
      if let prompt = try read(folder.appending("\(name).txt")) { return prompt }
    }
    throw .missing(name, lookedIn: [own] + installed)
  }

  private func read(_ path: FilePath) throws(PromptError) -> Prompt? {
    do {
      guard let file = try SmallFile.read(path, limit: 256 << 10) else { return nil }
      guard file.text.contains(where: { !$0.isWhitespace }) else { throw PromptError.unusable(path, "is empty") }
      return (file.text, path)
    } catch let error as PromptError {
      throw error
    } catch SmallFileError.tooLarge {
      throw .unusable(path, "is larger than 256 KB")
    } catch SmallFileError.notUTF8 {
      throw .unusable(path, "isn't UTF-8 text")
    } catch SmallFileError.system(let errno) {
      throw .unusable(path, "can't be read: \(errno)")
    } catch {
      throw .unusable(path, "can't be read")
    }
  }
}

/// A prompt that can't be used.
package enum PromptError: Error, Equatable, CustomStringConvertible {
  case missing(String, lookedIn: [FilePath])
  case unusable(FilePath, String)

  package var description: String {
    switch self {
    case .missing(let name, let folders):
      "the prompt '\(name).txt' isn't in any of \(folders.map(\.string).joined(separator: ", ")); "
        + "reinstall AlbumScan, or name the folder in \(PromptStore.environmentName)"
    case .unusable(let path, let reason): "the prompt \(path.string) \(reason); correct the file or remove it"
    }
  }
}
