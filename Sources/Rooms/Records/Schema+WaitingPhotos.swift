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
