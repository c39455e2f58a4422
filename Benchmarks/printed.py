#!/usr/bin/env python3
"""How often the words on a sleeve lead to the right one of 10,000 simulated albums, by how the sleeve says them.

    swift build -c release --build-tests && Benchmarks/printed.py [--sleeves 400]

Words are misread as readers misread them: letters taken for others, lost blanks, stickers beside them. Ends with 1 when
a limit of PrintedCatalogTests is broken.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleeves", type=int, default=400)
    arguments = parser.parse_args()
    ended = subprocess.run(
        ["swift", "test", "-c", "release", "--skip-build", "--disable-xctest", "--filter", "PrintedCatalogTests"],
        cwd=pathlib.Path(__file__).resolve().parent.parent, text=True, stdout=subprocess.PIPE, check=False,
        env=os.environ | {"ALBUMSCAN_BENCH_SLEEVES": str(arguments.sleeves)})
    print(f"{'layout':14}{'sleeves':>8}{'first':>8}{'clear':>8}{'wrong':>8}{'compared':>10}{'requests':>10}")
    for layout, figures in re.findall(r"^printed (\w+): Tally\((.*)\)$", ended.stdout, re.MULTILINE):
        counts = {name: int(count) for name, count in re.findall(r"(\w+): (\d+)", figures)}
        shares = "".join(f"{counts[name] / counts['sleeves']:8.1%}" for name in ("first", "clear", "wrong"))
        print(f"{layout:14}{counts['sleeves']:8}{shares}{counts['compared'] / counts['sleeves']:10.1%}"
              f"{counts['requests'] / counts['sleeves']:10.2f}")
    return 1 if ended.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
