-- A ledger as the first version of its schema left it, as sqlite3's .dump writes it. Never changed.
BEGIN TRANSACTION;
CREATE TABLE album (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  artistName TEXT NOT NULL,
  albumTitle TEXT NOT NULL,
  releaseGroup TEXT
) STRICT;
INSERT INTO "album" VALUES(1,'sable orchard|undertow','Sable Orchard','Undertow',NULL);
CREATE TABLE arrival (
  path BLOB PRIMARY KEY,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,                            -- nanoseconds since 1970, as the file says
  digest TEXT NOT NULL,
  scan INTEGER NOT NULL REFERENCES scan
) STRICT, WITHOUT ROWID;
CREATE TABLE artwork (
  mbid TEXT PRIMARY KEY,
  asked REAL NOT NULL,
  found TEXT CHECK (found IS NULL OR json_valid(found))
) STRICT, WITHOUT ROWID;
CREATE TABLE closure (
  service TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('transient', 'needsAttention')),
  since REAL NOT NULL,
  until REAL NOT NULL,
  reason TEXT NOT NULL,
  cure TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE errand (
  scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('artwork', 'review')),
  attempts INTEGER NOT NULL DEFAULT 0,
  notBefore REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (scan, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE expense (
  id INTEGER PRIMARY KEY,
  scan INTEGER REFERENCES scan ON DELETE SET NULL,
  at REAL NOT NULL,
  step TEXT NOT NULL,
  service TEXT NOT NULL,
  model TEXT NOT NULL,
  recipe TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'released')),
  microdollars INTEGER NOT NULL CHECK (microdollars >= 0),
  inputTokens INTEGER NOT NULL DEFAULT 0,
  outputTokens INTEGER NOT NULL DEFAULT 0,
  searches INTEGER NOT NULL DEFAULT 0,
  answer TEXT CHECK (answer IS NULL OR json_valid(answer)),
  dropped INTEGER NOT NULL DEFAULT 0                    -- a person asked for another answer
) STRICT;
INSERT INTO "expense" VALUES(1,2,1763733801.0,'reading','anthropic','m','r','settled',5000,0,0,0,NULL,0);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1: the line');
CREATE TABLE health (
  code TEXT PRIMARY KEY,
  since REAL NOT NULL,
  reason TEXT NOT NULL,
  cure TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE pause (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at REAL NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE TABLE review (
  album TEXT NOT NULL,
  prompt TEXT NOT NULL,
  searched INTEGER NOT NULL,
  model TEXT NOT NULL,
  writtenAt REAL NOT NULL,
  review TEXT NOT NULL CHECK (json_valid(review)),
  PRIMARY KEY (album, prompt, searched)
) STRICT, WITHOUT ROWID;
CREATE TABLE scan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,                                   -- the photo's name, for people
  path BLOB NOT NULL,                                   -- where it lies, byte for byte
  origin TEXT NOT NULL CHECK (origin IN ('inbox', 'command')),
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'unsure', 'done', 'failed', 'rejected')),
  step TEXT,                                            -- the step in hand, or the one it last stood at
  stepSince REAL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  notBefore REAL NOT NULL DEFAULT 0,
  heldBy TEXT,                                          -- a service, 'budget' or 'disk'
  heldReason TEXT,
  arrived REAL NOT NULL,
  finished REAL,
  album INTEGER REFERENCES album,
  reason TEXT,                                          -- why it failed or is unsure
  hint TEXT,
  bundle TEXT,                                          -- its folder, relative to the root
  photoNow TEXT,                                        -- where the photo went, relative to the root
  document TEXT CHECK (document IS NULL OR json_valid(document)),
  reviewStatus TEXT CHECK (reviewStatus IN ('written', 'pending', 'unavailable')),
  artworkStatus TEXT CHECK (artworkStatus IN ('present', 'pending', 'none')),
  viewed REAL,
  deleted REAL,
  CHECK ((state IN ('waiting', 'running')) = (finished IS NULL)),
  CHECK (state <> 'done' OR (bundle IS NOT NULL AND document IS NOT NULL AND reviewStatus IS NOT NULL))
) STRICT;
INSERT INTO "scan" VALUES(1,'a.jpg',X'2F686F6D652F736F6D65626F64792F612E6A7067','inbox','1111111111111111111111111111111111111111111111111111111111111111','failed',NULL,NULL,0,0.0,NULL,NULL,1763733791.0,1763733800.0,NULL,'Unable to identify this cover art',NULL,'failed/a',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "scan" VALUES(2,'b.jpg',X'2F686F6D652F736F6D65626F64792F622E6A7067','inbox','2222222222222222222222222222222222222222222222222222222222222222','done',NULL,NULL,0,0.0,NULL,NULL,1763733792.0,1763733802.0,1,NULL,NULL,'done/b Sable Orchard - Undertow',NULL,'{"schema":"albumscan/album/1","id":2,"scannedAt":"2026-11-21T14:03:22Z","state":"done","photo":{"name":"b.jpg","sha256":"2222222222222222222222222222222222222222222222222222222222222222","now":"originals/2026-11/b.jpg"},"album":{"artistName":"Sable Orchard","albumTitle":"Undertow","releaseYear":"1974","genres":["folk"],"recordLabel":null,"musicbrainz":{"releaseGroup":null,"release":null,"artists":[]}},"identification":{"strategy":"two-tier","by":"call-1","confidence":"corroborated","evidence":[{"kind":"text","matched":["artist","title"]}],"extractedText":"Undertow","albumDescription":null,"candidates":[]},"artwork":{"status":"none","file":null,"thumbnail":null,"width":null,"height":null,"source":null},"review":{"status":"pending","contextSummary":null,"contextBullets":null,"rating":null,"recommendation":null,"emoji":null,"label":null,"tier":null,"keyTracks":null,"sources":null,"cached":null,"model":null,"prompt":null,"writtenAt":null},"cost":{"usd":0.005,"calls":[]}}','pending',NULL,NULL,NULL);
INSERT INTO "scan" VALUES(3,'c.jpg',X'2F686F6D652F736F6D65626F64792F632E6A7067','inbox','3333333333333333333333333333333333333333333333333333333333333333','rejected',NULL,NULL,0,0.0,NULL,NULL,1763733793.0,1763733805.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE setback (
  id INTEGER PRIMARY KEY,
  scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
  at REAL NOT NULL,
  step TEXT,
  kind TEXT NOT NULL,
  service TEXT,
  reason TEXT NOT NULL
) STRICT;
CREATE TABLE step (
  scan INTEGER NOT NULL REFERENCES scan ON DELETE CASCADE,
  name TEXT NOT NULL,
  recipe TEXT NOT NULL,                                 -- digest of what asked for it: prompt, model, material
  made REAL NOT NULL,
  output TEXT NOT NULL CHECK (json_valid(output)),
  PRIMARY KEY (scan, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX scanUnfinished ON scan (digest) WHERE state IN ('waiting', 'running');
CREATE INDEX scanQueue ON scan (notBefore, id) WHERE state = 'waiting';
CREATE INDEX scanDone ON scan (finished, id) WHERE state = 'done' AND deleted IS NULL;
CREATE INDEX scanDigest ON scan (digest);
CREATE INDEX setbackScan ON setback (scan, id);
CREATE INDEX expenseAt ON expense (at);
CREATE INDEX expenseScan ON expense (scan);
CREATE INDEX expenseRecipe ON expense (recipe) WHERE answer IS NOT NULL AND dropped = 0;
CREATE INDEX arrivalDigest ON arrival (digest);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('scan',3);
COMMIT;
