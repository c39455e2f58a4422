/// The stable codes of problems and conditions, used by `status`, `doctor`, the notifications, and docs/health.md.
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
  case tooLarge = "too-large"
  case tooManyFolders = "too-many-folders"
  case syncConflict = "sync-conflict"
  case networkFolder = "network-folder"
  case photosKept = "photos-kept"
  case phonePage = "phone-page"
  case samePhoto = "same-photo"
  case disk
  case diskFull = "disk-full"

  // The ledger and what lies beside it
  case ledger
  case ledgerPermission = "ledger-permission"
  case ledgerDamaged = "ledger-damaged"
  case ledgerLocked = "ledger-locked"
  case ledgerNetwork = "ledger-network"
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
  case anthropic, openai, compatible, musicbrainz, coverartarchive, ntfy, command
  case model
  case modelMissing = "model-missing"
  case modelEnds = "model-ends"

  /// Of a code as it is printed, which may name a folder behind it: `watch-limit /home/me/inbox`.
  package init?(printed code: String) { self.init(rawValue: String(code.prefix { $0 != " " })) }

  /// As it is printed, and written down.
  /// - Parameter place: where there may be several: a folder, or a file.
  package func printed(at place: String? = nil) -> String { place.map { "\(rawValue) \($0)" } ?? rawValue }

  /// Whether it is a note, which asks nothing of anybody.
  package var isOnlyToKnow: Bool { [.networkFolder, .tooLarge, .photosKept, .phonePage, .samePhoto].contains(self) }

  /// One line on what is wrong, for docs/health.md.
  package var meaning: String {
    switch self {
    case .settings: "The settings are wrong; after a reload, the old ones stay in effect"
    case .key: "There is no API key for the model provider, so no model can be asked"
    case .contact: "MusicBrainz requires a contact address, and none is set"
    case .keyUnusable: "A key file is readable by others, contains no key, or can't be read"
    case .credentialsExposed: "Other users can read the folder that contains the keys"
    case .promptUnusable: "One of your own prompts can't be read, or the installed ones are missing"
    case .promptUnknown: "A file among your own prompts doesn't have the name of a prompt, so it isn't used"
    case .modelsFile: "Your models.json is wrong"
    case .caFile: "The certificate file that network.caFile names doesn't exist"
    case .bulk: "models.bulkAbove is set, and has no effect"
    case .notifications: "notifications.enabled requires a desktop, and there is none"
    case .budgetTooSmall: "A spending limit is below the reserved price of a single call, so no call is ever made"
    case .folder: "A folder and its location"
    case .folderMissing: "An inbox doesn't exist"
    case .folderBlocked: "A file or a symbolic link has the name of one of AlbumScan's folders"
    case .folderPermission: "A folder can't be written to"
    case .inboxMissing: "An inbox disappeared while it was watched: it was deleted, or its disk isn't mounted"
    case .unreadable: "A folder or a photo in the inbox can't be read"
    case .tooLarge: "A file in an inbox is larger than 64 MB, so it isn't scanned; the first 20 of them are listed"
    case .tooManyFolders: "An inbox contains more than 10,000 folders; photos in the others aren't scanned"
    case .syncConflict: "A sync program created second versions of photos, which aren't scanned"
    case .networkFolder: "An inbox is on a network file system, so it is listed every few seconds"
    case .photosKept:
      "Photos stay in the inbox after their scan: the folder may be synced, and moving them could delete them on the phone"
    case .phonePage:
      "`done/phone.html` is new: a page for your phone that names your photos and what you own. It is said once, for a week"
    case .samePhoto:
      "A file in an inbox is a photo that is already known, so it isn't scanned again; the first 20 of them are listed"
    case .disk: "A disk is full, failing, or can't be written to; the queue waits"
    case .diskFull: "There is too little free space for more than a few results"
    case .ledger: "The database can't be opened or written to"
    case .ledgerPermission: "The database file or its folder is write-protected"
    case .ledgerDamaged: "The database is damaged"
    case .ledgerLocked: "Another program keeps the database locked"
    case .ledgerNetwork: "The database is on a network file system, where SQLite can damage it; it isn't opened"
    case .stateExposed: "Other users can read the folder that contains the database"
    case .covers: "Known covers can't be recognized: their index is damaged or can't be written"
    case .watches: "This computer allows only few watched folders"
    case .watchLimit: "No inotify watch was left for a folder, so it is listed every few seconds"
    case .watchInstances: "No inotify instance was left, so folders are listed every few seconds"
    case .overflow: "More changed at once than the kernel could report; everything was listed again, nothing is lost"
    case .programs: "A program of AlbumScan is missing"
    case .imaging: "The imaging program can't be run"
    case .readingModels: "The text recognition models are missing, so text on sleeves isn't read"
    case .clock: "The clock is behind the time of an earlier scan"
    case .linger: "The daemon stops when you log out"
    case .daemon: "albumscand isn't running"
    case .paused: "The queue was paused"
    case .stuck: "A step hangs and can't be canceled"
    case .budget: "A spending limit is holding scans back"
    case .plan: "The plan's scans are used up"
    case .spending: "This month's spending has reached budget.alertUSD"
    case .unanswered:
      "Calls for a photo weren't answered and may be billed; another is made only if you ask for it"
    case .prices: "The date of the prices"
    case .pricesOld: "A price is old, and may have changed"
    case .priceUnknown: "The price of a model is unknown"
    case .offline: "No service can be reached, so everything that asks one waits for the network"
    case .anthropic, .openai, .compatible: "The model provider doesn't answer or rejects requests"
    case .musicbrainz: "MusicBrainz doesn't answer or rejects requests"
    case .coverartarchive: "The Cover Art Archive doesn't answer"
    case .ntfy: "The ntfy server doesn't answer or refuses messages, so they wait"
    case .command: "The program of notifications.command fails, so its events wait"
    case .model: "A model and that it is available"
    case .modelMissing: "The provider has no such model"
    case .modelEnds: "A model will be retired"
    }
  }

  /// What a person is told of at once, where there is a desktop; nil for what can wait until somebody looks.
  package var headline: String? {
    switch self {
    case .spending: "The budget is nearly used"
    case .budget: "The budget is used up for now"
    case .plan: "The plan's scans are used up"
    case .unanswered: "A photo's calls may be billed"
    case .disk: "Photos are waiting for a disk"
    case .settings: "The new settings are invalid"
    case .inboxMissing: "An inbox is missing"
    case .imaging: "Pictures can't be decoded"
    case .covers: "Covers can't be recognized"
    case .stuck: "AlbumScan is stuck"
    default: nil
    }
  }
}
