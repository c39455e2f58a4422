import Testing

@testable import Desktop

@Suite struct NotificationStateMachineTests {
  private static let actions = [DesktopNotification.Action("open", "Open")]

  private func notification(_ tag: String, body: String = "In <b>a & \"b\"</b>") -> DesktopNotification {
    DesktopNotification(tag: tag, summary: "We found <b>it</b>", body: body, actions: Self.actions)
  }

  /// A board whose server can do this much.
  private func machine(_ capabilities: Set<String>) -> NotificationStateMachine {
    var machine = NotificationStateMachine()
    machine.sent(.capabilities, as: 1)
    _ = machine.answered(1, capabilities: capabilities)
    return machine
  }

  @Test func `a server is first asked what it can do, once`() {
    var machine = NotificationStateMachine()
    #expect(machine.isIdle)
    #expect(machine.take(.show(notification("a"))) == [.capabilities])
    machine.sent(.capabilities, as: 1)
    #expect(machine.take(.show(notification("b"))) == [])
    let calls = machine.answered(1, capabilities: [])
    #expect(calls.count == 2)
  }

  @Test(arguments: [["body-markup", "actions"], ["actions"], ["body-markup"], []])
  func `a body is escaped where it would be taken for markup, buttons are sent where there can be some`(
    capabilities: [String]
  ) {
    var machine = machine(Set(capabilities))
    let body =
      capabilities.contains("body-markup")
      ? "In &lt;b&gt;a &amp; &quot;b&quot;&lt;/b&gt;" : #"In <b>a & "b"</b>"#
    let actions = capabilities.contains("actions") ? Self.actions : []
    let wanted = notification("a")
    // A summary is plain text everywhere.
    #expect(machine.take(.show(wanted)) == [.notify(wanted, replacing: 0, body: body, actions: actions)])
  }

  @Test func `a second one of a tag waits for the first, and replaces it`() {
    var machine = machine(["actions"])
    let (first, second) = (notification("a", body: "1"), notification("a", body: "2"))
    for call in machine.take(.show(first)) { machine.sent(call, as: 2) }
    #expect(machine.take(.show(second)) == [])
    let (calls, event) = machine.answered(2, id: 70)
    #expect(event == .shown(tag: "a"))
    #expect(calls == [.notify(second, replacing: 70, body: "2", actions: Self.actions)])
  }

  @Test func `what is withdrawn while it is under way is closed as soon as it is shown`() {
    var machine = machine([])
    for call in machine.take(.show(notification("a"))) { machine.sent(call, as: 2) }
    #expect(machine.take(.withdraw(tag: "a")) == [])
    #expect(machine.answered(2, id: 7).calls == [.close(7)])
    machine.sent(.close(7), as: 3)
    machine.answered(3)
    #expect(!machine.isIdle)
    machine.closed(7)
    #expect(machine.isIdle)
  }

  @Test func `what is shown is replaced by its update, and what isn't shown any more stays away`() {
    var machine = machine([])
    #expect(machine.take(.update(notification("a"))) == [])
    for call in machine.take(.show(notification("a"))) { machine.sent(call, as: 2) }
    // While it is under way, the update waits for its number.
    #expect(machine.take(.update(notification("a"))) == [])
    guard case .notify(_, replacing: 7, _, _)? = machine.answered(2, id: 7).calls.first else {
      Issue.record("the update isn't sent")
      return
    }
    machine.closed(7)
    #expect(machine.take(.update(notification("a"))) == [])
  }

  @Test func `buttons of what is shown count, others don't`() {
    var machine = machine(["actions"])
    for call in machine.take(.show(notification("a"))) { machine.sent(call, as: 2) }
    _ = machine.answered(2, id: 7)
    #expect(machine.invoked(7, "open") == .invoked(tag: "a", action: "open"))
    #expect(machine.invoked(8, "open") == nil)
    #expect(machine.take(.withdraw(tag: "a")) == [.close(7)])
    machine.serverChanged()
    #expect(machine.invoked(7, "open") == nil)
    #expect(machine.isIdle)
  }

  @Test func `a server that went away in between is asked anew`() {
    var machine = machine([])
    for call in machine.take(.show(notification("a"))) { machine.sent(call, as: 2) }
    _ = machine.take(.show(notification("a")))
    machine.serverChanged()
    let (calls, event) = machine.failed(2, because: "gone")
    #expect(event == .unavailable("gone"))
    #expect(calls == [.capabilities])
    machine.sent(.capabilities, as: 3)
    #expect(machine.failed(3, because: "nobody").event == .unavailable("nobody"))
    #expect(machine.isIdle)
  }

  @Test func `what nobody shows is bounded`() {
    var machine = NotificationStateMachine()
    for number in 1...1000 {
      for call in machine.take(.show(notification("\(number)"))) { machine.sent(call, as: 1) }
    }
    let calls = machine.answered(1, capabilities: [])
    #expect(calls.count == 16)
    guard case .notify(let last, _, _, _)? = calls.last else {
      Issue.record("nothing is shown")
      return
    }
    #expect(last.tag == "1000")
  }
}
