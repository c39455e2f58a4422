package import Albums
package import Darkroom
package import Records
package import SystemPackage

/// Everything that the line works with, put together from one set of settings. A reload makes a new one; scans in hand
/// end with the one they began with.
package struct Line: Sendable {
  package var settings: LineSettings
  package var inboxes: [FilePath]
  /// What becomes of a photo of this inbox.
  package var afterwards: @Sendable (_ folder: FilePath) -> LineSettings.Afterwards
  /// Nil without a provider.
  package var model: (any LanguageModel)?
  /// Nil where nobody is asked in its place.
  package var standIn: StandIn?
  package var catalogue: any ReleaseCatalogue
  package var covers: any CoverArchive
  /// The catalogue for what no scan waits for; nil where it isn't asked.
  package var reference: (any AlbumReference)?
  package var press: any PagePress
  package var darkroom: Darkroom
  /// Reads the text in a prepared picture; nil where nothing here can.
  package var reader: SleeveReader.Reading?
  package var pictures: PictureStore
  /// Where the index of the covers known here lies.
  package var coverIndex: FilePath
  package var announcer: any Announcer
  /// What pages say of the music library; nil where nobody keeps that.
  package var notes: LibraryNotes?
  /// The provider's batch service; nil where it has none. What is there is collected, whatever the settings say.
  package var batches: (any BatchModel)?
  package var time: TimeSource
  /// The outside services that may be asked.
  package var services: [ServiceName] {
    [model?.service, standIn?.model.service].compactMap(\.self) + [.musicbrainz, .coverartarchive]
  }
  let modelTurns: Turns
  let reviewTurns = TurnsByKey()
  let trials = Trials()

  package init(
    settings: LineSettings, inboxes: [FilePath],
    afterwards: @escaping @Sendable (FilePath) -> LineSettings.Afterwards, model: (any LanguageModel)?,
    catalogue: any ReleaseCatalogue, covers: any CoverArchive, press: any PagePress, darkroom: Darkroom,
    pictures: PictureStore, coverIndex: FilePath, announcer: any Announcer = NoAnnouncer(),
    notes: LibraryNotes? = nil,
    batches: (any BatchModel)? = nil, reference: (any AlbumReference)? = nil,
    time: TimeSource = .system
  ) {
    self.settings = settings
    self.inboxes = inboxes
    self.afterwards = afterwards
    self.model = model
    self.catalogue = catalogue
    self.covers = covers
    self.reference = reference
    self.press = press
    self.darkroom = darkroom
    self.pictures = pictures
    self.coverIndex = coverIndex
    self.announcer = announcer
    self.notes = notes
    self.batches = batches
    self.time = time
    modelTurns = Turns(settings.modelConcurrency)
  }

  func journey(
    of scan: Scan, in ledger: Ledger, place: Place = Place(), isStopping: @escaping @Sendable () -> Bool
  ) -> Journey {
    Journey(
      scan: scan, notes: Notebook(scan: scan, ledger: ledger, time: time, isStopping: isStopping),
      studio: studio(ledger),
      identifier: Identifier(
        model: metered(ledger), studio: studio(ledger), librarian: librarian(ledger), ledger: ledger,
        settings: settings,
        time: time),
      reader: SleeveReader(
        read: settings.reads ? reader : nil, studio: studio(ledger), librarian: librarian(ledger),
        examiner: examiner(ledger), settings: settings),
      librarian: librarian(ledger), examiner: examiner(ledger), curator: curator(ledger),
      confirmation: Confirmation(hold: settings.hold, announcer: announcer, place: place, time: time),
      critic: critic(ledger), publisher: publisher(ledger),
      filing: filing(ledger), time: time)
  }

  func studio(_ ledger: Ledger) -> Studio {
    Studio(
      darkroom: darkroom, store: pictures, ledger: ledger, shelf: shelf(ledger), recognises: settings.recognises,
      lookout: lookout(ledger), filing: filing(ledger), time: time)
  }

  func examiner(_ ledger: Ledger) -> Examiner {
    Examiner(curator: curator(ledger), shelf: shelf(ledger), time: time)
  }

  /// The covers that are known here.
  package func shelf(_ ledger: Ledger) -> CoverShelf {
    CoverShelf(index: coverIndex, ledger: ledger, store: pictures, darkroom: darkroom, time: time)
  }

  func critic(_ ledger: Ledger) -> Critic {
    Critic(model: metered(ledger), ledger: ledger, settings: settings, turns: reviewTurns, time: time)
  }

  func curator(_ ledger: Ledger) -> Curator {
    Curator(covers: covers, darkroom: darkroom, store: pictures, ledger: ledger, gate: gate(ledger), time: time)
  }

  func publisher(_ ledger: Ledger) -> Publisher {
    Publisher(root: settings.root, press: press, notes: notes, store: pictures, ledger: ledger, time: time)
  }

  func filing(_ ledger: Ledger) -> Filing {
    Filing(root: settings.root, lookout: lookout(ledger), afterwards: afterwards, time: time, ledger: ledger)
  }

  private func lookout(_ ledger: Ledger) -> Lookout { Lookout(inboxes: inboxes, ledger: ledger) }

  /// What there is to say about money, now that these settings hold.
  package func lookAtSpending(in ledger: Ledger) async throws {
    try await SpendingWatch(ledger: ledger, budget: settings.budget, time: time).look()
  }

  func librarian(_ ledger: Ledger) -> Librarian {
    Librarian(catalogue: catalogue, gate: gate(ledger), settings: settings)
  }

  private func metered(_ ledger: Ledger) -> MeteredModel? {
    model.map {
      MeteredModel(
        model: $0, standIn: standIn, ledger: ledger, gate: gate(ledger), budget: settings.budget, turns: modelTurns,
        bulk: bulk,
        time: time)
    }
  }

  /// Nil where every question is sent at once.
  var bulk: Bulk? {
    guard let batches, let above = settings.bulkAbove else { return nil }
    return Bulk(batches: batches, above: above)
  }

  func gate(_ ledger: Ledger) -> Gate { Gate(ledger: ledger, time: time, trials: trials) }
}
