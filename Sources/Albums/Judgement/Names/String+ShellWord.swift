extension String {
  /// One word of a POSIX shell, whatever is in it.
  package var shellWord: String { "'" + replacing("'", with: "'\\''") + "'" }
}
