/// The IDs of the models that are asked, at their provider.
package struct ModelNames: Equatable, Sendable {
  package var identification: String
  package var search: String
  package var review: String

  package init(identification: String, search: String, review: String) {
    self.identification = identification
    self.search = search
    self.review = review
  }
}
