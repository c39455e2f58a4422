extension Schema {
  static let toldConditions = """
    -- Whether a person was told of it where there is a desktop, so that no start tells it again.
    ALTER TABLE health ADD COLUMN isTold INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE closure ADD COLUMN isTold INTEGER NOT NULL DEFAULT 0;
    """
}
