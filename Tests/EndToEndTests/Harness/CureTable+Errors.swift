extension CureTable {
  /// Commands in messages beside the cures, in the same form.
  static let errors = #"""
    PriceList.swift
      albumscanctl config set models.price '[0.5, 1.5]' (dollars per million tokens, in and out)
        tried: a server on this computer is free until its price is set, and that is said
      albumscanctl config set models.price '[2, 10]' (dollars per million tokens, in and
        not tried: The price has to be looked up.
    ReviewTrialRun.swift
      albumscanctl key set anthropic
        not tried: It stores a key, as elsewhere.
    BackupCommand.swift
      albumscanctl restore \(path.string)
        tried: a backup made while photos are scanned is taken back, and the line goes on from there
    ConfigCommand.swift
      albumscanctl config set models.identification NAME
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      systemctl --user start albumscand
        tried: a daemon that isn't running is by what is printed
      systemctl --user reload albumscand
        tried: settings that were refused are in force by what is printed
      systemctl --user restart albumscand
        not tried: It is said of another results folder only.
    DeleteCommand.swift
      albumscanctl delete --undo)
        tried: what a refused command prints makes way for it
    ExportCommand.swift
      albumscanctl learn ~/Music
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    HistoryCommand.swift
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    KeyCommand.swift
      albumscanctl key set anthropic < FILE. A key can't be an argument, since other users could see it.
        not tried: It takes a file of the person's.
    KnownCommand.swift
      albumscanctl learn ~/Music
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    OpenCommand.swift
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    OpenURLCommand.swift
      albumscanctl wallet refresh
        not tried: What made the address is unknown.
      albumscanctl wallet play \(address.disc ??
        not tried: It only says why the button did nothing.
    PauseCommand.swift
      albumscanctl resume
        tried: a paused line goes on by what is printed, and what no command can do is called a person's
      systemctl --user start albumscand
        tried: a daemon that isn't running is by what is printed
    RedoCommand.swift
      albumscanctl redo \(id) --undo
        tried: another strategy is tried on the same photo, and taken back
    RestoreCommand.swift
      albumscanctl backup wrote.
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl backup FILE
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      systemctl --user stop albumscand
        tried: what a refused command prints makes way for it
    SetupCommand.swift
      albumscanctl setup --contact ADDRESS
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl learn ~/Music
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl key set \((provider ?? .key(.anthropic)).rawValue)
        not tried: It stores a key, as elsewhere.
      albumscanctl config set models.baseURL http://127.0.0.1:8080
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      albumscanctl config set models.identification NAME
        not tried: It is an example; the person has the photo, the music, the address, or the file.
      systemctl --user enable --now albumscand
        not tried: It takes a login session.
      loginctl enable-linger
        not tried: It takes a login session.
      albumscanctl setup --service
        not tried: It takes a login session.
      albumscanctl setup
        not tried: The answers are the person's.
    StatsCommand.swift
      albumscanctl scan PHOTO.jpg
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    CommandContext+Results.swift
      systemctl --user start albumscand
        tried: a daemon that isn't running is by what is printed
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    ScanDescription.swift
      albumscanctl retry \(scan.id)
        tried: a review that talks of nothing but money is unavailable, and written at a later try
      albumscanctl redo \(scan.id) --undo
        tried: another strategy is tried on the same photo, and taken back
    CommandContext+Checkup.swift
      albumscanctl restore FILE
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    ServiceCheckup.swift
      albumscanctl config unset \($0)
        tried: what ails settings, keys, prompts and models is cured by what is printed
    Dashboard.swift
      systemctl --user start albumscand
        tried: a daemon that isn't running is by what is printed
      albumscanctl resume
        tried: a paused line goes on by what is printed, and what no command can do is called a person's
      albumscanctl setup
        not tried: It asks questions.
      albumscanctl scan PHOTO
        not tried: It is an example; the person has the photo, the music, the address, or the file.
    ScanWatch.swift
      albumscanctl retry \(id)
        tried: a photo whose answers can't be used is read by what is printed
      albumscanctl resume
        tried: a paused line goes on by what is printed, and what no command can do is called a person's
    CompositionRoot.swift
      albumscanctl key set \(service.rawValue)
        not tried: It stores a key, as elsewhere.
    Daemon+Photos.swift
      albumscanctl config set photos.afterwards move
        not tried: It is a choice; nothing is wrong.
    Budget+Limits.swift
      systemctl --user reload albumscand
        tried: a photo that its limit holds up goes on by what is printed
      albumscanctl config set \(key) \(Int(more)) && systemctl --user reload albumscand
        tried: a photo that its limit holds up goes on by what is printed
      albumscanctl config set plan own && systemctl --user reload albumscand
        tried: a plan that is used up goes on by what is printed
    IdentificationFacts+Verdict.swift
      albumscanctl learn DIR), or set a model provider and store its key; then: albumscanctl retry --failed
        not tried: Which music is the person's to say.
    FailureFolder.swift
      albumscanctl retry \(scan.id)
        tried: a photo whose answers can't be used is read by what is printed
    VisionIdentifier.swift
      albumscanctl key set \((context.settings.models.provider.service ?? .anthropic).rawValue)
        tried: a photo that waits for a key goes on by what is printed
    PhonePageUpdater.swift
      albumscanctl config set phone.albums 0
        not tried: It is a choice; nothing is wrong.
    Ledger+Commands.swift
      albumscanctl redo \(id) --from reading
        tried: what a refused command prints makes way for it
      albumscanctl config set review.enabled true &&
        tried: what a refused command prints makes way for it
      systemctl --user reload-or-restart albumscand && albumscanctl retry --reviews
        tried: what a refused command prints makes way for it
      albumscanctl delete --undo
        tried: what a refused command prints makes way for it
    Secret+Redaction.swift
      albumscanctl key set \(service.rawValue)
        tried: a photo that waits for a key goes on by what is printed
    ProviderError.swift
      albumscanctl resume
        not tried: It follows what a person does at the provider, or in the settings.
      systemctl --user reload albumscand
        not tried: It follows what a person does at the provider, or in the settings.
    Credential.swift
      albumscanctl key set
        tried: what ails settings, keys, prompts and models is cured by what is printed
    Places.swift
      albumscanctl backup FILE. Then \(move), and run: albumscanctl restore FILE
        not tried: Where to is the person's to say.
    Settings+Services.swift
      albumscanctl key set mpd
        tried: new settings of the wallet and of mpd, and its password, hold from a reload on
    SettingsFile.swift
      albumscanctl key set anthropic (or openai, compatible)
        not tried: It stores a key, as elsewhere.
    ImagingClientError.swift
      systemctl --user restart albumscand
        tried: a daemon that isn't running is by what is printed
    MPDError.swift
      albumscanctl key set mpd
        tried: what MPD's refusals print makes way for the command
      albumscanctl config set mpd.address ADDRESS
        not tried: Where MPD is, and whom to trust, is the person's to say.
      albumscanctl config set mpd.allowRemotePassword true
        not tried: Where MPD is, and whom to trust, is the person's to say.
    WalletBuilder.swift
      albumscanctl config set wallet.sources \(others.joined(separator:
        not tried: It is a choice; nothing is wrong.
    WalletAssembly.swift
      albumscanctl scan PHOTO
        not tried: What to put in is the person's to say.
      mpc save \(name.shellWord)
        not tried: What to put in is the person's to say.
      albumscanctl config set wallet.sources \(others).
        not tried: It is a choice; nothing is wrong.
    DiscPlayer+Eject.swift
      albumscanctl wallet play ID --force
        not tried: What to put in is the person's to say.
      albumscanctl wallet eject --force
        not tried: What to put in is the person's to say.
    PlayDecision.swift
      albumscanctl wallet play \(id)
        tried: what MPD's refusals print makes way for the command
    PlayingError.swift
      albumscanctl wallet refresh
        not tried: What to put in is the person's to say.
      albumscanctl wallet play ID
        not tried: What to put in is the person's to say.
    Wallet.swift
      albumscanctl config set wallet.limit 0
        not tried: It is a choice; nothing is wrong.
    """#
}
