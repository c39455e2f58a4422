extension Schema {
  static let resultsPlace = """
    -- Where the results are, and on which file system (statfs's f_fsid): by that an empty root whose disk isn't mounted is
    -- told from one that was emptied. One row a root that was ever used.
    CREATE TABLE resultsPlace (
      root TEXT PRIMARY KEY,
      disk INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
