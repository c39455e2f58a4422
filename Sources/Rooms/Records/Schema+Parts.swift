extension Schema {
  static let parts = """
    -- Of a scan of one of several sleeves in a photo: the photo's digest (that in digest is of photo and number), the
    -- sleeve's number from 1, how many sleeves there are, and its corners in the upright photo.
    ALTER TABLE scan ADD COLUMN photoDigest TEXT CHECK (photoDigest IS NULL OR length(photoDigest) = 64);
    ALTER TABLE scan ADD COLUMN part INTEGER CHECK ((part IS NULL) = (photoDigest IS NULL));
    ALTER TABLE scan ADD COLUMN parts INTEGER CHECK (part IS NULL OR part BETWEEN 1 AND parts);
    ALTER TABLE scan ADD COLUMN partCorners TEXT CHECK (partCorners IS NULL OR json_valid(partCorners));
    CREATE INDEX scanPhoto ON scan (photoDigest) WHERE photoDigest IS NOT NULL;
    """

  static let partsFirst = """
    -- The other sleeves of a photo come before photos that nobody has looked at.
    DROP INDEX scanNext;
    CREATE INDEX scanNext ON scan (state, origin, attempts, part IS NULL, id, notBefore, heldBy, part)
      WHERE state = 'waiting';
    """
}
