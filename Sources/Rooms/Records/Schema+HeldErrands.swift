extension Schema {
  static let heldErrands = """
    -- What an errand waits for: 'budget', 'plan' or a service; null where it only waits for its time.
    ALTER TABLE errand ADD COLUMN heldBy TEXT;
    """
}
