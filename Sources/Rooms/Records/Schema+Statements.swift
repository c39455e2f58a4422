extension Schema {
  static let statements = """
    -- Which album a person says it is, as they said it.
    ALTER TABLE scan ADD COLUMN statement TEXT;
    -- What the file beside the photo said when it was last taken into account.
    ALTER TABLE scan ADD COLUMN fileStatement TEXT;
    """

  static let standingAndDurations = """
    -- What a scan was before a person stated its album: it is that again if there is no such album.
    ALTER TABLE scan ADD COLUMN beforeStatement TEXT CHECK (beforeStatement IS NULL OR json_valid(beforeStatement));
    -- When the step began that made it; null where an earlier version or another scan made it.
    ALTER TABLE step ADD COLUMN began REAL;
    """
}
