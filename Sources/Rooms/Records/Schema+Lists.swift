extension Schema {
  static let lists = """
    -- The lists that a scan's album is put on once it is known, a line each: that of its folder in the inbox, and a
    -- person's word.
    ALTER TABLE scan ADD COLUMN list TEXT;
    -- What a person says of an album.
    ALTER TABLE album ADD COLUMN yourRating REAL CHECK (yourRating BETWEEN 0 AND 10);
    -- As an imported collection has it: JSON.
    ALTER TABLE album ADD COLUMN imported TEXT CHECK (imported IS NULL OR json_valid(imported));
    -- When the cover of an imported album is asked for next; null if it isn't.
    ALTER TABLE album ADD COLUMN coverDue REAL;
    CREATE INDEX albumCoverDue ON album (coverDue, id) WHERE coverDue IS NOT NULL;

    -- Which albums are on which lists. All rows of a release group are one album.
    CREATE TABLE listing (
      album INTEGER NOT NULL REFERENCES album,
      list TEXT NOT NULL,                                   -- its name without regard to case
      name TEXT NOT NULL,                                   -- as it was first written
      since REAL NOT NULL,
      scan INTEGER REFERENCES scan,                         -- by whose photo's folder it came; null for a person's word
      isImported INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (album, list)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX listingList ON listing (list, album);
    CREATE INDEX listingScan ON listing (scan) WHERE scan IS NOT NULL;

    -- By what an imported album is known besides its names.
    CREATE TABLE albumReference (
      kind TEXT NOT NULL CHECK (kind IN ('discogs', 'barcode', 'release')),
      value TEXT NOT NULL,
      album INTEGER NOT NULL REFERENCES album,
      PRIMARY KEY (kind, value)
    ) STRICT, WITHOUT ROWID;

    -- Defaults of earlier versions that this installation keeps, by the setting's name.
    CREATE TABLE keptDefault (
      setting TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO keptDefault SELECT 'wallet.sources', 'playlist,scans'
      WHERE EXISTS (SELECT 1 FROM scan WHERE state = 'done' AND deleted IS NULL);

    -- A page that is to say on which lists its album is waits to be written, too.
    CREATE TABLE newFollowUp (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (
        kind IN ('review', 'artwork', 'catalogue', 'lists', 'push', 'known', 'reviewed', 'unsure', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      notBefore REAL NOT NULL DEFAULT 0,
      heldBy TEXT,                                          -- a service, 'budget', 'plan'; null for only a time
      claim INTEGER,                                        -- the number under which it is in progress
      again INTEGER NOT NULL DEFAULT 0,                     -- the user asked for it since it was claimed
      isBegun INTEGER NOT NULL DEFAULT 0,                   -- a program was started with it: it isn't after a crash
      PRIMARY KEY (scan, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO newFollowUp (scan, kind, attempts, notBefore, heldBy, claim, again, isBegun)
      SELECT scan, kind, attempts, notBefore, heldBy, claim, again, isBegun FROM followUp;
    DROP TABLE followUp;
    ALTER TABLE newFollowUp RENAME TO followUp;
    """
}
