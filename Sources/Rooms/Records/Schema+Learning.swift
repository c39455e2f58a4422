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
