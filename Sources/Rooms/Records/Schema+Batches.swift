/// Batches, which came and went.
extension Schema {
  static let bulk = """
    ALTER TABLE expense ADD COLUMN batched INTEGER NOT NULL DEFAULT 0;

    -- Questions that are handed in to a provider at once. A row is there before anything is sent.
    CREATE TABLE batch (
      id INTEGER PRIMARY KEY,
      nonce TEXT NOT NULL UNIQUE,                           -- ours; stands in every custom id
      service TEXT NOT NULL,
      handle TEXT,                                          -- the provider's id, once it is known to have it
      state TEXT NOT NULL CHECK (state IN ('submitting', 'open', 'over')),
      began REAL NOT NULL,
      expires REAL NOT NULL,
      looks INTEGER NOT NULL DEFAULT 0,
      notBefore REAL NOT NULL DEFAULT 0
    ) STRICT;

    -- A question that waits for a batch, is in one, or failed in one. Answers go to its expense.
    CREATE TABLE batchItem (
      expense INTEGER PRIMARY KEY REFERENCES expense ON DELETE CASCADE,
      scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
      question TEXT NOT NULL CHECK (json_valid(question)),  -- without its picture's bytes
      picture TEXT,                                         -- its name in the picture store
      state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
      batch INTEGER REFERENCES batch,
      failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
      CHECK ((state = 'queued') = (batch IS NULL)),
      CHECK ((state = 'failed') = (failure IS NOT NULL))
    ) STRICT;
    CREATE INDEX batchItemBatch ON batchItem (batch);
    CREATE INDEX batchItemScan ON batchItem (scan);
    CREATE INDEX expenseQuestion ON expense (recipe);
    """
}

extension Schema {
  /// Batches that were under way are given up: who waited for one asks again, and what it may cost stays booked.
  static let noBatches = """
    -- What was never sent is on nobody's bill.
    UPDATE expense SET state = 'released', microdollars = 0
      WHERE id IN (SELECT expense FROM batchItem WHERE state = 'queued');
    UPDATE expense SET unanswered = 1
      WHERE id IN (SELECT expense FROM batchItem WHERE state = 'sent') AND state = 'reserved' AND answer IS NULL;
    UPDATE scan SET notBefore = 0, heldBy = NULL, heldReason = NULL WHERE state = 'waiting' AND heldBy = 'batch';
    UPDATE errand SET notBefore = 0, heldBy = NULL
      WHERE heldBy = 'batch' OR scan IN (SELECT scan FROM batchItem) AND kind = 'review';
    DROP TABLE batchItem;
    DROP TABLE batch;
    ALTER TABLE expense DROP COLUMN batched;
    """
}
