/// The stable codes of faults: what the ledger stores, JSON documents show, and decisions compare.
package enum FaultCode: String, CaseIterable, Sendable {
  case unknown

  // The photo
  case photoUnreadable = "photo-unreadable"
  case photoChanged = "photo-changed"
  case photoReplaced = "photo-replaced"
  case photoRemoved = "photo-removed"
  case photoDeleted = "photo-deleted"
  case picture
  case pictureLost = "picture-lost"
  case imagingTimeout = "imaging-timeout"
  case decoderCrash = "decoder-crash"
  case stepTimeout = "step-timeout"
  case file

  // What scans wait for
  case inbox
  case models
  case budget
  case plan
  case unanswered
  case together
  case disk
  case imaging

  // The connection to a service
  case unreachable
  case connectionRefused = "connection-refused"
  case connectionBroken = "connection-broken"
  case certificate
  case timeout
  case answerTooLarge = "answer-too-large"
  case redirected
  case badAddress = "bad-address"
  case canceled = "canceled"

  // What a service answered
  case answered
  case credit
  case searchForbidden = "search-forbidden"
  case noSearch = "no-search"
  case noVision = "no-vision"
  case questionTooLong = "question-too-long"
  case modelMissing = "model-missing"
  case provider
  case keyMissing = "key-missing"
  case keyRejected = "key-rejected"
  case keyForbidden = "key-forbidden"
  case noServer = "no-server"
  case contact
  case declined
  case answerUnreadable = "answer-unreadable"
  case answerUnusable = "answer-unusable"
  case thoughtsTooLong = "thoughts-too-long"
  case answerStreamed = "answer-streamed"
  case answerBroken = "answer-broken"
  case turnUnfinished = "turn-unfinished"
  case searchFailed = "search-failed"
  case albumMissing = "album-missing"
  case reviewRejected = "review-rejected"
  case serviceOffline = "service-offline"
  case artworkDelayed = "artwork-delayed"
  case artworkUnusable = "artwork-unusable"
  case commandFailed = "command-failed"
  case commandMissing = "command-missing"

  /// Of a code as it is printed, which may have more behind a dot: `answered.400.invalid_request_error`.
  package init?(printed code: String) { self.init(rawValue: String(code.prefix { $0 != "." })) }

  /// As it is printed, and stored. A detail may come from a provider, so it is cleaned and shortened.
  package func printed(with detail: String? = nil) -> String {
    guard let detail else { return rawValue }
    let harmless = detail.utf8.prefix(80).map { byte in
      "0"..."9" ~= Character(Unicode.Scalar(byte)) || "a"..."z" ~= Character(Unicode.Scalar(byte | 0x20))
        || "._-".utf8.contains(byte) ? Character(Unicode.Scalar(byte)) : "-"
    }
    return "\(rawValue).\(String(harmless))"
  }

  /// Whether it is about the API key.
  package var isAboutKey: Bool { [.keyMissing, .keyRejected, .keyForbidden].contains(self) }

  /// One line on what happened, for docs/health.md.
  package var meaning: String {
    switch self {
    case .unknown: "It has no code of its own, or was recorded by a version without codes"
    case .photoUnreadable: "The photo can't be read"
    case .photoChanged: "The photo changed while it was being read"
    case .photoReplaced: "Another photo took its place before it could be read"
    case .photoRemoved: "The photo was removed before it could be read"
    case .photoDeleted: "The photo was deleted after it was read, so it can't be read again"
    case .picture: "The file is no picture that can be used; the rest of the code says why"
    case .pictureLost: "A picture that AlbumScan prepared can't be read back"
    case .imagingTimeout: "Preparing the picture took too long"
    case .decoderCrash: "The photo made the image decoder crash"
    case .stepTimeout: "A step took longer than its deadline and was canceled"
    case .file: "A file of AlbumScan's can't be read or written"
    case .inbox: "The inbox of the photo is missing; its disk may not be mounted"
    case .models: "There is no model to ask"
    case .budget: "A spending limit is reached"
    case .plan: "The plan's scans are used up"
    case .unanswered: "Calls for a photo weren't answered and may be billed"
    case .together: "The photo shows a back or a label, and waits for the front of its record"
    case .disk: "A disk is full, failing, or can't be written to; the rest of the code says which"
    case .imaging: "The imaging program can't be run; the rest of the code says why"
    case .unreachable: "The service can't be reached, as without a network"
    case .connectionRefused: "The service refused the connection"
    case .connectionBroken: "The connection broke"
    case .certificate: "The service's certificate is invalid"
    case .timeout: "The service took too long"
    case .answerTooLarge: "The service sent more than AlbumScan reads"
    case .redirected: "The service redirected to where AlbumScan doesn't follow"
    case .badAddress: "The address of the service can't be used"
    case .canceled: "The call was canceled"
    case .answered: "The service answered with an error; its status, and its own error code if there is one, follow"
    case .credit: "The provider requires more credit"
    case .searchForbidden: "The provider doesn't allow web search for this key"
    case .noSearch: "The model can't search the web"
    case .noVision: "The model can't see pictures"
    case .questionTooLong: "The question is longer than the model accepts"
    case .modelMissing: "The provider doesn't offer the model"
    case .provider: "The configured provider is none"
    case .keyMissing: "There is no API key"
    case .keyRejected: "The provider rejects the API key"
    case .keyForbidden: "The API key lacks a permission"
    case .noServer: "There is no such server at the configured address"
    case .contact: "MusicBrainz requires a valid contact address"
    case .declined: "The model declined to answer"
    case .answerUnreadable: "The answer isn't what the service documents"
    case .answerUnusable: "The model's answer doesn't have the form that was asked for"
    case .thoughtsTooLong: "The model's thoughts used up the limit of its answer"
    case .answerStreamed: "The server sent a stream, although it was asked for one answer"
    case .answerBroken: "The model ended without an answer; the rest of the code says how"
    case .turnUnfinished: "The model paused, and never answered or might exceed a spending limit"
    case .searchFailed: "The model's web search failed"
    case .albumMissing: "MusicBrainz doesn't have the album that you named"
    case .reviewRejected: "The review breaks the rules for reviews"
    case .serviceOffline: "The service announces an outage in place of an answer"
    case .artworkDelayed: "The Cover Art Archive lists a cover whose file isn't available yet"
    case .artworkUnusable: "The Cover Art Archive's picture can't be used now"
    case .commandFailed: "The program of notifications.command failed; its exit status follows"
    case .commandMissing: "The program of notifications.command can't be started"
    }
  }
}
