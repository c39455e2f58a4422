#!/usr/bin/env python3
"""Times albumscan-imaging against its peers on a photo it draws itself, and measures its memory.

One photo in, a square of 1024 pixels out, without metadata. All take turns in one run, so that a busy moment of the
machine hits all of them. Ends with 1 when a limit is broken. See README.md beside this file.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

LIMITS = {"vipsthumbnail": 1.5, "ImageMagick": 5.0}
MEMORY_LIMIT = 110  # MB, of one process on a photo of 50 megapixels

# Each with how vips writes it, and the limit on memory at 50 megapixels: some libraries hold the whole picture.
FORMATS = {"png": ("[compression=1]", 110), "webp": ("[Q=90,effort=0]", 130), "heic": ("[Q=70,effort=0]", 190)}


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def draw(folder, name, width, height):
    """A sleeve on a table: a grain as sensors have it, soft light, hard edges, small text."""
    at = lambda part: folder / f"{name}-{part}.v"
    side = int(min(width, height) * 0.8)
    vips("worley", at("grain"), width, height, "--cell-size", 260, "--seed", 7)
    vips("gaussnoise", at("noise"), width, height, "--mean", 0, "--sigma", 4, "--seed", 7)
    vips("linear", at("grain"), at("gray"), 0.35, 96)
    vips("bandjoin", f"{at('gray')} {at('gray')} {at('gray')}", at("bands"))
    vips("linear", at("bands"), at("table"), "1.1 0.9 0.7", "0 0 0")
    vips("perlin", at("clouds"), side, side, "--cell-size", side // 6, "--seed", 7, "--uchar")
    vips("linear", at("clouds"), at("print"), "0.5 0.3 0.6", "30 50 20")
    vips("text", at("text"), "THE PAPER KITES OF\nSATURDAY", "--width", side * 3 // 4, "--height", side // 3)
    vips("linear", at("text"), at("title"), "0.3 0.5 0.4", "0 0 0")
    vips("embed", at("title"), at("label"), side // 10, side // 10, side, side)
    vips("add", at("print"), at("label"), at("sleeve"))
    vips("insert", at("table"), at("sleeve"), at("all"), (width - side) // 2, (height - side) // 2)
    vips("add", at("all"), at("noise"), at("seen"))
    vips("cast", at("seen"), at("bytes"), "uchar")
    vips("copy", at("bytes"), at("photo"), "--interpretation", "srgb")
    photo = folder / f"{name}.jpg"
    vips("jpegsave", at("photo"), photo, "--Q", 90)
    for part in folder.glob(f"{name}-*.v"):
        part.unlink()
    return photo


def run(command, photo):
    """Seconds on the clock, seconds of processor time, and peak memory in MB, from start to end of the process."""
    with open(photo, "rb") as source:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    return elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def formats(photos, ours, rounds, folder):
    """The same picture in other formats: processor time and peak memory. Yields the limits that are broken."""
    print(f"\n{'other formats':26}{'CPU':>9}{'peak':>9}")
    for format, (options, limit) in FORMATS.items():
        for size, photo in photos.items():
            # libwebp gives up on so large a drawing: its first partition would be too big.
            if (size, format) == ("50", "webp"):
                continue
            other = photo.with_suffix(f".{format}")
            vips("copy", photo, f"{other}{options}")
            commands = {
                "albumscan-imaging": ours,
                "vipsthumbnail": ["vipsthumbnail", other, "--size", "1024x1024", "--smartcrop", "centre",
                                  "-o", folder / "vips.jpg[Q=85,strip]"],
                "ImageMagick": ["convert", other, "-auto-orient", "-resize", "1024x1024^", "-gravity", "center",
                                "-extent", "1024x1024", "-strip", "-quality", "85", folder / "magick.jpg"],
            }
            for name, command in commands.items():
                figures = [run(command, other) for _ in range(rounds)]
                cpu, memory = (statistics.median(figure[index] for figure in figures) for index in (1, 2))
                print(f"{size} {format} {name:18}{cpu * 1000:6.0f} ms{memory:6.0f} MB")
                if command is ours and memory > limit:
                    yield f"{memory:.0f} MB for {size} megapixels of {format}; {limit} is the limit"
                if command is ours and figures[0][3][5] != 1:
                    yield f"the {format} of {size} megapixels was refused"
            other.unlink()


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", default=".build/release/albumscan-imaging")
    options.add_argument("--rounds", type=int, default=15)
    options = options.parse_args()
    program = pathlib.Path(options.program).resolve()
    if not program.exists():
        sys.exit(f"{program} isn't there: swift build -c release --product albumscan-imaging")
    for tool in ["vips", "vipsthumbnail", "convert", "djpeg"]:
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing: apt install libvips-tools imagemagick libjpeg-turbo-progs")

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        photo = draw(folder, "12", 4000, 3000)
        ours = [str(program), "picture"]
        peers = {
            "albumscan-imaging": ours,
            "vipsthumbnail": ["vipsthumbnail", photo, "--size", "1024x1024", "--smartcrop", "centre",
                              "-o", folder / "vips.jpg[Q=85,strip]"],
            "ImageMagick": ["convert", photo, "-auto-orient", "-resize", "1024x1024^", "-gravity", "center",
                            "-extent", "1024x1024", "-strip", "-quality", "85", folder / "magick.jpg"],
            "ImageMagick, size hint": ["convert", "-define", "jpeg:size=2048x2048", photo, "-auto-orient", "-resize",
                                       "1024x1024^", "-gravity", "center", "-extent", "1024x1024", "-strip",
                                       "-quality", "85", folder / "hint.jpg"],
            "floor: djpeg -scale 1/8": ["djpeg", "-scale", "1/8", "-outfile", "/dev/null", photo],
        }
        figures = {name: [] for name in peers}
        for turn in range(options.rounds + 1):
            for name, command in peers.items():
                figure = run(command, photo)
                if turn > 0:  # the first one fills the caches
                    figures[name].append(figure)

        median = lambda name, index: statistics.median(figure[index] for figure in figures[name])
        base = median("albumscan-imaging", 0)
        print(f"12 megapixels, {photo.stat().st_size / 1e6:.1f} MB, {options.rounds} rounds, medians")
        print(f"{'':26}{'clock':>9}{'CPU':>9}{'peak':>9}{'times ours':>12}")
        for name in peers:
            clock, cpu, memory = (median(name, index) for index in range(3))
            print(f"{name:26}{clock * 1000:6.0f} ms{cpu * 1000:6.0f} ms{memory:6.0f} MB{clock / base:12.2f}")
        broken = [f"{name} is only {median(name, 0) / base:.2f} times slower; {limit} is the limit"
                  for name, limit in LIMITS.items() if median(name, 0) < limit * base]

        large = draw(folder, "50", 8160, 6120)
        clock, cpu, memory, output = run(ours, large)
        print(f"50 megapixels, {large.stat().st_size / 1e6:.1f} MB: {clock * 1000:.0f} ms, peak {memory:.0f} MB")
        if output[5] != 1:
            broken.append("the photo of 50 megapixels was refused")
        if memory > MEMORY_LIMIT:
            broken.append(f"{memory:.0f} MB at 50 megapixels; {MEMORY_LIMIT} is the limit")
        broken += formats({"12": photo, "50": large}, ours, 3, folder)
        print("\n".join(broken) or "within all limits")
        sys.exit(bool(broken))


if __name__ == "__main__":
    main()
