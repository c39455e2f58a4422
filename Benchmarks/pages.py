#!/usr/bin/env python3
"""How the gallery bears a hundred thousand scans: the time to draw it after a start, to add one more and to delete an old
one, and the time until Chromium shows it.

    make release && swift build -c release --product albumscan-simulator
    Benchmarks/pages.py [--programs .build/release] [--simulator .build/release/albumscan-simulator] [--scans 100000]

The peer is a gallery of a hundred scans. All scans lie in one month, which is the worst that can be. Ends with 1 when a
limit is broken.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
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
spec = importlib.util.spec_from_file_location("leafing", CHECKOUT / "Benchmarks/leafing.py")
leafing = importlib.util.module_from_spec(spec)
spec.loader.exec_module(leafing)


def fill(home, scans):
    """Copies of the only scan in the ledger, with bundles that share its files."""
    ledger = sqlite3.connect(next(home.rglob("albumscan.db")))
    ledger.row_factory = sqlite3.Row
    row = dict(ledger.execute("SELECT * FROM scan WHERE state = 'done'").fetchone())
    bundle = home / "AlbumScan" / row["bundle"]
    document = json.loads(row["document"])
    columns = ", ".join(row)
    marks = ", ".join("?" * len(row))
    with ledger:
        for number in range(scans - 1):
            scan = 1000 + number
            document["id"] = scan
            document["album"]["albumTitle"] = f"Album number {number}"
            folder = home / f"AlbumScan/done/{number} album"
            folder.mkdir()
            for name in ["thumbnail.jpg", "index.html"]:
                # A file system allows a file some ten thousand names (ext4: 65,000).
                if number % 10_000 == 0:
                    shutil.copy(bundle / name, folder / name)
                else:
                    os.link(home / f"AlbumScan/done/{number // 10_000 * 10_000} album" / name, folder / name)
            copy = {**row, "id": scan, "digest": f"{scan:064x}", "bundle": f"done/{number} album",
                    "path": f"/gone/{number}.jpg".encode(), "document": json.dumps(document),
                    "finished": row["finished"] - 0.5 - (scans - number) / 10}
            ledger.execute(f"INSERT INTO scan ({columns}) VALUES ({marks})", list(copy.values()))
    ledger.close()


def gallery(home):
    return home / "AlbumScan/done/index.html"


def until(condition, what, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what} didn't happen")
        time.sleep(0.005)


def written(home):
    """Each file of the gallery, with what changes when it is written. The wallet's page is another matter, and so is the
    phone's, which says since when the daemon has nothing to do."""
    done = home / "AlbumScan/done"
    files = [file for file in [*done.glob("*.html"), *(done / "months").iterdir()] if file.name not in ("wallet.html", "phone.html")]
    return {file: file.stat().st_ino for file in files}


def changed(home, before):
    return sorted(file.name for file, inode in written(home).items() if before.get(file) != inode)


def kept(programs, daemon, scans):
    """What a deletion and a start write: seconds of the deletion, and of a start that has nothing to write."""
    home = daemon.home
    before = written(home)
    began = time.monotonic()
    subprocess.run([programs / "albumscanctl", "delete", str(1000 + scans // 2)], env=daemon.environment, check=True,
                   stdout=subprocess.DEVNULL)
    deleting = time.monotonic() - began
    print(f"  {scans} scans: the deletion of one wrote {', '.join(changed(home, before))}")
    before = written(home)
    gallery(home).rename(home / "front")
    began = time.monotonic()
    process = subprocess.Popen([programs / "albumscand"], env={**daemon.environment, "NOTIFY_SOCKET": ""}, stderr=daemon.log)
    try:
        until(lambda: gallery(home).exists(), "the whole gallery")
        starting = time.monotonic() - began
    finally:
        process.terminate()
        process.wait()
    files = [name for name in changed(home, before) if name != "index.html"]
    print(f"  {scans} scans: a start wrote the front page, which was gone, and {', '.join(files) or 'nothing else'}")
    if gallery(home).read_bytes() != (home / "front").read_bytes():
        sys.exit("a start drew another front page of the same scans")
    line.limit("pages written by a start that has nothing new", len(files), "", most=0)
    return deleting, starting


def one_more(programs, services, photos, scans):
    """Seconds from a bundle's appearance to the gallery's, seconds from the start to the first gallery, and the home;
    and the seconds of `kept`."""
    first = line.Daemon(programs, services.settings)
    first.drop(photos[0], "first.jpg")
    first.bundles(1)
    until(lambda: "1 album<" in gallery(first.home).read_text(), "the first gallery")
    first.process.terminate()
    first.process.wait()
    fill(first.home, scans)
    gallery(first.home).unlink()
    began = time.monotonic()
    process = subprocess.Popen(
        [programs / "albumscand"], env={**first.environment, "NOTIFY_SOCKET": ""}, stderr=first.log)
    try:
        until(lambda: gallery(first.home).exists(), "the whole gallery")
        whole = time.monotonic() - began
        took = []
        for number in range(1, 8):
            before = written(first.home)
            first.drop(photos[number], f"more-{number}.jpg")
            until(lambda: f">{scans + number} albums<" in gallery(first.home).read_text(), f"gallery {number}")
            bundle = max((entry for entry in (first.home / "AlbumScan/done").iterdir() if entry.is_dir()
                          and (entry / "album.json").exists()), key=lambda entry: entry.stat().st_ctime)
            took.append(gallery(first.home).stat().st_mtime - bundle.stat().st_ctime)
            files = changed(first.home, before)
        print(f"  {scans} scans: {len(written(first.home))} files, of which the last scan wrote {', '.join(files)}")
    finally:
        process.terminate()
        process.wait()
    return statistics.median(took), whole, first.home, *kept(programs, first, scans)


PAINT = """new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime)).observe(
  { type: 'paint', buffered: true }))"""
FOUND = """(async () => {
  while (!document.querySelector('.found h2').textContent) await new Promise(requestAnimationFrame)
  return [performance.now(), document.querySelector('.found').innerText]
})()"""


def shown(address, script):
    """What a script says in a Chromium that was just started and has loaded a page."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = leafing.Chromium(profile, "1280,900")
        try:
            browser.open(address)
            return browser.value(script)
        finally:
            browser.end()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--programs", type=pathlib.Path, default=CHECKOUT / ".build/release")
    arguments.add_argument("--simulator", type=pathlib.Path, default=CHECKOUT / ".build/release/albumscan-simulator")
    arguments.add_argument("--scans", type=int, default=100_000)
    options = arguments.parse_args()
    services = line.Services(options.simulator)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([options.simulator, "draw", folder, "--photos", "8", "--megapixels", "1"], check=True,
                       stdout=subprocess.DEVNULL)
        photos = sorted(folder.glob("*.jpg"))
        try:
            few, few_whole, few_home, few_gone, few_again = one_more(options.programs, services, photos, 100)
            many, many_whole, many_home, many_gone, many_again = one_more(options.programs, services, photos, options.scans)
        finally:
            services.stop()
        print(f"  one more: {few * 1000:.0f} ms after 100, {many * 1000:.0f} ms after {options.scans}")
        print(f"  all pages, after a start: {few_whole:.2f} s for 100, {many_whole:.2f} s for {options.scans}; "
              f"where they are there already: {few_again:.2f} s and {many_again:.2f} s")
        print(f"  albumscanctl delete: {few_gone * 1000:.0f} ms of 100, {many_gone * 1000:.0f} ms of {options.scans}")
        line.limit("one more scan among many, to pages", many, "s", most=0.3)
        paint = {home: [] for home in [few_home, many_home]}
        for _ in range(9):
            # In turn, so that what else the machine does meets both.
            for home, took in paint.items():
                took.append(shown(gallery(home).as_uri(), PAINT))
        small, large = (statistics.median(took) for took in paint.values())
        one = options.scans - 7
        at, text = shown(gallery(many_home).as_uri() + f"#q=number+{one}", FOUND)
        if f"Album number {one}" not in text:
            sys.exit("the search found nothing")
        print(f"  Chromium paints the gallery of 100 after {small:.0f} ms, of {options.scans} after {large:.0f} ms; "
              f"a search through all is there after {at:.0f} ms")
        line.limit("first paint of the gallery of many, over one of a hundred", large / small, "×", most=1.3)
    for home in [few_home, many_home]:
        subprocess.run(["rm", "-rf", home], check=True)
    if line.BROKEN:
        sys.exit("Broken: " + ", ".join(line.BROKEN))


if __name__ == "__main__":
    main()
