extension Schema {
  static let errandsInHand = """
    -- The number under which somebody has the errand in hand, and whether a person asked for it again since.
    ALTER TABLE errand ADD COLUMN claim INTEGER;
    ALTER TABLE errand ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
    """

  static let heldErrands = """
    -- What an errand waits for: 'budget', 'plan' or a service; null where it only waits for its time.
    ALTER TABLE errand ADD COLUMN heldBy TEXT;
    """
}
