#!/usr/bin/env python3
"""How the ledger bears 100,000 scans: the daemon's start, what is asked of it, and a scan's own time.

    make release && swift build -c release --product albumscan-simulator
    Benchmarks/ledger.py [--programs .build/release] [--scans 100000] [--home DIR]

The ledger is one that the programs made: the rows of real scans, each copied under other names, with other digests, ten
years apart. The peers are a ledger with those few alone and, for what is asked, Python's start, of which the limits are
multiples. With --home the seeded ledger is kept there, and used again. Ends with 1 when a limit is broken.
"""

import argparse
import importlib.util
import itertools
import json
import os
import pathlib
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("line", CHECKOUT / "Benchmarks/line.py")
line = importlib.util.module_from_spec(spec)
spec.loader.exec_module(line)

# MusicBrainz's pace would be most of a scan's time, and a cover that is known would spare it its calls.
UNHURRIED = ["--musicbrainz-pace", "0"]
SETTINGS = {"ALBUMSCAN_MUSICBRAINZ_REQUESTS_PER_SECOND": "100", "ALBUMSCAN_IDENTIFICATION_ON_DEVICE": "false"}
# Who has eight thousand albums a month looked at pays for it.
SETTINGS |= {f"ALBUMSCAN_BUDGET_{cap}_USD": "1000" for cap in ["PER_DAY", "PER_MONTH", "ALERT"]}
RARE = "zyzzyva"


class Daemon(line.Daemon):
    """albumscand in a home that may be there already."""

    def __init__(self, programs, settings, home):
        self.home = home
        self.inbox = home / "AlbumScan/inbox"
        self.environment = {
            "HOME": str(home), "PATH": os.environ["PATH"], "ALBUMSCAN_PROMPTS": str(CHECKOUT / "Prompts"),
            "ALBUMSCAN_REVIEW_HOLD_SECONDS": "0", **line.APART, **settings, **SETTINGS}
        self.programs = programs
        self.process = None

    def start(self):
        """Seconds until it says that it is ready."""
        place = self.home / "notify"
        place.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify, open(self.home / "log", "a") as log:
            notify.bind(str(place))
            notify.settimeout(600)
            at = time.monotonic()
            self.process = subprocess.Popen(
                [self.programs / "albumscand"], env={**self.environment, "NOTIFY_SOCKET": str(place)}, stderr=log)
            while "READY=1" not in notify.recv(4096).decode():
                pass
            return time.monotonic() - at

    def end(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=30)
            self.process = None

    def busy(self):
        """Seconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rest(self):
        """Seconds until it has done what a start leaves it to do."""
        at = time.monotonic()
        quiet, before = at, self.busy()
        while time.monotonic() - quiet < 3:
            time.sleep(0.25)
            if (now := self.busy()) - before > 0.02:
                quiet = time.monotonic()
            before = now
        return quiet - at

    def ask(self, *arguments):
        """Seconds that albumscanctl takes, and what it says."""
        at = time.monotonic()
        said = subprocess.run([self.programs / "albumscanctl", *arguments], env=self.environment, text=True,
                              stdout=subprocess.PIPE)
        took = time.monotonic() - at
        if said.returncode != 0:
            sys.exit(f"albumscanctl {' '.join(arguments)} ended with {said.returncode}")
        return took, said.stdout

    def scan(self, photo, name):
        """Seconds from a photo's renaming into the inbox to its bundle, and of processor time."""
        done = self.home / "AlbumScan/done"
        stem = name.removesuffix(".jpg")
        busy, at = self.busy(), self.drop(photo, name)
        while not any(entry.startswith(stem + " ") for entry in os.listdir(done)):
            if time.monotonic() - at > 60:
                sys.exit(f"{name} came to nothing; see {self.home}/log")
            time.sleep(0.001)
        took, busy = time.monotonic() - at, self.busy() - busy
        # Its pages come after it.
        time.sleep(1)
        return took, busy


def seed(home, scans):
    """Copies the scans in the ledger under other names until there are so many."""
    chance = random.Random(1)
    syllables = ["ka", "lo", "mi", "ren", "tas", "vel", "dor", "nim", "sha", "qua", "bri", "ton", "el", "ur", "os"]
    words = list({"".join(chance.choices(syllables, k=chance.randint(2, 4))).title() for _ in range(6000)})[:4096]
    ledger = sqlite3.connect(next(home.rglob("albumscan.db")))
    ledger.row_factory = sqlite3.Row
    # Nothing is lost but the time to seed it again.
    for setting in ["journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "temp_store = MEMORY"]:
        ledger.execute(f"PRAGMA {setting}")
    ledger.create_function("word", 1, lambda number: words[number % len(words)], deterministic=True)

    def columns(table, **changed):
        names = [row["name"] for row in ledger.execute(f"PRAGMA table_info({table})")]
        return ", ".join(names), ", ".join(changed.get(name, f"old.{name}") for name in names)

    with ledger:
        ledger.executescript("""
            CREATE TEMP TABLE pattern AS SELECT row_number() OVER (ORDER BY scan.id) - 1 AS number, scan.id AS scan, scan.album,
              artistName AS artist, albumTitle AS title, document ->> '$.scannedAt' AS at
            FROM scan JOIN album ON album.id = scan.album WHERE state = 'done' AND reviewStatus = 'written';
            CREATE TEMP TABLE copy (id INTEGER PRIMARY KEY, pattern INTEGER, scan INTEGER, album INTEGER, digest TEXT,
              was TEXT, oldArtist TEXT, oldTitle TEXT, oldAt TEXT, artist TEXT, title TEXT, finished REAL, at TEXT);
            """)
        ledger.execute(
            """
            INSERT INTO copy
            WITH RECURSIVE number(id) AS (SELECT 1000 UNION ALL SELECT id + 1 FROM number WHERE id < ?),
              named AS MATERIALIZED (SELECT id, abs(random()) AS a, abs(random()) AS b,
                lower(hex(randomblob(32))) AS digest, unixepoch() - 86400.0 - (? - id) * (315000000.0 / ?) AS finished FROM number)
            SELECT id, number, scan, album, digest,
              CASE id % 200 WHEN 7 THEN 'failed' WHEN 57 THEN 'unsure' WHEN 107 THEN 'rejected' WHEN 157 THEN 'deleted' ELSE 'done' END,
              pattern.artist, pattern.title, pattern.at, word(a) || ' ' || word(a / 4096),
              CASE WHEN b % 2 THEN 'The ' ELSE '' END || word(b / 2) || ' ' || word(b / 8192)
                || CASE WHEN id = ? THEN ' ' || ? ELSE '' END, finished,
              strftime('%Y-%m-%dT%H:%M:%SZ', finished, 'unixepoch')
            FROM named JOIN pattern ON pattern.number = named.id % (SELECT count(*) FROM pattern)
            """, [999 + scans, 999 + scans, scans, 1000 + scans // 3, RARE.title()])

        def copy(table, condition, order="copy.id", **changed):
            names, values = columns(table, **changed)
            ledger.execute(f"INSERT OR IGNORE INTO {table} ({names}) SELECT {values} FROM copy CROSS JOIN {table} AS old ON {condition} ORDER BY {order}")
            print(f"  {table}: {ledger.execute('SELECT changes()').fetchone()[0]} rows", flush=True)

        albumKey = "lower(artist) || char(31) || lower(title)"
        copy("album", "old.id = copy.album", id="copy.id", key=albumKey, artistName="artist", albumTitle="title",
             releaseGroup="lower(hex(randomblob(16)))")
        document = ("replace(replace(replace(replace(old.document, json_quote(oldArtist), json_quote(artist)), "
                    "json_quote(oldTitle), json_quote(title)), json_quote(oldAt), json_quote(copy.at)), "
                    "'\"id\":' || copy.scan, '\"id\":' || copy.id)")
        hasResult = "was IN ('done', 'unsure', 'deleted')"
        place = "CASE was WHEN 'failed' THEN 'failed/' WHEN 'unsure' THEN 'unsure/' ELSE 'done/' END"
        copy("scan", "old.id = copy.scan", id="copy.id", digest="copy.digest", finished="copy.finished",
             arrived="copy.finished - 20", stepSince="copy.finished - 1", name="'IMG_' || copy.id || '.jpg'",
             path="CAST('/gone/IMG_' || copy.id || '.jpg' AS BLOB)", album=f"iif({hasResult}, copy.id, NULL)",
             state="iif(was = 'deleted', 'done', was)", deleted="iif(was = 'deleted', copy.finished + 60, NULL)",
             document=f"iif({hasResult}, {document}, NULL)", bundle=f"{place} || 'IMG_' || copy.id || ' ' || artist",
             reason="iif(was IN ('failed', 'unsure'), 'Nothing in it could be read', NULL)")
        copy("step", "old.scan = copy.scan", order="copy.id, old.name", scan="copy.id", made="copy.finished - 10")
        copy("expense", "old.scan = copy.scan", order="copy.id, old.id", id="NULL", scan="copy.id",
             at="copy.finished - 10", recipe="lower(hex(randomblob(32)))")
        copy("counted", "old.digest = (SELECT digest FROM scan WHERE id = copy.scan)", digest="copy.digest",
             at="copy.finished - 15")
        copy("review", "old.album = (SELECT key FROM album WHERE id = copy.album)", album=albumKey,
             writtenAt="copy.finished - 2", scan="copy.id")
    for row in ledger.execute("SELECT id, digest, was FROM copy WHERE was IN ('failed', 'unsure')"):
        bundle = ledger.execute("SELECT bundle FROM scan WHERE id = ?", [row["id"]]).fetchone()[0]
        name, schema = ("failure.json", "failure") if row["was"] == "failed" else ("album.json", "album")
        folder = home / "AlbumScan" / bundle
        folder.mkdir()
        (folder / name).write_text(json.dumps(
            {"schema": f"albumscan/{schema}/1", "id": row["id"], "photo": {"sha256": row["digest"]}}))
    ledger.execute("PRAGMA journal_mode = WAL")
    ledger.close()


def home_of(folder, programs, services, photos, scans):
    """A home whose ledger has so many scans more than a few real ones, and its daemon, at rest."""
    isNew = not (folder / "seeded").exists()
    folder.mkdir(parents=True, exist_ok=True)
    daemon = Daemon(programs, services.settings, folder)
    if isNew:
        daemon.start()
        for number, photo in enumerate(photos):
            daemon.scan(photo, f"first-{number}.jpg")
        daemon.end()
        if scans:
            at = time.monotonic()
            seed(folder, scans)
            print(f"  {scans} scans seeded in {time.monotonic() - at:.0f} s, "
                  f"{next(folder.rglob('albumscan.db')).stat().st_size / 1e9:.1f} GB", flush=True)
        (folder / "seeded").touch()
        # The first start after it brings a ledger of an earlier version up to date, and draws all pages.
        ready = daemon.start()
        print(f"  first start: ready after {ready:.2f} s, at rest after {daemon.rest():.0f} s", flush=True)
        daemon.end()
    return daemon


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--programs", type=pathlib.Path, default=CHECKOUT / ".build/release")
    arguments.add_argument("--simulator", type=pathlib.Path, default=CHECKOUT / ".build/release/albumscan-simulator")
    arguments.add_argument("--scans", type=int, default=100_000)
    arguments.add_argument("--rounds", type=int, default=24, help="scans that are timed, of each ledger")
    arguments.add_argument("--home", type=pathlib.Path, help="where the two ledgers are kept, for another run")
    options = arguments.parse_args()
    services = line.Services(options.simulator, *UNHURRIED)
    folder = pathlib.Path(options.home or tempfile.mkdtemp(prefix="albumscan-bench.")).resolve()
    try:
        measure(options, services, folder)
    finally:
        services.stop()
        if not options.home:
            shutil.rmtree(folder)
    if line.BROKEN:
        sys.exit("Broken: " + ", ".join(line.BROKEN))


def measure(options, services, folder):
    drawn = folder / "photos"
    if not drawn.exists():
        subprocess.run([options.simulator, "draw", drawn, "--photos", "8", "--megapixels", "1"], check=True,
                       stdout=subprocess.DEVNULL)
    photos = sorted(drawn.glob("*.jpg"))
    few = home_of(folder / "few", options.programs, services, photos, 0)
    many = home_of(folder / "many", options.programs, services, photos, options.scans)
    try:
        compare(options, photos, few, many)
    finally:
        few.end()
        many.end()


def compare(options, photos, few, many):
    table = []
    # In turn, here and below, so that what else the machine does meets all of them.
    took = [[], [], []]
    for _ in range(5):
        took[2].append(line.seconds(line.PYTHON, few.environment))
        for which, daemon in enumerate([few, many]):
            took[which].append(daemon.start())
            daemon.end()
    table.append(("daemon ready", *map(statistics.median, took), 7))
    for daemon in [few, many]:
        daemon.start()
    print(f"  at rest after a start: {few.rest():.1f} s, {many.rest():.1f} s", flush=True)
    questions = [
        (["status"], 7), (["history", "--limit", "20"], 4), (["history", "--search", RARE], 8),
        (["history", "--search", "the"], 8), (["history", "--search", f"the {RARE} quaren"], 8),
        (["history", "--search", "qx"], None), (["history", "--state", "failed", "--limit", "20"], None), (["unsure"], None)]
    answered = [([], [], []) for _ in questions]
    for _ in range(9):
        for (arguments, _), took in zip(questions, answered):
            took[2].append(line.seconds(line.PYTHON, few.environment))
            for which, daemon in enumerate([few, many]):
                seconds, said = daemon.ask(*arguments)
                took[which].append(seconds)
            if arguments[-1] == RARE and RARE.title() not in said:
                sys.exit("the search found nothing")
    for (arguments, most), took in zip(questions, answered):
        table.append((" ".join(arguments), *map(statistics.median, took), most))
    took = [[], []]
    stamp = int(time.time())
    for number in range(options.rounds):
        for which, daemon in enumerate([few, many]):
            took[which].append(daemon.scan(photos[number % len(photos)], f"scan-{stamp}-{number}.jpg"))
    scan = [statistics.median(seconds for seconds, _ in each) for each in took]
    busy = [statistics.median(seconds for _, seconds in each) for each in took]
    print(f"{'':42}{'few':>10}{options.scans:>12}{'Python':>10}")
    for name, *seconds in [*(row[:-1] for row in table), ("scan", *scan), ("scan, processor time", *busy)]:
        print(f"{name:42}" + "".join(f"{each * 1000:>{width}.0f} ms" for each, width in zip(seconds, [7, 9, 7])))
    for name, _, large, start, most in table:
        if most:
            line.limit(f"{name}, over Python's start", large / start, "×", most=most)
    # Of the same photo each, since photos differ more than ledgers.
    ratios = [large / small for (small, _), (large, _) in zip(*took)]
    line.limit("a scan, over one of an empty ledger", statistics.median(ratios), "×", most=1.1)


if __name__ == "__main__":
    main()
