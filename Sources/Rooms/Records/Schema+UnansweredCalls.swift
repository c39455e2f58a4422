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
