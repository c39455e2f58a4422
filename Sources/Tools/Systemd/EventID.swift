/// The important events, each with the MESSAGE_ID by which the journal finds it and the message catalog explains it.
///
/// A log record is one of these if its metadata contains the raw value under `event`. The IDs never change, because
/// scripts filter by them. `packaging/albumscan.catalog` has an entry for each case.
package enum EventID: String, Sendable, CaseIterable {
  case scanDone, scanFailed, scanUnsure
  case serviceClosed, serviceOpened
  case budgetReached, planUsedUp, spendingAlert
  case inboxLost, inboxBack, watchDegraded, diskFull
  case ledgerLocked, stepOverdue, stepStuck
  case reloaded, reloadRefused
  case started, stopped

  /// 128 random bits in hexadecimal, in the format of sd-id128(3).
  package var messageID: String {
    switch self {
    case .scanDone: "7b57a55b3bdb4d52b266edfc42e1d59c"
    case .scanFailed: "c6f0830a81f14337b6d6a5a431a0db5d"
    case .scanUnsure: "40c91f89e04844dcbd89b307c63dffbf"
    case .serviceClosed: "7885eb44ed7b4500927983610b1d2364"
    case .serviceOpened: "b127289f41394a738d8c73f775a0c56a"
    case .budgetReached: "cf244732d47540d8a7ddbb24aa2c2b26"
    case .planUsedUp: "68e13480e62e0c65fc6b7503176c1b46"
    case .spendingAlert: "e8cd642a8c7b74e2a9b9b6a30fa0da68"
    case .inboxLost: "6a8093e679ad455dbb243227c374073b"
    case .inboxBack: "b68e2c04ae0444a38f73b5e3b473e34e"
    case .watchDegraded: "df82450cbc3241adb918afcc071d92ca"
    case .diskFull: "db0d51afeabd47188afdd549d56360d0"
    case .ledgerLocked: "a35f029255314f0c86095f7843089c83"
    case .stepOverdue: "109475426ee540f8adf6d2daaf90ebef"
    case .stepStuck: "fe73232714f8414594008cc7992985ae"
    case .reloaded: "ddda13943730480a9ff209b090e76479"
    case .reloadRefused: "cdaf5e18d4e94dd39402209e957559f0"
    case .started: "efad9dca89cc4ecd9d731850433dbd34"
    case .stopped: "f9710105f82746aeb0d1be8241ae4831"
    }
  }
}
