extension Schema {
  static let waitingPhotos = """
    -- Whether a photo of this name waits is asked for each that comes, of crowds too.
    CREATE INDEX scanWaiting ON scan (path) WHERE state = 'waiting';
    """
}
