/// What a model says to a prompt, before it is put into a provider's form.
struct ModelAnswer: Equatable, Sendable {
  struct Search: Equatable, Sendable {
    var query: String
    var pages: [Page]
  }

  struct Page: Equatable, Sendable {
    var title: String
    var url: String
    var quote: String
  }

  /// The answer: JSON in text.
  var text: String
  var searches: [Search] = []
  /// What is wrong with the question, if anything.
  var complaints: [String] = []

  var pages: [Page] { searches.flatMap(\.pages) }
}
