/// Converts the output of the recognition network to text.
package struct Transcript: Equatable, Sendable {
  package let text: String
  /// The mean probability of its letters, 0…1; 0 where there are none.
  package let confidence: Double

  /// The best path of connectionist temporal classification (Graves et al. 2006): what is said in several steps on end is said
  /// once, and class 0 says nothing.
  ///
  /// - Parameters:
  ///   - classes: the likeliest of each step.
  ///   - probabilities: how likely it is.
  ///   - characters: what the classes stand for, from class 1 on; others say nothing.
  package init(classes: [Int], probabilities: [Float], characters: [Character]) {
    var text = ""
    var sum = 0.0
    var count = 0
    for (step, label) in classes.enumerated()
    where (1...characters.count).contains(label) && (step == 0 || label != classes[step - 1]) {
      text.append(characters[label - 1])
      sum += Double(probabilities[step])
      count += 1
    }
    self.text = text
    confidence = count > 0 ? sum / Double(count) : 0
  }
}
