#!/usr/bin/env python3
"""Measures how covers are recognised among many, with albumscan-eval.

Draws a hard set of photos and as many other covers as are wanted, lays a folder of real covers and photos beside them
where one is given, and lets it count. Ends with 1 when a limit is broken. See README.md beside this file.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

RIGHT = 0.97  # of real photos, recognised
WRONG = 0.005  # of photos answered with a wrong cover, known or not
TIMES_STUDY = 1.9  # a photo, from its file to the answer, over its study alone
KILOBYTES = 100  # a cover, in the index


def link(files, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        os.symlink(file.resolve(), folder / file.name)


def draw(simulator, folder, photographed, others):
    """Covers by InventedCover, from a collage to two words, and photos of the first ones with each fault."""
    print(f"drawing {photographed} covers with a photo of each kind, and {others} other covers ...", file=sys.stderr)
    subprocess.run(
        [simulator, "draw-set", folder, "--covers", str(photographed), "--others", str(others)], check=True)


def lay(folder, drawn, real, covers):
    """Symbolic links to all photos, and to as many covers as are wanted: real ones first, then drawn ones by number."""
    kept = []
    if real:
        kept += sorted((real / "covers").iterdir())
    number = lambda file: int(file.stem.rsplit("-", 1)[1])
    kept += sorted((drawn / "covers").iterdir(), key=number)[: max(0, covers - len(kept))]
    link(kept, folder / "covers")
    for source, prefix in ((real, "real"), (drawn, "drawn")):
        if source:
            for camera in sorted((source / "photos").iterdir()):
                link(sorted(camera.iterdir()), folder / "photos" / f"{prefix}-{camera.name}")


def share(part, whole):
    return f"{100 * part / whole:6.1f} %" if whole else "       –"


def tell(name, entries):
    """Prints one row; returns the shares that were right, wrong, and wrong with the cover unknown."""
    count = len(entries)
    right = sum(entry["answer"] is not None and entry["answer"] == entry["cover"] for entry in entries)
    wrong = sum(entry["answer"] is not None and entry["answer"] != entry["cover"] for entry in entries)
    unknown = sum(entry["answerWithoutCover"] is not None for entry in entries)
    compared = sum(entry["finding"] is not None for entry in entries)
    denied = sum(entry["finding"] == "contradicted" for entry in entries)
    print(f"{name:16}{count:8}{share(right, count):>10}{share(compared, count):>12}{share(wrong, count):>10}"
          f"{share(unknown, count):>16}{share(denied, compared):>14}")
    return right / count, wrong / count, unknown / count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("real", nargs="?", type=pathlib.Path, help="a folder of real covers and photos, as albumscan-eval reads it")
    parser.add_argument("--covers", type=int, nargs="+", default=[1000], help="how many covers there are")
    parser.add_argument("--photographed", type=int, default=20, help="how many drawn covers are photographed")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(".build/release"))
    parser.add_argument("--simulator", type=pathlib.Path, default=pathlib.Path(".build/release/albumscan-simulator"))
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="albumscan-recognition-"))
    broken = []
    try:
        drawn = folder / "drawn"
        draw(options.simulator, drawn, options.photographed, max(options.covers) - options.photographed)
        for covers in options.covers:
            place = folder / str(covers)
            lay(place, drawn, options.real, covers)
            run = subprocess.run([options.build / "albumscan-eval", "--json", place], stdout=subprocess.PIPE)
            if run.returncode != 0:
                sys.exit(f"albumscan-eval ended with {run.returncode}")
            report = json.loads(run.stdout)
            # Of each photo by itself: whatever else a computer does meanwhile prolongs both.
            times = statistics.median(entry["milliseconds"] / entry["studyMilliseconds"] for entry in report["perPhoto"]
                                      if entry["error"] is None)
            print(f"\n{report['covers']} covers, {report['bytesPerCover'] / 1000:.0f} kB each, "
                  f"{report['medianMilliseconds']:.0f} ms a photo, {times:.2f} times its study alone")
            print(f"{'camera':16}{'photos':>8}{'right':>10}{'compared':>12}{'wrong':>10}{'wrong, unknown':>16}"
                  f"{'contradicted':>14}")
            cameras = sorted({entry["camera"] for entry in report["perPhoto"]})
            for camera in cameras:
                tell(camera, [entry for entry in report["perPhoto"] if entry["camera"] == camera])
            groups = {kind: [e for e in report["perPhoto"] if e["camera"].startswith(kind)] for kind in ("real", "drawn")}
            for kind, entries in groups.items():
                if entries:
                    right, wrong, unknown = tell(f"all {kind}", entries)
                    if kind == "real" and right < RIGHT:
                        broken.append(f"{covers} covers: {right:.1%} of real photos right")
                    if max(wrong, unknown) > WRONG:
                        broken.append(f"{covers} covers: {max(wrong, unknown):.1%} of {kind} photos wrong")
            if times > TIMES_STUDY:
                broken.append(f"{covers} covers: {times:.2f} times the study of a photo")
            if report["bytesPerCover"] > KILOBYTES * 1000:
                broken.append(f"{covers} covers: {report['bytesPerCover'] / 1000:.0f} kB a cover")
    finally:
        shutil.rmtree(folder)
    for line in broken:
        print(f"limit broken: {line}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
