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
import struct
import subprocess
import sys
import tempfile
import time

# Time on the clock, as a multiple of ours at least, and ours as a multiple of the floor's at most.
LIMITS = {"vipsthumbnail": 1.7, "ImageMagick": 5.5}
FLOOR = "floor: djpeg -scale 1/8"
FLOOR_LIMIT = 2.4
MEMORY_LIMIT = 40  # MB, of one process on a photo of 50 megapixels

# Each with how vips writes it, and the limit on memory at 50 megapixels: some libraries hold the whole picture.
FORMATS = {"png": ("[compression=1]", 105), "webp": ("[Q=90,effort=0]", 30), "heic": ("[Q=70,effort=0]", 155)}

# A photo of 12 megapixels studied, its picture and its features: time on the clock and processor time, as multiples of those
# that vipsthumbnail takes for the same file in the same run, which only makes a picture; and memory at any size, in MB.
STUDY_LIMITS = {
    "jpg": (0.9, 0.9), "progressive jpg": (0.8, 0.8), "png": (1.25, 1.2), "webp": (1.6, 1.35),
    "heic of tiles": (0.7, 0.7), "heic in one piece": (0.7, 0.7),
}
STUDY_MEMORY_LIMIT = 60
# What no decoder does with less: all coefficients of a progressive JPEG are held at once, a HEIC in one piece is one picture
# (the standard has none of more than 35 megapixels: ITU-T H.265, A.4.1), and a PNG's file is in memory, 15 and 61 MB of it.
STUDY_EXCEPTIONS = {("50", "progressive jpg"): 186, ("50", "heic in one piece"): 141, ("50", "png"): 105,
                    ("12", "png"): 70}


# As the daemon starts it (Sources/Tools/ImagingClient/ImagingClient.swift).
OURS = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


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


def thumbnail(photo):
    """libvips' command for the same picture."""
    return ["vipsthumbnail", photo, "--size", "1024x1024", "--smartcrop", "centre", "-o",
            photo.with_name("vips.jpg[Q=85,strip]")]


def run(command, photo, environment=None):
    """Seconds on the clock, seconds of processor time, and peak memory in MB, from start to end of the process."""
    with open(photo, "rb") as source:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env=environment)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    return elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def fastest(figures):
    """The least time on the clock and of the processor, since whatever else the machine does only adds to them; and the median of
    peak memory."""
    return (min(figure[0] for figure in figures), min(figure[1] for figure in figures),
            statistics.median(figure[2] for figure in figures))


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
                "vipsthumbnail": thumbnail(other),
                "ImageMagick": ["convert", other, "-auto-orient", "-resize", "1024x1024^", "-gravity", "center",
                                "-extent", "1024x1024", "-strip", "-quality", "85", folder / "magick.jpg"],
            }
            for name, command in commands.items():
                figures = [run(command, other, OURS if command is ours else None) for _ in range(rounds)]
                cpu, memory = fastest(figures)[1:]
                print(f"{size} {format} {name:18}{cpu * 1000:6.0f} ms{memory:6.0f} MB")
                if command is ours and memory > limit:
                    yield f"{memory:.0f} MB for {size} megapixels of {format}; {limit} is the limit"
                if command is ours and figures[0][3][5] != 1:
                    yield f"the {format} of {size} megapixels was refused"
            other.unlink()


def tiled(photo, width, height, quality, tile=512):
    """A HEIC of tiles, as phones write it (ISO/IEC 23008-12, 6.6.2.3): vips encodes each, the boxes around are ours."""
    def box(name, body):
        return struct.pack(">I4s", len(body) + 8, name) + body

    def full(name, version, body):
        return box(name, bytes([version, 0, 0, 0]) + body)

    def cut(file, name, skip):
        at = file.index(name, 4) - 4
        return file[at + skip:at + struct.unpack(">I", file[at:at + 4])[0]]

    folder, columns, rows = photo.parent, -(-width // tile), -(-height // tile)
    vips("gravity", photo, folder / "padded.v", "north-west", columns * tile, rows * tile, "--extend", "copy")
    tiles = []
    for number in range(columns * rows):
        at = number % columns * tile, number // columns * tile
        vips("crop", folder / "padded.v", f"{folder / 'tile.heic'}[Q={quality},effort=0,strip]", *at, tile, tile)
        one = (folder / "tile.heic").read_bytes()
        tiles.append(cut(one, b"mdat", 8))
    count, whole = len(tiles), len(tiles) + 1
    grid = struct.pack(">4B2H", 0, 0, rows - 1, columns - 1, width, height)
    kinds, links, parts = struct.pack(">H", whole), struct.pack(">I", whole), struct.pack(">2H", whole, count)
    for item in range(1, count + 1):
        kinds += full(b"infe", 2, struct.pack(">2H5s", item, 0, b"hvc1"))
        links += struct.pack(">H3B", item, 2, 0x81, 2)
        parts += struct.pack(">H", item)
    kinds += full(b"infe", 2, struct.pack(">2H5s", whole, 0, b"grid"))
    links += struct.pack(">H2B", whole, 1, 3)
    sizes = [full(b"ispe", 0, struct.pack(">2I", *size)) for size in [(tile, tile), (width, height)]]
    rest = (full(b"pitm", 0, struct.pack(">H", whole)) + full(b"iinf", 0, kinds)
            + full(b"iref", 0, box(b"dimg", parts)) + box(b"idat", grid)
            + box(b"iprp", box(b"ipco", cut(one, b"hvcC", 0) + b"".join(sizes)) + full(b"ipma", 0, links)))
    start = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(place):
        extents = struct.pack(">2BH", 0x44, 0, whole)
        for item, body in enumerate(tiles, 1):
            extents += struct.pack(">4H2I", item, 0, 0, 1, place, len(body))
            place += len(body)
        extents += struct.pack(">4H2I", whole, 1, 0, 1, 0, len(grid))
        handler = full(b"hdlr", 0, b"\0\0\0\0pict" + bytes(13))
        return full(b"meta", 0, handler + full(b"iloc", 1, extents) + rest)

    heic = photo.with_name(f"{photo.stem}-tiles.heic")
    heic.write_bytes(start + meta(len(start) + len(meta(0)) + 8) + box(b"mdat", b"".join(tiles)))
    (folder / "padded.v").unlink()
    return heic


def studies(photos, program, rounds):
    """A photo's picture and features, in every format, all in turn. Yields the limits that are broken."""
    files = {}
    for size, (photo, width, height) in photos.items():
        def saved(name, options):
            vips("copy", photo, f"{photo.with_name(name)}{options}")
            return photo.with_name(name)
        # As large, beside the JPEG, as a phone's HEIC is beside its JPEG: half.
        files |= {
            (size, "jpg"): photo, (size, "progressive jpg"): saved(f"p{size}.jpg", "[Q=85,interlace]"),
            (size, "png"): saved(f"p{size}.png", "[compression=1]"), (size, "heic of tiles"): tiled(photo, width, height, 45),
            (size, "heic in one piece"): saved(f"p{size}.heic", "[Q=45,effort=0]"),
        }
        if size == "12":
            files[size, "webp"] = saved("p.webp", "[Q=90,effort=0]")
    figures, peers = {key: [] for key in files}, {key: [] for key in files}
    for _ in range(rounds):
        for key, file in files.items():
            figures[key].append(run([program, "study"], file, OURS))
            if key[0] == "12":
                peers[key].append(run(thumbnail(file), file))
    print(f"\n{'studied':26}{'size':>9}{'clock':>9}{'CPU':>9}{'peak':>9}  times vipsthumbnail's")
    for (size, kind), file in files.items():
        clock, cpu, memory = fastest(figures[size, kind])
        times = [own / peer for own, peer in zip((clock, cpu), fastest(peers[size, kind]))] if size == "12" else []
        print(f"{size} {kind:23}{file.stat().st_size / 1e6:6.1f} MB{clock * 1000:6.0f} ms{cpu * 1000:6.0f} ms"
              f"{memory:6.0f} MB  {', '.join(f'{value:.2f}' for value in times)}")
        if figures[size, kind][0][3][5] == 3:  # a failure
            yield f"the {kind} of {size} megapixels was refused"
        for what, value, limit in zip(("clock", "processor"), times, STUDY_LIMITS[kind]):
            if value > limit:
                yield f"{value:.2f} times vipsthumbnail's to study 12 megapixels of {kind} ({what}); {limit} is the limit"
        limit = STUDY_EXCEPTIONS.get((size, kind), STUDY_MEMORY_LIMIT)
        if memory > limit:
            yield f"{memory:.0f} MB to study {size} megapixels of {kind}; {limit} is the limit"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", default=".build/release/albumscan-imaging")
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--study", action="store_true", help="only photos being studied")
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
        if options.study:
            large = draw(folder, "50", 8160, 6120)
            broken = list(studies({"12": (photo, 4000, 3000), "50": (large, 8160, 6120)}, program, options.rounds))
            print("\n".join(broken) or "within all limits")
            sys.exit(bool(broken))
        ours = [str(program), "picture"]
        peers = {
            "albumscan-imaging": ours,
            "vipsthumbnail": thumbnail(photo),
            "ImageMagick": ["convert", photo, "-auto-orient", "-resize", "1024x1024^", "-gravity", "center",
                            "-extent", "1024x1024", "-strip", "-quality", "85", folder / "magick.jpg"],
            "ImageMagick, size hint": ["convert", "-define", "jpeg:size=2048x2048", photo, "-auto-orient", "-resize",
                                       "1024x1024^", "-gravity", "center", "-extent", "1024x1024", "-strip",
                                       "-quality", "85", folder / "hint.jpg"],
            FLOOR: ["djpeg", "-scale", "1/8", "-outfile", "/dev/null", photo],
        }
        figures = {name: [] for name in peers}

        def turns():
            """A third of the rounds: what else the machine does for a minute doesn't meet all of them."""
            for _ in range(max(1, options.rounds // 3)):
                for name, command in peers.items():
                    figures[name].append(run(command, photo, OURS if command is ours else None))

        turns()
        large = draw(folder, "50", 8160, 6120)
        broken = []
        clock, cpu, memory, output = run(ours, large, OURS)
        print(f"50 megapixels, {large.stat().st_size / 1e6:.1f} MB: {clock * 1000:.0f} ms, peak {memory:.0f} MB")
        if output[5] != 1:
            broken.append("the photo of 50 megapixels was refused")
        if memory > MEMORY_LIMIT:
            broken.append(f"{memory:.0f} MB at 50 megapixels; {MEMORY_LIMIT} is the limit")
        broken += formats({"12": photo, "50": large}, ours, 5, folder)
        turns()
        broken += studies({"12": (photo, 4000, 3000), "50": (large, 8160, 6120)}, program, 9)
        turns()

        clocks = {name: fastest(figures[name])[0] for name in peers}
        base = clocks["albumscan-imaging"]
        print(f"\n12 megapixels, {photo.stat().st_size / 1e6:.1f} MB, the fastest of {len(figures[FLOOR])} rounds")
        print(f"{'':26}{'clock':>9}{'CPU':>9}{'peak':>9}{'times ours':>12}")
        for name in peers:
            clock, cpu, memory = fastest(figures[name])
            print(f"{name:26}{clock * 1000:6.0f} ms{cpu * 1000:6.0f} ms{memory:6.0f} MB{clock / base:12.2f}")
        broken += [f"{name} takes only {clocks[name] / base:.2f} times as long; {limit} is the limit"
                   for name, limit in LIMITS.items() if clocks[name] < limit * base]
        if base > FLOOR_LIMIT * clocks[FLOOR]:
            broken.append(f"{base / clocks[FLOOR]:.2f} times the floor; {FLOOR_LIMIT} is the limit")
        print("\n".join(broken) or "within all limits")
        sys.exit(bool(broken))


if __name__ == "__main__":
    main()
