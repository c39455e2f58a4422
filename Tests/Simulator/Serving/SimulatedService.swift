/// A service that answers requests as the real one would, and refuses what that refuses.
protocol SimulatedService: Sendable {
  /// - Parameter fault: Something that is to go wrong in the answer itself; faults of the wire are not its concern.
  func answer(_ call: Call, fault: SimulatedFault?) -> Reply
}
