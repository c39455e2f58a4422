extension Schema {
  static let messages = """
    -- What is told of a scan is a follow-up, too: to a phone, and to a program of the user's.
    CREATE TABLE newFollowUp (
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      kind TEXT NOT NULL
        CHECK (kind IN ('review', 'artwork', 'catalogue', 'push', 'known', 'reviewed', 'unsure', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      notBefore REAL NOT NULL DEFAULT 0,
      heldBy TEXT,                                          -- a service, 'budget', 'plan'; null for only a time
      claim INTEGER,                                        -- the number under which it is in progress
      again INTEGER NOT NULL DEFAULT 0,                     -- the user asked for it since it was claimed
      isBegun INTEGER NOT NULL DEFAULT 0,                   -- a program was started with it: it isn't after a crash
      PRIMARY KEY (scan, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO newFollowUp (scan, kind, attempts, notBefore, heldBy, claim, again)
      SELECT scan, kind, attempts, notBefore, heldBy, claim, again FROM followUp;
    DROP TABLE followUp;
    ALTER TABLE newFollowUp RENAME TO followUp;
    -- When it was taken in progress; stepSince is when its step began.
    ALTER TABLE scan ADD COLUMN claimed REAL;
    """
}
