package import Albums
package import SystemPackage

/// Finds and stores keys: the environment, then systemd credentials, then a file in the user's configuration.
package struct Credentials: Sendable {
  private let environment: [String: String]
  private let folder: FilePath

  /// - Parameter folder: of the user's own files, `Places.credentials`.
  package init(environment: [String: String], folder: FilePath) {
    self.environment = environment
    self.folder = folder
  }

  /// The key and where it comes from; nil when there is none.
  package func find(_ credential: Credential) throws(CredentialError) -> (secret: Secret, provenance: Provenance)? {
    if let text = environment[credential.environmentName], !text.isEmpty {
      guard let secret = Secret(text) else {
        throw .malformed(place: "environment \(credential.environmentName)")
      }
      return (secret, .environment(credential.environmentName))
    }
    if let handedOver = Self.systemdFolder(environment)?.appending(credential.fileName),
      let text = try read(handedOver, isOurs: false)
    {
      return (try secret(text, from: handedOver), .credential(handedOver))
    }
    let own = folder.appending(credential.fileName)
    guard let text = try read(own, isOurs: true) else { return nil }
    return (try secret(text, from: own), .credential(own))
  }

  /// The variable of the environment that holds the key, and goes before any that is kept; nil where none does.
  package func variable(of credential: Credential) -> String? {
    environment[credential.environmentName]?.isEmpty == false ? credential.environmentName : nil
  }

  /// All that there are.
  package func all() throws(CredentialError) -> [Credential: Secret] {
    var keys: [Credential: Secret] = [:]
    for credential in Credential.allCases { keys[credential] = try find(credential)?.secret }
    return keys
  }

  /// Writes the key to the user's own file, whole or not at all, mode 0600 in a folder of mode 0700.
  package func store(_ secret: Secret, as credential: Credential) throws(CredentialError) {
    let path = folder.appending(credential.fileName)
    let aside = folder.appending(".\(credential.fileName).new")
    do {
      try SmallFile.makeFolder(folder)
      try SmallFile.write(secret.reveal() + "\n", to: path, aside: aside)
    } catch {
      throw .unwritable(path, error)
    }
  }

  /// Deletes the user's own file. False when there was none.
  package func remove(_ credential: Credential) throws(CredentialError) -> Bool {
    let path = folder.appending(credential.fileName)
    do {
      return try SmallFile.remove(path)
    } catch {
      throw .unwritable(path, error)
    }
  }

  /// `$CREDENTIALS_DIRECTORY` (systemd.exec(5), Credentials).
  static func systemdFolder(_ environment: [String: String]) -> FilePath? {
    environment["CREDENTIALS_DIRECTORY"].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
  }

  private func secret(_ text: String, from path: FilePath) throws(CredentialError) -> Secret {
    guard let secret = Secret(text) else { throw .malformed(place: path.string) }
    return secret
  }

  private func read(_ path: FilePath, isOurs: Bool) throws(CredentialError) -> String? {
    do {
      guard let file = try SmallFile.read(path, limit: 16 << 10) else { return nil }
      guard isOurs else { return file.text }
      guard file.isOwnedByUs else { throw CredentialError.foreign(path) }
      guard file.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]) else {
        throw CredentialError.exposed(path, permissions: file.permissions)
      }
      return file.text
    } catch let error as CredentialError {
      throw error
    } catch SmallFileError.system(let errno) {
      throw .unreadable(path, errno)
    } catch {
      throw .malformed(place: path.string)
    }
  }
}
