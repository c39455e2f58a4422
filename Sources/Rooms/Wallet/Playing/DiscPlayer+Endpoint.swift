package import MPD

extension DiscPlayer where Backend == MPDSession {
  /// On a real MPD: in a partition of its own where the endpoint names one.
  /// - Parameter session: to the endpoint.
  package init(_ session: MPDSession, at endpoint: MPDEndpoint, remembering file: LoadedDiscFile) {
    var common = endpoint
    common.partition = nil
    let loan = endpoint.partition == nil ? nil : OutputLoan(from: MPDSession(common), to: session)
    self.init(session, at: endpoint.description, remembering: file, loan: loan)
  }
}
