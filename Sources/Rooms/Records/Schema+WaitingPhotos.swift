extension Schema {
  static let waitingPhotos = """
    -- Whether a photo of this name waits is asked for each that comes, of crowds too.
    CREATE INDEX scanWaiting ON scan (path) WHERE state = 'waiting';

    -- And each that comes has the line look at what is next, at what waits for whom, and at how many there are: each index
    -- holds all that its question reads.
    DROP INDEX scanQueue;
    CREATE INDEX scanNext ON scan (state, origin, id, notBefore, heldBy) WHERE state = 'waiting';
    CREATE INDEX scanHeld ON scan (state, heldBy, notBefore) WHERE state = 'waiting';
    CREATE INDEX scanState ON scan (deleted, state);
    """
}
