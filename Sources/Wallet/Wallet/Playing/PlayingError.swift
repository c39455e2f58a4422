package import MPD

/// Why a disc can't be played or ejected.
package enum PlayingError: Error, Equatable, CustomStringConvertible {
  case player(MPDError)
  /// The queue contains songs that AlbumScan didn't put there, which would be lost.
  case othersQueue(songs: Int, command: String)
  /// The player no longer has this file of the disc.
  case missing(file: String)
  /// The album of this name isn't in the library.
  case notInLibrary(String)
  /// The disc or scan can't be looked up; the command says why.
  case unknown(command: String)
  /// The player's error message. The music from before continues.
  case wouldNotSound(String)
  /// The disc doesn't have that many tracks.
  case noTrack(Int, of: Int)
  /// The loaded disc is in another MPD.
  case elsewhere(String, command: String)
  /// Another command is loading or ejecting a disc.
  case busy
  case empty
  case nothingIn
  case notPaused
  case notPlaying
  /// The loaded disc can't be recorded.
  case unwritable(String)

  package var description: String {
    switch self {
    case .player(let error): "\(error)"
    case .othersQueue(_, let command): "\(reason); to do it anyway: \(command)"
    case .missing(let file):
      "MPD no longer has \(file); update its database (mpc update), then run: albumscanctl wallet refresh"
    case .notInLibrary(let name): "\(name) isn't in MPD's library."
    case .unknown(let command): "That didn't work. To see why: \(command)"
    case .wouldNotSound(let words): "MPD couldn't play it, so its previous queue was restored: \(words)"
    case .noTrack(let number, let count):
      "there is no track \(number): the disc has \(count == 1 ? "one" : "tracks 1 to \(count)")"
    case .elsewhere(let place, let command):
      "a disc is in at another MPD (\(place)); take it out there first, or, to discard the queue from before, add --force: "
        + command
    case .busy: "another command is changing the disc; try again when it is done"
    case .empty: "none of its tracks is in MPD's library"
    case .nothingIn: "no disc is in; play one: albumscanctl wallet play ID"
    case .notPaused: "nothing is paused; play a disc: albumscanctl wallet play ID"
    case .notPlaying: "nothing is playing; play a disc: albumscanctl wallet play ID"
    case .unwritable(let why): "couldn't record which disc is in: \(why)"
    }
  }

  /// What is wrong, without the command for which the wallet's page has a button.
  package var reason: String {
    guard case .othersQueue(let songs, _) = self else { return description }
    return "MPD's queue contains \(songs == 1 ? "a song" : "\(songs) songs") that AlbumScan didn't put there"
  }
}
