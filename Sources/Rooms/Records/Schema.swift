internal import GRDB

/// The ledger's schema, as a list of migrations. A released migration never changes. None has the number 9.
enum Schema {
  /// What every ledger has, from the first on.
  static let first = "1: the line"
  /// Since when covers are known.
  static let withCovers = "7: covers"

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(first) { db in try db.execute(sql: theLine) }
    migrator.registerMigration("2: redo") { db in try db.execute(sql: redo) }
    migrator.registerMigration("3: plans") { db in try db.execute(sql: plans) }
    migrator.registerMigration("4: decisions") { db in try db.execute(sql: decisions) }
    migrator.registerMigration("5: bulk") { db in try db.execute(sql: bulk) }
    migrator.registerMigration("6: errands in hand") { db in try db.execute(sql: errandsInHand) }
    migrator.registerMigration(withCovers) { db in try db.execute(sql: covers) }
    migrator.registerMigration("8: learned parts") { db in try db.execute(sql: learnedParts) }
    migrator.registerMigration("10: held errands") { db in try db.execute(sql: heldErrands) }
    migrator.registerMigration("11: told conditions") { db in try db.execute(sql: toldConditions) }
    migrator.registerMigration("12: where results are") { db in try db.execute(sql: resultsPlace) }
    migrator.registerMigration("13: waiting photos") { db in try db.execute(sql: waitingPhotos) }
    migrator.registerMigration("14: questions of the queue") { db in try db.execute(sql: queueQuestions) }
    migrator.registerMigration("15: calls without an answer") { db in try db.execute(sql: unansweredCalls) }
    migrator.registerMigration("16: saved readings") { db in try db.execute(sql: savedReadings) }
    // No row comes or goes that another names: to look after all of them would take as long again.
    migrator.registerMigration("17: a million scans", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: aMillion)
    }
    migrator.registerMigration("18: no batches", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: noBatches)
    }
    migrator.registerMigration("19: no savings", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: "DROP TABLE saving")
    }
    migrator.registerMigration("20: a hundred thousand scans", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: aHundredThousand)
    }
    migrator.registerMigration("21: follow-ups") { db in try db.execute(sql: followUps) }
    migrator.registerMigration("22: fault codes", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: faultCodes)
    }
    migrator.registerMigration("23: conditions", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: conditions)
    }
    migrator.registerMigration("24: names of photos") { db in try db.execute(sql: photoNames) }
    migrator.registerMigration("25: messages") { db in try db.execute(sql: messages) }
    migrator.registerMigration("26: statements") { db in try db.execute(sql: statements) }
    migrator.registerMigration("27: lists") { db in try db.execute(sql: lists) }
    migrator.registerMigration("28: standing and durations", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: standingAndDurations)
    }
    migrator.registerMigration("29: parts", foreignKeyChecks: .immediate) { db in try db.execute(sql: parts) }
    migrator.registerMigration("30: photos together", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: together)
    }
    migrator.registerMigration("31: parts first") { db in try db.execute(sql: partsFirst) }
    return migrator
  }

  private static let theLine = """
    -- An album that was found, by its normalised artist and title.
    CREATE TABLE album (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      artistName TEXT NOT NULL,
      albumTitle TEXT NOT NULL,
      releaseGroup TEXT
    ) STRICT;

    -- A photo's way through the line. In exactly one state, always; never deleted, so that numbers stay true.
    CREATE TABLE scan (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,                                   -- the photo's name, for people
      path BLOB NOT NULL,                                   -- where it lies, byte for byte
      origin TEXT NOT NULL CHECK (origin IN ('inbox', 'command')),
      digest TEXT NOT NULL CHECK (length(digest) = 64),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'unsure', 'done', 'failed', 'rejected')),
      step TEXT,                                            -- the step in hand, or the one it last stood at
      stepSince REAL,
      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      notBefore REAL NOT NULL DEFAULT 0,
      heldBy TEXT,                                          -- a service, 'budget' or 'disk'
      heldReason TEXT,
      arrived REAL NOT NULL,
      finished REAL,
      album INTEGER REFERENCES album,
      reason TEXT,                                          -- why it failed or is unsure
      hint TEXT,
      bundle TEXT,                                          -- its folder, relative to the root
      photoNow TEXT,                                        -- where the photo went, relative to the root
      document TEXT CHECK (document IS NULL OR json_valid(document)),
      reviewStatus TEXT CHECK (reviewStatus IN ('written', 'pending', 'unavailable')),
      artworkStatus TEXT CHECK (artworkStatus IN ('present', 'pending', 'none')),
      viewed REAL,
      deleted REAL,
      CHECK ((state IN ('waiting', 'running')) = (finished IS NULL)),
      CHECK (state <> 'done' OR (bundle IS NOT NULL AND document IS NOT NULL AND reviewStatus IS NOT NULL))
    ) STRICT;
    CREATE UNIQUE INDEX scanUnfinished ON scan (digest) WHERE state IN ('waiting', 'running');
    CREATE INDEX scanQueue ON scan (notBefore, id) WHERE state = 'waiting';
    CREATE INDEX scanDone ON scan (finished, id) WHERE state = 'done' AND deleted IS NULL;
    CREATE INDEX scanDigest ON scan (digest);

    -- What a step made, kept in the same breath.
    CREATE TABLE step (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      name TEXT NOT NULL,
      recipe TEXT NOT NULL,                                 -- digest of what asked for it: prompt, model, material
      made REAL NOT NULL,
      output TEXT NOT NULL CHECK (json_valid(output)),
      PRIMARY KEY (scan, name)
    ) STRICT, WITHOUT ROWID;

    -- What went wrong on the way, each time.
    CREATE TABLE setback (
      id INTEGER PRIMARY KEY,
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      at REAL NOT NULL,
      step TEXT,
      kind TEXT NOT NULL,
      service TEXT,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX setbackScan ON setback (scan, id);

    -- Every paid call: reserved at its worst case before it is sent, settled from the answer's usage.
    CREATE TABLE expense (
      id INTEGER PRIMARY KEY,
      scan INTEGER REFERENCES scan ON DELETE SET NULL,
      at REAL NOT NULL,
      step TEXT NOT NULL,
      service TEXT NOT NULL,
      model TEXT NOT NULL,
      recipe TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'released')),
      microdollars INTEGER NOT NULL CHECK (microdollars >= 0),
      inputTokens INTEGER NOT NULL DEFAULT 0,
      outputTokens INTEGER NOT NULL DEFAULT 0,
      searches INTEGER NOT NULL DEFAULT 0,
      answer TEXT CHECK (answer IS NULL OR json_valid(answer)),
      dropped INTEGER NOT NULL DEFAULT 0                    -- a person asked for another answer
    ) STRICT;
    CREATE INDEX expenseAt ON expense (at);
    CREATE INDEX expenseScan ON expense (scan);
    CREATE INDEX expenseRecipe ON expense (recipe) WHERE answer IS NOT NULL AND dropped = 0;

    -- A service that is left alone for a while, or until somebody has acted.
    CREATE TABLE closure (
      service TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('transient', 'needsAttention')),
      since REAL NOT NULL,
      until REAL NOT NULL,
      reason TEXT NOT NULL,
      cure TEXT
    ) STRICT, WITHOUT ROWID;

    -- The line stands still: at most one row.
    CREATE TABLE pause (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      at REAL NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;

    -- Something about this machine that a person should know: one row a condition.
    CREATE TABLE health (
      code TEXT PRIMARY KEY,
      since REAL NOT NULL,
      reason TEXT NOT NULL,
      cure TEXT
    ) STRICT, WITHOUT ROWID;

    -- Files of the inbox that have been taken in, so that none is read or scanned again.
    CREATE TABLE arrival (
      path BLOB PRIMARY KEY,
      device INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,                            -- nanoseconds since 1970, as the file says
      digest TEXT NOT NULL,
      scan INTEGER NOT NULL REFERENCES scan
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX arrivalDigest ON arrival (digest);

    -- Front covers by MusicBrainz id, kept for ever; that there is none is asked again after a while.
    CREATE TABLE artwork (
      mbid TEXT PRIMARY KEY,
      asked REAL NOT NULL,
      found TEXT CHECK (found IS NULL OR json_valid(found))
    ) STRICT, WITHOUT ROWID;

    -- Reviews, by normalised artist and title, prompt and search mode; kept for ever.
    CREATE TABLE review (
      album TEXT NOT NULL,
      prompt TEXT NOT NULL,
      searched INTEGER NOT NULL,
      model TEXT NOT NULL,
      writtenAt REAL NOT NULL,
      review TEXT NOT NULL CHECK (json_valid(review)),
      PRIMARY KEY (album, prompt, searched)
    ) STRICT, WITHOUT ROWID;

    -- What a finished scan still lacks: its artwork, or its review.
    CREATE TABLE errand (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('artwork', 'review')),
      attempts INTEGER NOT NULL DEFAULT 0,
      notBefore REAL NOT NULL DEFAULT 0,
      PRIMARY KEY (scan, kind)
    ) STRICT, WITHOUT ROWID;
    """

  private static let redo = """
    ALTER TABLE scan ADD COLUMN strategy TEXT;              -- asked for by a person; null for that of the settings
    ALTER TABLE scan ADD COLUMN wantsFreshReview INTEGER NOT NULL DEFAULT 0;

    -- What a scan said before a person had it made anew, with all that leads back to it.
    CREATE TABLE earlier (
      id INTEGER PRIMARY KEY,
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      at REAL NOT NULL,
      fromStep TEXT NOT NULL,
      strategy TEXT,                                        -- as in scan, before
      document TEXT NOT NULL CHECK (json_valid(document)),
      steps TEXT NOT NULL CHECK (json_valid(steps)),        -- rows of step
      expenses TEXT NOT NULL CHECK (json_valid(expenses)),  -- numbers of those whose answers were put aside
      reviews TEXT NOT NULL CHECK (json_valid(reviews))     -- rows of review
    ) STRICT;
    CREATE INDEX earlierScan ON earlier (scan, id);
    """

  private static let plans = """
    -- Photos for which a model was asked, each counted once and for ever: what a plan has a limit of.
    CREATE TABLE counted (
      digest TEXT PRIMARY KEY,
      at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX countedAt ON counted (at);
    INSERT INTO counted SELECT scan.digest, min(expense.at) FROM expense JOIN scan ON scan.id = expense.scan
      WHERE expense.state <> 'released' GROUP BY scan.digest;

    -- Calls that were not made, since the answer was known or could be had for nothing.
    CREATE TABLE saving (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('photo', 'answer', 'review', 'search')),
      what TEXT NOT NULL,                                   -- tells two of a kind in one scan apart
      at REAL NOT NULL,
      microdollars INTEGER CHECK (microdollars >= 0),       -- NULL for what such calls cost on average
      PRIMARY KEY (scan, kind, what)
    ) STRICT, WITHOUT ROWID;

    -- The scan for which a review was written, and paid.
    ALTER TABLE review ADD COLUMN scan INTEGER REFERENCES scan ON DELETE SET NULL;
    -- When a condition is over by itself.
    ALTER TABLE health ADD COLUMN until REAL;
    """

  private static let decisions = """
    ALTER TABLE expense ADD COLUMN prompt TEXT;             -- digest of the prompt that asked

    -- What a person said of a photo: it is this album, or it isn't. The latest word on each album holds.
    CREATE TABLE decision (
      digest TEXT NOT NULL CHECK (length(digest) = 64),     -- of the photo
      albumKey TEXT NOT NULL,                               -- normalised artist and title
      releaseGroup TEXT NOT NULL,                           -- '' where the catalogue doesn't have it
      artistName TEXT NOT NULL,
      albumTitle TEXT NOT NULL,
      releaseYear TEXT,
      choice TEXT NOT NULL CHECK (choice IN ('accepted', 'rejected')),
      at REAL NOT NULL,
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      PRIMARY KEY (digest, albumKey, releaseGroup)
    ) STRICT;
    """
}
