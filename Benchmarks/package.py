#!/usr/bin/env python3
"""package.py -- the size of the package, and how fast its programs start.

    make deb && Benchmarks/package.py [--package FILE.deb] [--rounds 20]

Sizes are those of the package for this computer's Debian. `albumscanctl status` runs from it in a home without a daemon:
cold with none of its pages in memory, warm with all of them, in turn with Python, of which it is a multiple.
"""
import argparse
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

from line import CHECKOUT, PYTHON, seconds

MB = 1_000_000
LIMITS = {"package": 25 * MB, "installed": 77 * MB, "cold": 10.2, "warm": 5.4}


def evict(folder):
    """Takes the pages of all files out of the memory, which must be written for that."""
    os.sync()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            file = os.open(path, os.O_RDONLY)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(file)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--package", type=pathlib.Path)
    arguments.add_argument("--rounds", type=int, default=20)
    options = arguments.parse_args()
    debian = platform.freedesktop_os_release()["VERSION_ID"]
    package = options.package or max(
        (CHECKOUT / ".build/package").glob(f"albumscan_*+deb{debian}_*.deb"), key=lambda path: path.stat().st_mtime,
        default=None)
    if package is None:
        sys.exit("There is no package. Build it: make deb")

    measured = {"package": package.stat().st_size}
    with tempfile.TemporaryDirectory() as folder:
        root, home = pathlib.Path(folder, "root"), pathlib.Path(folder, "home")
        home.mkdir()
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        measured["installed"] = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir())
        program = root / "usr/bin/albumscanctl"
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
        # Without a daemon, it ends with 3.
        status = lambda: seconds([program, "status", "--json"], environment, 3)
        status()
        times = {"cold": [], "warm": [], "peer": []}
        for _ in range(options.rounds):
            evict(root)
            times["cold"].append(status())
            times["warm"].append(status())
            times["peer"].append(seconds(PYTHON, environment))
        medians = {name: statistics.median(values) for name, values in times.items()}
        measured |= {name: medians[name] / medians["peer"] for name in ("cold", "warm")}

    print(f"package    {measured['package'] / MB:6.1f} MB   limit {LIMITS['package'] / MB:.1f}")
    print(f"installed  {measured['installed'] / MB:6.1f} MB   limit {LIMITS['installed'] / MB:.1f}")
    for name in ("cold", "warm"):
        print(f"status, {name} {medians[name] * 1000:6.1f} ms, {measured[name]:.1f} times Python's start   limit {LIMITS[name]}")
    broken = [name for name, limit in LIMITS.items() if measured[name] > limit]
    if broken:
        sys.exit(f"Over the limit: {', '.join(broken)}")


main()
