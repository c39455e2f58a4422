extension Schema {
  static let together = """
    -- When the photo was taken, and in which folder it arrived (its path, byte for byte).
    ALTER TABLE scan ADD COLUMN taken REAL;
    ALTER TABLE scan ADD COLUMN folder BLOB;
    -- The scan whose record the photo shows as well, and what it shows of it. Such a scan is 'rejected', without a result.
    ALTER TABLE scan ADD COLUMN joined INTEGER REFERENCES scan;
    ALTER TABLE scan ADD COLUMN side TEXT CHECK (side IN ('front', 'back', 'spine', 'label', 'inner', 'other'));
    -- A person separated it: it joins no other scan.
    ALTER TABLE scan ADD COLUMN isAlone INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX scanTaken ON scan (taken) WHERE taken IS NOT NULL;
    CREATE INDEX scanJoined ON scan (joined) WHERE joined IS NOT NULL;

    -- A page that is to show that several photos belong to it waits to be written, too.
    CREATE TABLE newFollowUp (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (
        kind IN ('review', 'artwork', 'catalogue', 'lists', 'photos', 'push', 'known', 'reviewed', 'unsure', 'failed')),
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
