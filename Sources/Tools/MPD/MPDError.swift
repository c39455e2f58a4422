package import SystemPackage

/// Why a request to MPD failed.
package enum MPDError: Error, Equatable, Sendable {
  /// An address that was tried, and what came of it.
  package struct Attempt: Equatable, Sendable, CustomStringConvertible {
    package let address: MPDAddress
    /// Nil where the host's name isn't known.
    package let errno: Errno?

    package var description: String { "\(address): \(errno.map { "\($0)" } ?? "no such host")" }
  }

  case refused(MPDRefusal)
  /// Nobody listens at any of the addresses.
  case notReached([Attempt])
  /// No answer in time.
  case silent(MPDAddress, after: Duration)
  /// It closed the connection; where it did so without a byte, the answer may have been larger than it allows itself.
  case lost(MPDAddress)
  /// Something listens there, and it isn't MPD.
  case notMPD(MPDAddress)
  /// Its answer is no answer by the protocol.
  case malformed(String)
  /// Its answer is larger than anything that is needed here.
  case tooLarge(String)
  /// What was to be sent can't be: control characters, or longer than a line may be.
  case unsendable(String)
  /// The setting or variable of this name holds no address.
  case badAddress(String)
  case wrongPassword(MPDAddress)
  /// A password goes to another computer only where that is allowed.
  case passwordWithheld(MPDAddress)
  case cancelled

  /// A password is wanted, or another one.
  package var needsAuthorization: Bool {
    switch self {
    case .refused(let refusal): refusal.code == .permission || refusal.code == .password
    case .wrongPassword, .passwordWithheld: true
    default: false
    }
  }

  /// There is no MPD to talk to right now; later there may be.
  package var isAbsence: Bool {
    switch self {
    case .notReached, .silent, .lost: true
    default: false
    }
  }

  /// What MPD says when it was asked for what isn't there.
  package var isNotFound: Bool {
    if case .refused(let refusal) = self { refusal.code == .notFound } else { false }
  }
}

extension MPDError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refused(let refusal) where needsAuthorization:
      "MPD requires a password (\(refusal)); store it: albumscanctl key set mpd"
    case .refused(let refusal): "MPD refused: \(refusal)"
    case .notReached(let attempts):
      "MPD isn't running, or listens elsewhere (tried \(attempts.map(\.description).joined(separator: "; "))); start it, "
        + "or set its address: albumscanctl config set mpd.address ADDRESS"
    case .silent(let address, let patience):
      "MPD at \(address) didn't answer within \(patience.components.seconds) s; check it: "
        + "systemctl --user status mpd"
    case .lost(let address): "MPD at \(address) closed the connection; its log says why"
    case .notMPD(let address):
      "the server at \(address) isn't MPD; set MPD's address: albumscanctl config set mpd.address ADDRESS"
    case .malformed(let what): "MPD's answer is invalid: \(what)"
    case .tooLarge(let what): "MPD's answer is too large: \(what)"
    case .unsendable(let why): "MPD can't be asked this: \(why)"
    case .badAddress(let name): "\(name) isn't an address of MPD; expected a path, @name, host, or host:port"
    case .wrongPassword(let address):
      "MPD at \(address) rejected the password; store it again: albumscanctl key set mpd"
    case .passwordWithheld(let address):
      "MPD at \(address) is another computer, and the password would be sent unencrypted; if you trust "
        + "that network: albumscanctl config set mpd.allowRemotePassword true"
    case .cancelled: "the request to MPD was canceled"
    }
  }
}

/// MPD's error response, `ACK [code@index] {command} text`.
package struct MPDRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// What MPD's numbers mean (src/protocol/Ack.hxx).
  package enum Code: Int, Sendable {
    case notList = 1
    case argument, password, permission, unknownCommand
    case notFound = 50
    case playlistTooLarge, system, playlistLoad, alreadyUpdating, notPlaying, exists
  }

  package let number: Int
  /// Which command of a list it was, from 0.
  package let index: Int
  /// Empty where MPD didn't recognize it.
  package let command: String
  /// MPD's words, in which names of songs and playlists may stand.
  package let text: String

  package var code: Code? { Code(rawValue: number) }

  package init(number: Int, index: Int, command: String, text: String) {
    self.number = number
    self.index = index
    self.command = command
    self.text = text
  }

  /// Nil for a line that isn't one.
  init?(line: String) {
    guard line.hasPrefix("ACK ["), let close = line.firstIndex(of: "]") else { return nil }
    let numbers = line[line.index(line.startIndex, offsetBy: 5)..<close].split(
      separator: "@", omittingEmptySubsequences: false)
    let rest = line[line.index(after: close)...]
    guard numbers.count == 2, let number = Self.count(numbers[0]), let index = Self.count(numbers[1]),
      rest.hasPrefix(" {"), let end = rest.firstIndex(of: "}")
    else { return nil }
    self.init(
      number: number, index: index, command: String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]),
      text: String(rest[rest.index(after: end)...].drop { $0 == " " }.prefix(500)))
  }

  private static func count(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (48...57).contains($0) } && digits.utf8.count <= 9 ? Int(digits) : nil
  }

  package var description: String { command.isEmpty ? text : "\(command): \(text)" }
}
