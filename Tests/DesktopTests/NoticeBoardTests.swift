import Testing

@testable import Desktop

@Suite struct NoticeBoardTests {
  private static let actions = [DesktopNotification.Action("open", "Open")]

  private func notification(_ tag: String, body: String = "In <b>a & \"b\"</b>") -> DesktopNotification {
    DesktopNotification(tag: tag, summary: "We found <b>it</b>", body: body, actions: Self.actions)
  }

  /// A board whose server can do this much.
  private func board(_ capabilities: Set<String>) -> NoticeBoard {
    var board = NoticeBoard()
    board.sent(.capabilities, as: 1)
    _ = board.answered(1, capabilities: capabilities)
    return board
  }

  @Test func `a server is first asked what it can do, once`() {
    var board = NoticeBoard()
    #expect(board.isIdle)
    #expect(board.take(.show(notification("a"))) == [.capabilities])
    board.sent(.capabilities, as: 1)
    #expect(board.take(.show(notification("b"))) == [])
    let calls = board.answered(1, capabilities: [])
    #expect(calls.count == 2)
  }

  @Test(arguments: [["body-markup", "actions"], ["actions"], ["body-markup"], []])
  func `a body is escaped where it would be taken for markup, buttons are sent where there can be some`(
    capabilities: [String]
  ) {
    var board = board(Set(capabilities))
    let body =
      capabilities.contains("body-markup")
      ? "In &lt;b&gt;a &amp; &quot;b&quot;&lt;/b&gt;" : #"In <b>a & "b"</b>"#
    let actions = capabilities.contains("actions") ? Self.actions : []
    let wanted = notification("a")
    // A summary is plain text everywhere.
    #expect(board.take(.show(wanted)) == [.notify(wanted, replacing: 0, body: body, actions: actions)])
  }

  @Test func `a second one of a tag waits for the first, and replaces it`() {
    var board = board(["actions"])
    let (first, second) = (notification("a", body: "1"), notification("a", body: "2"))
    for call in board.take(.show(first)) { board.sent(call, as: 2) }
    #expect(board.take(.show(second)) == [])
    let (calls, event) = board.answered(2, id: 70)
    #expect(event == .shown(tag: "a"))
    #expect(calls == [.notify(second, replacing: 70, body: "2", actions: Self.actions)])
  }

  @Test func `what is withdrawn while it is under way is closed as soon as it is shown`() {
    var board = board([])
    for call in board.take(.show(notification("a"))) { board.sent(call, as: 2) }
    #expect(board.take(.withdraw(tag: "a")) == [])
    #expect(board.answered(2, id: 7).calls == [.close(7)])
    board.sent(.close(7), as: 3)
    board.answered(3)
    #expect(!board.isIdle)
    board.closed(7)
    #expect(board.isIdle)
  }

  @Test func `what is shown is replaced by its update, and what isn't shown any more stays away`() {
    var board = board([])
    #expect(board.take(.update(notification("a"))) == [])
    for call in board.take(.show(notification("a"))) { board.sent(call, as: 2) }
    // While it is under way, the update waits for its number.
    #expect(board.take(.update(notification("a"))) == [])
    guard case .notify(_, replacing: 7, _, _)? = board.answered(2, id: 7).calls.first else {
      Issue.record("the update isn't sent")
      return
    }
    board.closed(7)
    #expect(board.take(.update(notification("a"))) == [])
  }

  @Test func `buttons of what is shown count, others don't`() {
    var board = board(["actions"])
    for call in board.take(.show(notification("a"))) { board.sent(call, as: 2) }
    _ = board.answered(2, id: 7)
    #expect(board.invoked(7, "open") == .invoked(tag: "a", action: "open"))
    #expect(board.invoked(8, "open") == nil)
    #expect(board.take(.withdraw(tag: "a")) == [.close(7)])
    board.serverChanged()
    #expect(board.invoked(7, "open") == nil)
    #expect(board.isIdle)
  }

  @Test func `a server that went away in between is asked anew`() {
    var board = board([])
    for call in board.take(.show(notification("a"))) { board.sent(call, as: 2) }
    _ = board.take(.show(notification("a")))
    board.serverChanged()
    let (calls, event) = board.failed(2, because: "gone")
    #expect(event == .unavailable("gone"))
    #expect(calls == [.capabilities])
    board.sent(.capabilities, as: 3)
    #expect(board.failed(3, because: "nobody").event == .unavailable("nobody"))
    #expect(board.isIdle)
  }

  @Test func `what nobody shows is bounded`() {
    var board = NoticeBoard()
    for number in 1...1000 {
      for call in board.take(.show(notification("\(number)"))) { board.sent(call, as: 1) }
    }
    let calls = board.answered(1, capabilities: [])
    #expect(calls.count == 16)
    guard case .notify(let last, _, _, _)? = calls.last else {
      Issue.record("nothing is shown")
      return
    }
    #expect(last.tag == "1000")
  }
}
