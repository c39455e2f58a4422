/// What may be wrong with this machine, or in its way: a stable word for programs, said alike by `status`, `doctor`, the
/// notifications and docs/health.md.
package enum HealthCode: String, CaseIterable, Sendable {
  // Settings and keys
  case settings, key, contact
  case keyUnusable = "key-unusable"
  case credentialsExposed = "credentials-exposed"
  case promptUnusable = "prompt-unusable"
  case promptUnknown = "prompt-unknown"
  case modelsFile = "models-file"
  case caFile = "ca-file"
  case bulk
  case notifications
  case budgetTooSmall = "budget-too-small"

  // Folders and disks
  case folder
  case folderMissing = "folder-missing"
  case folderBlocked = "folder-blocked"
  case folderPermission = "folder-permission"
  case inboxMissing = "inbox-missing"
  case unreadable
  case syncConflict = "sync-conflict"
  case networkFolder = "network-folder"
  case disk
  case diskFull = "disk-full"

  // The ledger and what lies beside it
  case ledger
  case ledgerPermission = "ledger-permission"
  case ledgerDamaged = "ledger-damaged"
  case ledgerLocked = "ledger-locked"
  case stateExposed = "state-exposed"
  case covers

  // The machine
  case watches
  case watchLimit = "watch-limit"
  case watchInstances = "watch-instances"
  case overflow
  case programs, imaging, clock, linger
  case readingModels = "reading-models"
  case daemon

  // The line
  case paused, stuck
  case budget, plan, spending, unanswered
  case prices
  case pricesOld = "prices-old"
  case priceUnknown = "price-unknown"

  // The services
  case offline
  case anthropic, openai, compatible, musicbrainz, coverartarchive
  case model
  case modelMissing = "model-missing"
  case modelEnds = "model-ends"

  /// Of a code as it is printed, which may name a folder behind it: `watch-limit /home/me/inbox`.
  package init?(printed code: String) { self.init(rawValue: String(code.prefix { $0 != " " })) }

  /// As it is printed, and written down.
  /// - Parameter place: where there may be several: a folder, or a file.
  package func printed(at place: String? = nil) -> String { place.map { "\(rawValue) \($0)" } ?? rawValue }

  /// One line on what is wrong, for docs/health.md.
  package var meaning: String {
    switch self {
    case .settings: "The settings can't be understood, or those read anew were refused and the old ones hold"
    case .key: "There is no key for the models' provider, so no cover can be read"
    case .contact: "MusicBrainz's public server wants to know whom to write to"
    case .keyUnusable: "A file with a key is readable by others, holds no key, or can't be read"
    case .credentialsExposed: "The folder with the keys can be looked into by others"
    case .promptUnusable: "One of your own prompts can't be read, or the installed ones are missing"
    case .promptUnknown: "A file among your own prompts has no prompt's name, so nothing reads it"
    case .modelsFile: "Your own list of models can't be understood"
    case .caFile: "The file of authorities that network.caFile names isn't there"
    case .bulk: "The provider has no batch service, so models.bulkAbove does nothing"
    case .notifications: "notifications.enabled insists on a desktop, and there is none"
    case .budgetTooSmall: "A cap is smaller than what a single call is reckoned at, so that nothing is ever asked"
    case .folder: "A folder, and where it is"
    case .folderMissing: "An inbox isn't there"
    case .folderBlocked: "A file has the name of a folder for results"
    case .folderPermission: "A folder can't be written to"
    case .inboxMissing: "An inbox was lost while it was watched: deleted, or its disk isn't mounted"
    case .unreadable: "A folder or a photo in the inbox can't be read"
    case .syncConflict: "A sync program made second versions of photos, which aren't scanned"
    case .networkFolder: "An inbox is on a network file system, so it is listed every few seconds"
    case .disk: "A disk is full, failing, or can't be written to; the line waits"
    case .diskFull: "There is less room than a handful of results takes"
    case .ledger: "The ledger can't be opened, or its disk doesn't take what is written"
    case .ledgerPermission: "The ledger's file or folder may not be written to"
    case .ledgerDamaged: "The ledger is no longer what SQLite can read"
    case .ledgerLocked: "Another program keeps the ledger locked"
    case .stateExposed: "The folder of the ledger can be looked into by others"
    case .covers: "The covers known here can't be recognised: their index is damaged, or can't be written"
    case .watches: "This machine allows few watched folders"
    case .watchLimit: "No inotify watch was left for a folder, so it is listed every few seconds"
    case .watchInstances: "No inotify instance was left, so folders are listed every few seconds"
    case .overflow: "More happened at once than the kernel keeps; all was listed again, nothing is lost"
    case .programs: "A program of AlbumScan is missing"
    case .imaging: "The program that looks at pictures can't be run"
    case .readingModels: "The models that text on sleeves is read with are missing, so none is read"
    case .clock: "The clock is behind what was already scanned"
    case .linger: "The daemon stops when you log out"
    case .daemon: "albumscand isn't running"
    case .paused: "The line was paused"
    case .stuck: "A step hangs and can't be called off"
    case .budget: "A cap of the budget holds scans back"
    case .plan: "The plan's scans are used up"
    case .spending: "The month's spending has reached budget.alertUSD"
    case .unanswered:
      "Calls for a photo came to no answer and may be on the bill; another is made only when you say so"
    case .prices: "Of which day the prices are"
    case .pricesOld: "A price is old, and may have changed"
    case .priceUnknown: "The price of a model isn't known"
    case .offline: "No service can be reached, so everything that asks one waits for the network"
    case .anthropic, .openai, .compatible: "The models' provider doesn't answer, or refuses what it is asked"
    case .musicbrainz: "MusicBrainz doesn't answer, or refuses what it is asked"
    case .coverartarchive: "The Cover Art Archive doesn't answer"
    case .model: "A model that is there"
    case .modelMissing: "The provider has no such model"
    case .modelEnds: "A model will be withdrawn"
    }
  }

  /// What a person is told of at once, where there is a desktop; nil for what can wait until somebody looks.
  package var headline: String? {
    switch self {
    case .spending: "The budget is nearly used"
    case .budget: "The budget is used up for now"
    case .plan: "The plan's scans are used up"
    case .unanswered: "A photo's calls may be on the bill"
    case .disk: "Photos wait for a disk"
    case .settings: "The new settings are wrong"
    case .inboxMissing: "An inbox is gone"
    case .imaging: "Pictures can't be looked at"
    case .covers: "Covers can't be recognised"
    case .stuck: "AlbumScan is stuck"
    default: nil
    }
  }
}
