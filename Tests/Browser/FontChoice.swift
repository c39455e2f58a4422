import Foundation

/// Letters as a phone has them, where they are installed: Debian's own choice for `system-ui` is not what people see.
enum FontChoice {
  /// - Returns: a configuration file (fonts-conf(5)).
  static func write(to folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("fonts.conf")
    try Data(
      """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
      <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
      \(match("system-ui"))
      \(match("sans-serif"))
      \(match("sans"))
      <cachedir>\(folder.appendingPathComponent("fonts").path)</cachedir>
      </fontconfig>
      """.utf8
    ).write(to: file)
    return file
  }

  private static func match(_ family: String) -> String {
    """
    <match target="pattern">
    <test name="family"><string>\(family)</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
    </match>
    """
  }
}
