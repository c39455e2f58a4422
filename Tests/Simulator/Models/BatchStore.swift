import Foundation
import Synchronization

/// The batches that were handed in, and what is to become of them.
///
/// They end by themselves once they have been looked at some times; a test holds them back to stand in between.
package final class BatchStore: Sendable {
  /// What goes wrong with a question of a batch.
  package enum Spoilt: String, CaseIterable, Sendable { case expired, errored }

  /// A question that came in a batch.
  package struct Question: Equatable, Sendable {
    package var customID: String
    /// `reading`, `review` …
    package var kind: String?
    package var spoilt: Spoilt?
  }

  struct Batch: Sendable {
    var id: String
    var questions: [Question]
    /// One for each question; how it is said is the provider's matter.
    var results: [JSON]
    var created = Date()
    /// What the client wanted kept with it.
    var metadata: JSON = .null
    var input = ""
    var looks = 0
    var hasEnded = false
    var isCanceled = false
  }

  private struct State {
    var batches: [Batch] = []
    var files: [String: [UInt8]] = [:]
    var isHeld = false
    var polls = 2
    var spoilt: [Spoilt] = []

    mutating func look(at index: Int) -> Batch {
      batches[index].looks += 1
      if !isHeld, batches[index].looks >= polls { batches[index].hasEnded = true }
      return batches[index]
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Keeps batches from ending, or no longer.
  package func hold(_ held: Bool) { state.withLock { $0.isHeld = held } }

  /// The look at which a batch is found to have ended.
  package func end(afterPolls polls: Int) { state.withLock { $0.polls = polls } }

  /// Has the next questions go wrong.
  package func spoil(_ count: Int, _ spoilt: Spoilt) {
    state.withLock { $0.spoilt += Array(repeating: spoilt, count: max(0, count)) }
  }

  /// Every batch's questions, in the order in which they were handed in.
  package var questions: [[Question]] { state.withLock { $0.batches.map(\.questions) } }

  /// How often each batch was looked at.
  package var looks: [Int] { state.withLock { $0.batches.map(\.looks) } }

  // MARK: For the services

  var nextSpoilt: Spoilt? { state.withLock { $0.spoilt.isEmpty ? nil : $0.spoilt.removeFirst() } }

  func add(_ batch: Batch) { state.withLock { $0.batches.append(batch) } }

  /// A batch, after one more look at it.
  func look(at id: String) -> Batch? {
    state.withLock { state -> Batch? in
      guard let index = state.batches.firstIndex(where: { $0.id == id }) else { return nil }
      return state.look(at: index)
    }
  }

  /// A batch as it stands.
  func batch(_ id: String) -> Batch? { state.withLock { state in state.batches.first { $0.id == id } } }

  /// All, newest first, each looked at.
  func list(prefix: String) -> [Batch] {
    state.withLock { state in
      state.batches.indices.filter { state.batches[$0].id.hasPrefix(prefix) }.map { state.look(at: $0) }.reversed()
    }
  }

  func remove(_ id: String) -> Bool {
    state.withLock { state in
      guard let index = state.batches.firstIndex(where: { $0.id == id && $0.hasEnded && !$0.results.isEmpty }) else {
        return false
      }
      state.batches[index].results = []
      return true
    }
  }

  func keep(_ file: [UInt8], as id: String) { state.withLock { $0.files[id] = file } }
  func file(_ id: String) -> [UInt8]? { state.withLock { $0.files[id] } }
  func removeFile(_ id: String) -> Bool { state.withLock { $0.files.removeValue(forKey: id) != nil } }

  static func isCustomID(_ text: String) -> Bool { text.wholeMatch(of: /[a-zA-Z0-9_\-]{1,64}/) != nil }
}
