package import SystemPackage

/// Why a request to MPD failed.
package enum MPDError: Error, Equatable, Sendable {
  /// An address that was tried, with the result.
  package struct Attempt: Equatable, Sendable, CustomStringConvertible {
    package let address: MPDAddress
    /// Nil if the host name is unknown.
    package let errno: Errno?

    package var description: String { "\(address): \(errno.map { "\($0)" } ?? "no such host")" }
  }

  case refused(MPDRefusal)
  /// Nothing listens at any of the addresses.
  case notReached([Attempt])
  /// No answer in time.
  case silent(MPDAddress, after: Duration)
  /// MPD closed the connection. If it did so without sending a byte, the answer may have exceeded its output limit.
  case lost(MPDAddress)
  /// What listens there speaks an older version of the protocol, which lacks commands that are needed here.
  case oldProtocol(MPDAddress, version: String)
  /// Something else than MPD listens there.
  case notMPD(MPDAddress)
  /// The answer violates the protocol.
  case malformed(String)
  /// The answer is larger than anything needed here.
  case tooLarge(String)
  /// The command can't be sent: it contains control characters, or is too long.
  case unsendable(String)
  /// The setting or variable of this name isn't a valid address.
  case badAddress(String)
  case wrongPassword(MPDAddress)
  /// Sending a password to another computer isn't allowed.
  case passwordWithheld(MPDAddress)
  case canceled

  /// Whether MPD requires a password, or another one.
  package var needsAuthorization: Bool {
    switch self {
    case .refused(let refusal): refusal.code == .permission || refusal.code == .password
    case .wrongPassword, .passwordWithheld: true
    default: false
    }
  }

  /// Whether MPD isn't available at the moment.
  package var isAbsence: Bool {
    switch self {
    case .notReached, .silent, .lost: true
    default: false
    }
  }

  /// Whether there may be no MPD at all.
  package var isAbsenceOfMPD: Bool {
    switch self {
    case .notReached, .oldProtocol: true
    default: false
    }
  }

  /// Whether the requested object doesn't exist.
  package var isNotFound: Bool {
    if case .refused(let refusal) = self { refusal.code == .notFound } else { false }
  }
}

extension MPDError {
  /// The first version with filters, `find "(Album == …)"` (MPD's NEWS, 0.21).
  package static let neededProtocol = "0.21"

  /// Whether a greeting's version, such as `0.19.0`, is older than what is needed. One that can't be read isn't.
  static func isOld(_ version: String) -> Bool {
    let numbers = { (text: String) in text.split(separator: ".").prefix(2).compactMap { Int($0) } }
    let (spoken, needed) = (numbers(version), numbers(neededProtocol))
    return spoken.count == 2 && spoken.lexicographicallyPrecedes(needed)
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
    case .oldProtocol(let address, let version):
      "the server at \(address) speaks version \(version) of MPD's protocol, and \(Self.neededProtocol) is needed (filters "
        + "of songs; Mopidy's MPD frontend has none); use MPD itself, \(Self.neededProtocol) or later: "
        + "albumscanctl config set mpd.address ADDRESS"
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
    case .canceled: "the request to MPD was canceled"
    }
  }
}

/// MPD's error response, `ACK [code@index] {command} text`.
package struct MPDRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// MPD's error codes (src/protocol/Ack.hxx).
  package enum Code: Int, Sendable {
    case notList = 1
    case argument, password, permission, unknownCommand
    case notFound = 50
    case playlistTooLarge, system, playlistLoad, alreadyUpdating, notPlaying, exists
  }

  package let number: Int
  /// The index of the command in a list, starting with 0.
  package let index: Int
  /// Empty if MPD didn't recognize the command.
  package let command: String
  /// MPD's message, which may contain names of songs and playlists.
  package let text: String

  package var code: Code? { Code(rawValue: number) }

  package init(number: Int, index: Int, command: String, text: String) {
    self.number = number
    self.index = index
    self.command = command
    self.text = text
  }

  /// Nil if the line isn't an error response.
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
