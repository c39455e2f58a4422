/// A desktop notification. All texts are plain; anything that a server would take for markup is escaped.
package struct DesktopNotification: Equatable, Sendable {
  /// A button.
  package struct Action: Equatable, Sendable {
    /// Comes back when it is pressed. "default" is a click on the notification itself.
    package let key: String
    package let label: String

    package init(_ key: String, _ label: String) {
      self.key = key
      self.label = label
    }
  }

  /// One notification a tag: a later one replaces it while it is shown.
  package let tag: String
  package let summary: String
  package let body: String
  package let actions: [Action]
  /// The path of a picture that is shown beside the text.
  package let picture: String?
  /// In milliseconds, after which it goes by itself where the desktop allows that; nil for as long as the desktop finds
  /// right.
  package let lasts: Int32?

  package init(
    tag: String, summary: String, body: String, actions: [Action] = [], picture: String? = nil, lasts: Int32? = nil
  ) {
    self.tag = tag
    self.summary = summary
    self.body = body
    self.actions = actions
    self.picture = picture
    self.lasts = lasts
  }
}

/// An event from the desktop.
package enum DesktopEvent: Equatable, Sendable {
  /// A person pressed a button.
  case invoked(tag: String, action: String)
  /// A notification is being shown.
  case shown(tag: String)
  /// Nothing can be shown now; what was to be shown is dropped.
  case unavailable(String)
  /// An address couldn't be opened.
  case notOpened(String)
}
