extension Schema {
  /// What lets a ledger of a million scans be asked as fast as one of a hundred.
  static let aMillion = """
    -- How many scans there are that aren't deleted, by state, the month in which they finished (UTC; '' for those that
    -- haven't) and the hundred of their numbers (1 for 1 to 100): nobody counts a million each time.
    CREATE TABLE tally (
      state TEXT NOT NULL,
      month TEXT NOT NULL,
      hundred INTEGER NOT NULL,
      scans INTEGER NOT NULL,
      PRIMARY KEY (state, month, hundred)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tally SELECT \(place(of: "scan")), count(*) FROM scan WHERE deleted IS NULL GROUP BY 1, 2, 3;
    CREATE TRIGGER tallyNew AFTER INSERT ON scan WHEN new.deleted IS NULL BEGIN
      INSERT INTO tally VALUES (\(place(of: "new")), 1) ON CONFLICT DO UPDATE SET scans = scans + 1;
    END;
    CREATE TRIGGER tallyMove AFTER UPDATE OF state, finished, deleted ON scan BEGIN
      UPDATE tally SET scans = scans - 1
        WHERE old.deleted IS NULL AND (state, month, hundred) = (\(place(of: "old")));
      INSERT INTO tally SELECT \(place(of: "new")), 1 WHERE new.deleted IS NULL
        ON CONFLICT DO UPDATE SET scans = scans + 1;
      DELETE FROM tally WHERE scans = 0 AND (state, month, hundred) = (\(place(of: "old")));
    END;

    -- How many photos were counted in all.
    CREATE TABLE countedInAll (photos INTEGER NOT NULL) STRICT;
    INSERT INTO countedInAll SELECT count(*) FROM counted;
    CREATE TRIGGER countedOneMore AFTER INSERT ON counted BEGIN UPDATE countedInAll SET photos = photos + 1; END;

    -- What the history is searched by, a row a scan, indexed by each three letters in a row. A key has its letters without
    -- accents.
    CREATE VIRTUAL TABLE scanWords USING fts5(words, key, tokenize = 'trigram', detail = none);
    INSERT INTO scanWords (rowid, words, key) SELECT id, \(words(of: "scan")) FROM scan ORDER BY id;
    CREATE TRIGGER wordsNew AFTER INSERT ON scan BEGIN
      INSERT INTO scanWords (rowid, words, key) VALUES (new.id, \(words(of: "new")));
    END;
    CREATE TRIGGER wordsChange AFTER UPDATE OF name, album, document ON scan BEGIN
      UPDATE scanWords SET (words, key) = (\(words(of: "new"))) WHERE rowid = new.id;
    END;

    -- Most scans are done: an index of all states led past the newest, through all of them.
    DROP INDEX IF EXISTS scanState;
    CREATE INDEX scanNotDone ON scan (state) WHERE state <> 'done';
    CREATE INDEX scanWithoutResult ON scan (bundle, state) WHERE state IN ('failed', 'unsure', 'rejected');
    CREATE INDEX scanDeleted ON scan (deleted, id, bundle) WHERE deleted IS NOT NULL;
    CREATE INDEX scanAlbum ON scan (album) WHERE album IS NOT NULL;
    CREATE INDEX albumGroup ON album (releaseGroup) WHERE releaseGroup IS NOT NULL;
    CREATE INDEX coverBarcode ON cover (ltrim(json_extract(album, '$.barcode'), '0'));
    -- Sums are read from the index alone.
    DROP INDEX expenseAt;
    CREATE INDEX expenseSpent ON expense (at, microdollars);
    """

  private static func place(of scan: String) -> String {
    "\(scan).state, coalesce(strftime('%Y-%m', \(scan).finished, 'unixepoch'), ''), (\(scan).id - 1) / 100 + 1"
  }

  /// What a ledger of 100,000 scans needs to be asked fast: the words by which they are searched beside them, since to read
  /// all documents for those would take seconds. Counting rows in an index takes milliseconds.
  static let aHundredThousand = """
    DROP TRIGGER tallyNew;
    DROP TRIGGER tallyMove;
    DROP TABLE tally;
    DROP TRIGGER countedOneMore;
    DROP TABLE countedInAll;
    DROP INDEX scanNotDone;
    CREATE INDEX scanNotDone ON scan (state, deleted) WHERE state <> 'done';

    DROP TRIGGER wordsNew;
    DROP TRIGGER wordsChange;
    CREATE TABLE newWords (
      scan INTEGER PRIMARY KEY REFERENCES scan ON DELETE CASCADE,
      words TEXT NOT NULL,                                  -- a line a field
      key TEXT NOT NULL                                     -- the album's, whose letters have no accents
    ) STRICT;
    INSERT INTO newWords SELECT rowid, words, key FROM scanWords;
    DROP TABLE scanWords;
    ALTER TABLE newWords RENAME TO scanWords;
    CREATE TRIGGER wordsNew AFTER INSERT ON scan BEGIN
      INSERT INTO scanWords (scan, words, key) VALUES (new.id, \(words(of: "new")));
    END;
    CREATE TRIGGER wordsChange AFTER UPDATE OF name, album, document ON scan BEGIN
      UPDATE scanWords SET (words, key) = (\(words(of: "new"))) WHERE scan = new.id;
    END;
    """

  /// Words and key. A line a field, so that no word is found across two.
  private static func words(of scan: String) -> String {
    let album = { (columns: String) in "coalesce((SELECT \(columns) FROM album WHERE id = \(scan).album), '')" }
    let noted = ["recordLabel", "genres", "releaseYear"].map {
      "coalesce(json_extract(\(scan).document, '$.album.\($0)'), '')"
    }
    let fields = ["\(scan).name", album("artistName || char(10) || albumTitle")] + noted
    return "\(fields.joined(separator: " || char(10) || ")), \(album("key"))"
  }
}

extension Schema {
  static let errandsInHand = """
    -- The number under which somebody has the errand in hand, and whether a person asked for it again since.
    ALTER TABLE errand ADD COLUMN claim INTEGER;
    ALTER TABLE errand ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
    """

  static let heldErrands = """
    -- What an errand waits for: 'budget', 'plan' or a service; null where it only waits for its time.
    ALTER TABLE errand ADD COLUMN heldBy TEXT;
    """
}

extension Schema {
  static let learnedParts = """
    -- Folders and pictures of the user's own whose covers were learned, as they were then.
    CREATE TABLE learned (
      place BLOB PRIMARY KEY,                               -- path, byte for byte
      fingerprint TEXT NOT NULL,                            -- of the names, sizes and times of its files
      covers TEXT NOT NULL CHECK (json_valid(covers)),      -- numbers of covers
      skips TEXT NOT NULL CHECK (json_valid(skips)),        -- what couldn't be learned, and why
      at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

extension Schema {
  static let toldConditions = """
    -- Whether a person was told of it where there is a desktop, so that no start tells it again.
    ALTER TABLE health ADD COLUMN isTold INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE closure ADD COLUMN isTold INTEGER NOT NULL DEFAULT 0;
    """
}

extension Schema {
  static let resultsPlace = """
    -- Where the results are, and on which file system (statfs's f_fsid): by that an empty root whose disk isn't mounted is
    -- told from one that was emptied. One row a root that was ever used.
    CREATE TABLE resultsPlace (
      root TEXT PRIMARY KEY,
      disk INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

extension Schema {
  static let savedReadings = """
    -- A sleeve that was read on this machine saves a call as well.
    CREATE TABLE newSaving (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('photo', 'answer', 'review', 'search', 'reading')),
      what TEXT NOT NULL,                                   -- tells two of a kind in one scan apart
      at REAL NOT NULL,
      microdollars INTEGER CHECK (microdollars >= 0),       -- NULL for what such calls cost on average
      PRIMARY KEY (scan, kind, what)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO newSaving SELECT scan, kind, what, at, microdollars FROM saving;
    DROP TABLE saving;
    ALTER TABLE newSaving RENAME TO saving;
    """
}

extension Schema {
  static let unansweredCalls = """
    -- The call ended without an answer, and is or may be on the bill.
    ALTER TABLE expense ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;
    -- Of those that may go on, the one that failed the fewest times comes first: a service that fails is tried out by one
    -- scan after the other.
    DROP INDEX scanNext;
    CREATE INDEX scanNext ON scan (state, origin, attempts, id, notBefore, heldBy) WHERE state = 'waiting';
    """
}

extension Schema {
  static let waitingPhotos = """
    -- Whether a photo of this name waits is asked for each that comes, of crowds too.
    CREATE INDEX scanWaiting ON scan (path) WHERE state = 'waiting';
    """

  /// Some ledgers have these from the migration before, which had them for a day.
  static let queueQuestions = """
    -- Each photo that comes has the line look at what is next, at what waits for whom, and at how many there are: each
    -- index holds all that its question reads.
    DROP INDEX IF EXISTS scanQueue;
    CREATE INDEX IF NOT EXISTS scanNext ON scan (state, origin, id, notBefore, heldBy) WHERE state = 'waiting';
    CREATE INDEX IF NOT EXISTS scanHeld ON scan (state, heldBy, notBefore) WHERE state = 'waiting';
    CREATE INDEX IF NOT EXISTS scanState ON scan (deleted, state);
    """
}

extension Schema {
  static let followUps = """
    -- What a finished scan still lacks. Each comes by itself, and replaces the page by one rename.
    CREATE TABLE followUp (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('review', 'artwork', 'catalogue')),
      attempts INTEGER NOT NULL DEFAULT 0,
      notBefore REAL NOT NULL DEFAULT 0,
      heldBy TEXT,                                          -- a service, 'budget', 'plan'; null for only a time
      claim INTEGER,                                        -- the number under which it is in progress
      again INTEGER NOT NULL DEFAULT 0,                     -- the user asked for it since it was claimed
      PRIMARY KEY (scan, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO followUp (scan, kind, attempts, notBefore, heldBy)
      SELECT errand.scan,
        CASE WHEN errand.kind = 'artwork' AND scan.document ->> '$.identification.catalogue' = 'pending'
          THEN 'catalogue' ELSE errand.kind END, errand.attempts, errand.notBefore, errand.heldBy
      FROM errand JOIN scan ON scan.id = errand.scan;
    DROP TABLE errand;
    -- A review is no step of a scan any longer, and no step stores what it will probably make.
    DELETE FROM step WHERE recipe = 'foreseen' OR name IN ('confirmation', 'review');
    """
}

extension Schema {
  static let covers = """
    -- Covers that are known here, each with its album. What they are recognized by stands in a file of its own, which is
    -- made anew from this table and the picture store where it is lost.
    CREATE TABLE cover (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      picture TEXT NOT NULL CHECK (length(picture) = 64),   -- its name in the picture store
      albumKey TEXT NOT NULL,                               -- normalised artist and title
      releaseGroup TEXT NOT NULL,                           -- '' where the catalogue doesn't have it
      album TEXT NOT NULL CHECK (json_valid(album)),
      artwork TEXT NOT NULL CHECK (json_valid(artwork)),
      origin TEXT NOT NULL CHECK (origin IN ('candidate', 'scan', 'library')),
      place BLOB,                                           -- path of the file or folder it was learned from
      added REAL NOT NULL,
      UNIQUE (picture, albumKey, releaseGroup)
    ) STRICT;
    CREATE INDEX coverAlbum ON cover (albumKey);
    CREATE INDEX coverGroup ON cover (releaseGroup) WHERE releaseGroup <> '';
    """
}

extension Schema {
  static let faultCodes = """
    -- Faults are told apart by codes, no longer by their sentences. What was recorded before has none.
    ALTER TABLE setback RENAME TO fault;
    ALTER TABLE fault ADD COLUMN code TEXT NOT NULL DEFAULT 'unknown';
    DROP INDEX setbackScan;
    CREATE INDEX faultScan ON fault (scan, id);
    -- The code of the fault for which a scan waits, or failed; null if none is to blame.
    ALTER TABLE scan ADD COLUMN faultCode TEXT;
    """

  static let conditions = """
    -- What the user should know about: paused services, and problems of this computer.
    CREATE TABLE condition (
      code TEXT PRIMARY KEY,                                -- a service, or another code, followed by a folder or file
      fault TEXT,                                           -- code of the fault that paused the service
      needsPerson INTEGER NOT NULL DEFAULT 1,
      since REAL NOT NULL,
      until REAL,                                           -- null if unknown
      reason TEXT NOT NULL,
      cure TEXT,
      cureIsCommand INTEGER NOT NULL DEFAULT 0,
      isTold INTEGER NOT NULL DEFAULT 0,                    -- a person was told of it
      CHECK (fault IS NULL OR until IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO condition (code, since, until, reason, cure, isTold)
      SELECT code, since, until, reason, cure, isTold FROM health;
    INSERT OR REPLACE INTO condition (code, fault, needsPerson, since, until, reason, cure, isTold)
      SELECT service, 'unknown', kind = 'needsAttention', since, until, reason, cure, isTold FROM closure;
    DROP TABLE health;
    DROP TABLE closure;
    """

  static let photoNames = """
    -- Whether a photo of this name was scanned is asked for each film that comes without its photo.
    CREATE INDEX scanName ON scan (name);
    """
}
