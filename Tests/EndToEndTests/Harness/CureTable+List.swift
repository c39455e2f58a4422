extension CureTable {
  /// A file, what is written there, and what becomes of it, each a step further in.
  static let list = #"""
    Budget+Limits.swift
      "\(cap == .scan ? "Allow" : "Wait; or allow") more: \(Self.raising(key, above: max(limit, spent)))."
        tried: a photo that its limit holds up goes on by what is printed
      "Use the plan without a limit: \(command)."
        not tried: It may cost money.
      "Wait; or use the plan without a limit: \(command)."
        not tried: It may cost money.
    CommandContext+Checkup.swift
      "chmod u+rwx \(state.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "chmod u+rw \(file.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "kill \(holder.pid)"
        tried: what ails folders and the ledger is cured by what is printed
      "mkdir -p \(aside) && mv \(file.string.shellWord)* \(aside)"
        tried: what ails folders and the ledger is cured by what is printed
      error.cure
        not tried: The folder is the person's to choose.
      "End the program that keeps it locked, then run: albumscanctl doctor"
        not tried: Its process can't be told.
      "Update AlbumScan"
        not tried: root
      "See: journalctl -k, and: ls -l \(state.string.shellWord)"
        not tried: The reason isn't known.
    CommandContext+Results.swift
      "\(cure.sentence) \(name) is set here and takes precedence over the stored key. Change it where it is set."
        not tried: Where the variable is set is known to nobody else.
    CompatibleModel.swift
      "Name one (`albumscanctl doctor` lists them): `albumscanctl config set models.identification NAME`; then run " + "`systemctl --user reload albumscand`."
        tried: a server's missing model is cured by what is printed, never by none
      "Set \(question.step == .review ? "review" : "identification").webSearch to false."
        not tried: What to go without is the person's to say.
    CompositionRoot.swift
      "Set your own address: `albumscanctl config set musicbrainz.contact ADDRESS`, then run " + "`systemctl --user reload albumscand`."
        not tried: The address is the person's; with one, the public server would be asked.
    CoverArtArchive.swift
      "albumscanctl doctor"
        tried: services that shut their doors are asked again by what is printed, and scans go through
    CoverStore.swift
      "albumscanctl doctor"
        not tried: `doctor` prints what is tried for its own finding `covers`.
    DiskGate.swift
      trouble.cureInPassing
        not tried: A disk is full or failing.
    Fault+HTTP.swift
      "Set the clock (`timedatectl`), or network.caFile to the authority's certificate; then run " + "`albumscanctl resume`."
        not tried: root, or another's certificate
      "Set \(service.addressSetting) to its new address (`albumscanctl config path`), then run " + "`systemctl --user reload albumscand`."
        not tried: The address is the person's.
      "Correct \(service.addressSetting) in the settings (`albumscanctl config path`): https, or http to this " + "computer only; then run `systemctl --user reload albumscand`."
        not tried: The address is the person's.
    Fault+Tools.swift
      "albumscanctl doctor"
        not tried: All these errors have a cure of their own.
      $0
        not tried: The photo, its disk, or the package is at fault.
    FolderCheckup.swift
      Folder.isLink(folder) ? "rm \(path)" : "mv \(path) \(aside) && mkdir \(path)"
        tried: what ails folders and the ledger is cured by what is printed
      "mkdir -p \(folder.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "chmod u+rwx \(folder.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "mv \(copy.string.shellWord) \(Self.freed(copy).shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "Change its owner: sudo chown \"$USER\" \(folder.string.shellWord)"
        not tried: root
      trouble.cure
        not tried: A disk is full or failing.
      "See: df -h \(state.string.shellWord)"
        not tried: The reason isn't known.
      "Free some space. To see what is left: df -h \(state.string.shellWord)"
        not tried: What to delete is the person's to say.
    ActiveWork+Hangs.swift
      "systemd's watchdog restarts it; if not: systemctl --user restart albumscand"
        tried: a hang is over by what is printed
    HealthReport.swift
      $0.cureInPassing
        not tried: A disk is full or failing.
      "End it if you no longer need it: kill \(holder.pid)"
        not tried: Another's program is the person's to end; `doctor` prints the command, which is tried.
    VisionIdentifier.swift
      cure
        tried: a photo that waits for a key goes on by what is printed
    ModelQuery.swift
      "albumscanctl retry \(scan.id)"
        tried: a photo whose answers can't be used is read by what is printed
      headroom
        not tried: The model is the person's to choose.
    EventProgram.swift
      "Correct notifications.command (`albumscanctl config path`), or make the program executable; then run " + "`albumscanctl doctor --notify`."
        not tried: Which program is the person's to say.
    NtfyTopic.swift
      "albumscanctl key set ntfy"
        tried: a topic that needs a token says so, and the doctor's test message arrives with it
      "albumscanctl doctor --notify"
        not tried: It says what is wrong by trying again; the server is another's.
      "Set notifications.ntfy to the address of a topic, such as https://ntfy.sh/NAME (`albumscanctl config path`), then run " + "`systemctl --user reload albumscand`."
        not tried: Which topic is the person's to say.
    MessageCheckup.swift
      "Try again later: albumscanctl doctor --notify"
        not tried: It passes by itself.
      "Set your topic's address: albumscanctl config set notifications.ntfy https://ntfy.sh/NAME"
        not tried: Which topic is the person's to say.
    InboxWatch.swift
      condition.command ?? "albumscanctl doctor"
        tried: an inbox that is gone is watched again by what is printed
    Ledger+Conditions.swift
      $0
        not tried: It is read back as it was written.
    QueueCheckup.swift
      "systemctl --user reload albumscand"
        tried: settings that were refused are in force by what is printed
      "albumscanctl resume"
        tried: pictures are decoded again by what is printed when their program may run
      "systemctl --user restart albumscand"
        tried: a hang is over by what is printed
      "chmod u+rX \(path.string.shellWord)"
        tried: a photo that can't be read is by what is printed, and scanned
      "albumscanctl doctor"
        not tried: It is what is compared with.
      Cure.command
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "Move folders elsewhere, or name them in folders.ignore: albumscanctl config path"
        not tried: Which folders is the person's to say.
      "Set the clock: sudo timedatectl set-ntp true"
        not tried: root
      warning.cure
        not tried: A price has to be looked up.
    MachineCheckup.swift
      "echo fs.inotify.max_user_watches=65536 | sudo tee /etc/sysctl.d/90-inotify.conf && sudo sysctl --system"
        not tried: root, and all of the machine
      "\(missing.isOurs ? "" : "sudo ")chmod a+rx \(missing.string.shellWord)"
        tried: pictures are decoded again by what is printed when their program may run
      "\(setup.string.shellWord) --models"
        not tried: It downloads them; `make setup` does so before the tests.
      "sudo apt reinstall albumscan"
        not tried: root, and a package: `make deb-test` installs it
      "systemctl --user start albumscand"
        tried: a daemon that isn't running is by what is printed
      (obstacle == nil ? "" : "sudo ") + "loginctl enable-linger \(ProcessInfo.processInfo.userName.shellWord)"
        not tried: It takes a login session: scripts/systemd-suite carries it out.
      "chmod 700 \(state.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "rm \(file.string.shellWord)"
        tried: what ails folders and the ledger is cured by what is printed
      "Reinstall AlbumScan"
        not tried: root
      "Run in AlbumScan's source folder: make install"
        not tried: Its source folder isn't known.
    MeteredModel.swift
      "See which photos they were (`albumscanctl status`), then run `albumscanctl retry ID`."
        not tried: It may cost money.
    Models.swift
      Secret.command(for: service)
        tried: a key that its provider doesn't take is replaced by what is printed, and the daemon takes the new one
      "Set models.provider to anthropic, openai, or compatible."
        not tried: Which provider is the person's to say.
    MusicBrainzCatalog.swift
      "albumscanctl doctor"
        tried: services that shut their doors are asked again by what is printed, and scans go through
      "Set musicbrainz.contact to your own address, then run `systemctl --user reload albumscand`."
        not tried: The address is the person's.
      "Correct musicbrainz.baseURL in the settings (`albumscanctl config path`), then run " + "`systemctl --user reload albumscand`."
        not tried: The address is the person's.
    PhotoIntake.swift
      "albumscanctl doctor"
        tried: a photo that can't be read is by what is printed, and scanned
    PhotoPreparer.swift
      "albumscanctl redo \(scan.id) --undo"
        tried: a scan whose photo is gone has its result again by what is printed
      "albumscanctl retry \(scan.id)"
        tried: killed once it costs a photo nothing; killed twice with it the photo is put aside
      "Copy it to the inbox again"
        not tried: The photo is the person's.
      $0
        not tried: The photo is at fault.
    ProviderError.swift
      Secret.command(for: service)
        tried: a key that its provider doesn't take is replaced by what is printed, and the daemon takes the new one
      cure
        not tried: A provider's website, or a setting whose value is the person's to say.
    Question+Asking.swift
      "Set \(setting) to false, or \(step.modelSetting) to a model that can."
        not tried: Which of both is the person's to say.
    Reloader.swift
      "systemctl --user restart albumscand"
        tried: a root that has changed is in use by what is printed
      "albumscanctl config check && systemctl --user reload albumscand"
        tried: settings that were refused are in force by what is printed
    Reply.swift
      "Turn streaming off in the server, or set models.baseURL to one that heeds it; then run " + "`albumscanctl resume`."
        not tried: The server is the person's.
    ResultFolders.swift
      trouble.cure
        not tried: What is in the way is the person's.
    ScanRunner.swift
      "albumscanctl retry \(scan.id)"
        tried: a photo whose service failed for too many days is read by what is printed
      "Choose other models (`albumscanctl doctor` lists them), or update their server; then run " + "`albumscanctl resume`."
        not tried: The model is the person's to choose.
    ServiceCheckup.swift
      command
        tried: what ails settings, keys, prompts and models is cured by what is printed
      keys.map { "albumscanctl config set \($0) \(meant.shellWord)" }.joined(separator: " && ")
        tried: a server's missing model is cured by what is printed, never by none
      "Try again later: albumscanctl doctor"
        not tried: Nothing is known to be wrong here.
      "Change \(name) where it is set"
        not tried: Where the variable is set is known to nobody else.
      "Name another model in \(variable), where it is set"
        not tried: Where the variable is set is known to nobody else.
      "Set one of the provider's models: albumscanctl config set \(keys[0]) NAME"
        not tried: Which model is the person's to say.
      "Check that musicbrainz.contact is your address: albumscanctl config set musicbrainz.contact ADDRESS"
        not tried: The address is the person's.
      "Wait; AlbumScan retries by itself"
        not tried: It passes by itself.
      "Check the network, then run: albumscanctl doctor"
        not tried: The network is the person's.
    SessionObstacle.swift
      export
        not tried: It takes a login session: `SessionObstacle` says when.
      "sudo loginctl enable-linger \(user.shellWord) && sudo systemctl start user@\(geteuid()) && \(export)"
        not tried: root
      "Start albumscand yourself, for instance as the container's command"
        not tried: Containers start programs in their own ways.
    SettingsCheckup.swift
      "albumscanctl config unset models.bulkAbove"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "sed -i '\(line)s/\(old)/\(new)/' \(file)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "sed -i '\(line)s/^/#/' \(file)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl config unset network.caFile"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl config set notifications.enabled auto"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl config unset \(name)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "Set your own address: albumscanctl config set musicbrainz.contact ADDRESS"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl key set anthropic"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl key set \(service.rawValue)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "chmod 600 \(path.string.shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "chmod u+r \(path.string.shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "albumscanctl key set \(credential.rawValue)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "chmod 700 \(folder.string.shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "mv \(own.shellWord) \((own + ".unused").shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "mv \(path.shellWord) \((meant.map { loaded.places.prompts.appending("\($0).txt").string } ?? path + ".unused").shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "mv \(file.shellWord) \((file + ".unused").shellWord)"
        tried: what ails settings, keys, prompts and models is cured by what is printed
      "Remove \($0.1) where it is set"
        not tried: Where the variable is set is known to nobody else.
      place.map { "Correct line \($0.2) of \($0.1), then run: albumscanctl config check" } ?? "Correct it in \(problem.place), then run: albumscanctl config check"
        not tried: What was meant isn't known.
      "Correct it where \(place.dropFirst("environment ".count)) is set"
        not tried: Where the variable is set is known to nobody else.
      "Reinstall AlbumScan"
        not tried: root
      "Name one that the server has: albumscanctl config set models.identification NAME"
        tried: a server's missing model is cured by what is printed, never by none
    SpendingWatch.swift
      "See: albumscanctl costs. To be warned later: " + ScanSettings.Budget.raising("budget.alertUSD", above: max(limit, spent)) + "."
        not tried: It may cost money.
    StepClock.swift
      "albumscanctl retry \(scan.id)"
        not tried: A step takes minutes until then; the same command is tried for other failures.
    UnwritableFolder.swift
      cureInPassing
        not tried: A disk is full or failing.
    """#
}
