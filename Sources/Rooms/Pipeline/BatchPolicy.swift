internal import Albums
internal import Foundation
internal import Records

/// Decides which questions go into batches when many photos wait.
struct BatchPolicy: Sendable {
  let batches: any BatchModel
  /// How many photos must wait to be read.
  let above: Int

  /// Searches stay: a scan that came so far by itself is close to its end.
  func mayTake(_ question: Question) -> Bool {
    question.searches == 0 && (question.step == .reading || question.step == .review)
  }

  /// A photo is read in bulk while the flood lasts, and reviewed as it was read. What failed in a batch, or came back
  /// to be put right, is asked at once: nobody waits for the same thing twice.
  func takes(_ question: Question, _ facts: BatchPolicyFacts) -> Bool {
    guard mayTake(question), !facts.isAskedFor, !facts.hadItsTurn else { return false }
    return question.step == .review ? facts.wasReadInBulk : facts.unread > above
  }
}

/// When questions are submitted as a batch, and when the batch is checked.
struct BatchTiming: Equatable, Sendable {
  /// The most questions that are submitted at once: their answers must fit into memory together.
  var most = 250
  /// How long a question waits for others while there is work.
  var gathering: Duration = .seconds(300)
  /// How long it waits for others when there is none: more photos may be on their way.
  var settling: Duration = .seconds(3)
  /// How long a batch that nobody has seen may still turn up.
  var grace: Duration = .seconds(60)
  /// The longest pause between two looks.
  var longest: Duration = .seconds(300)
  /// How long after its promised end a batch that can't be had is given up.
  var overdue: Duration = .seconds(3600)

  /// When the queue is submitted, should nothing else happen: soon when nothing would be added to it, at once when it
  /// is long enough; nil for an empty one and while the line is paused.
  func due(_ queue: BatchQueue, now: Date) -> Date? {
    guard let oldest = queue.oldest, let newest = queue.newest, !queue.isPaused else { return nil }
    if queue.count >= most { return now }
    return queue.isQuiet ? min(newest + settling, oldest + gathering) : oldest + gathering
  }

  /// How long a batch is left alone after so many looks: 1 s, 2 s, 4 s … Most take minutes, small ones less.
  func pause(after looks: Int) -> Duration { min(.seconds(1) * (1 << min(max(looks, 0), 16)), longest) }
}
