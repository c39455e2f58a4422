internal import Albums
internal import Console
internal import Wallet

extension Wallet {
  /// `wallet list --json`, and `wallet refresh --json`.
  var fields: JSONObject {
    let discs = discs.map { disc -> JSONObject in
      [
        "id": disc.id, "artistName": disc.artistName, "albumTitle": disc.albumTitle, "released": disc.released,
        "sources": disc.sources, "library": disc.library, "tracks": disc.tracks.count, "seconds": disc.seconds,
        "missing": disc.missing, "scan": disc.scan, "artwork": disc.artwork,
      ]
    }
    return [
      "state": state, "playlist": playlist, "total": total, "hidden": hidden, "builtAt": builtAt, "discs": discs,
    ]
  }

  /// `wallet diagnose --json`
  /// - Parameter origins: for all discs, in the wallet's order.
  func diagnosis(_ origins: [DiscOrigins]) -> JSONObject {
    [
      "state": state, "total": total, "hidden": hidden, "builtAt": builtAt, "origins": origins,
      "diagnostics": diagnostics,
    ]
  }
}
