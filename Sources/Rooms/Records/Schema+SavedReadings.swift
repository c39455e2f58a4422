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
