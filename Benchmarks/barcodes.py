#!/usr/bin/env python3
"""How barcodes are read: photos of drawn backs, 12 megapixels, turned every way, through albumscan-imaging itself.

  make release && swift build -c release --product albumscan-simulator && Benchmarks/barcodes.py
"""

import pathlib
import re
import resource
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGING = ROOT / ".build/release/albumscan-imaging"
SIMULATOR = ROOT / ".build/release/albumscan-simulator"
# Pixels of the narrowest bar, and the share of barcodes that must be read where the photo is sharp.
LEAST = {"5.0": 1.0, "3.0": 1.0, "2.4": 0.9}
FRONTS = 19


def barcodes(reply):
    """The barcodes in what `study` answers (Sources/Tools/ImagingClient/ImagingReply.swift)."""
    if reply[:4] != b"ASIM" or reply[5] != 4:
        sys.exit(f"albumscan-imaging said {reply[:60]!r}")
    place = 6

    def number():
        nonlocal place
        place += 4
        return struct.unpack_from("<I", reply, place - 4)[0]

    def block():
        nonlocal place
        length = number()
        place += length
        return reply[place - length : place]

    for _ in range(4):
        number()
    block(), number(), block(), block(), block()
    return [block().decode() for _ in range(number())]


def run(job, photo):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with photo.open("rb") as file:
        reply = subprocess.run([IMAGING, job], stdin=file, stdout=subprocess.PIPE, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return reply, spent * 1000


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(tempfile.mkdtemp(prefix="backs-"))
    if not any(folder.glob("*.jpg")):
        subprocess.run([SIMULATOR, "draw-backs", folder], check=True)
        subprocess.run([SIMULATOR, "draw", folder / "fronts", "--photos", str(FRONTS)], check=True)
    kinds = {}
    wrong = 0
    for photo in sorted(folder.glob("*.jpg")):
        kind, code = re.fullmatch(r"([\d.]+-\w+)-\d+-(\d+)", photo.stem).groups()
        reply, spent = run("study", photo)
        found = barcodes(reply)
        wrong += sum(other != code for other in found)
        kinds.setdefault(kind, []).append((code in found, spent))
    fronts = []
    for photo in sorted((folder / "fronts").glob("*.jpg")):
        reply, spent = run("study", photo)
        wrong += len(barcodes(reply))
        fronts.append(spent)
    print("| narrowest bar | | photos | read | processor time of `study` |\n|---|---|---|---|---|")
    failed = wrong > 0
    for kind, results in sorted(kinds.items(), reverse=True):
        size, light = kind.split("-")
        share = sum(read for read, _ in results) / len(results)
        spent = sum(spent for _, spent in results) / len(results)
        print(f"| {size} pixels | {light} | {len(results)} | {share:.0%} | {spent:.0f} ms |")
        failed |= light == "sharp" and share < LEAST.get(size, 0)
    print(f"| fronts, without one | | {len(fronts)} | | {sum(fronts) / len(fronts):.0f} ms |")
    print(f"\n{wrong} barcodes were read that aren't there.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
