#!/usr/bin/env python3
"""What a scan costs, by strategy and provider: the drawn covers through the real programs and the simulated services.

    make release && swift build -c release --product albumscan-simulator
    Benchmarks/strategies.py [--programs .build/release] [--simulator .build/release/albumscan-simulator] [--photos 18]

Tokens are counted by each provider's formula for pictures, and four bytes a token for text; a search brings 8,000 tokens
of results. Prices are those of the package. Each row is run twice: with MusicBrainz, and with one that knows none of the
albums, which shows what a search costs where the catalog can't spare it. Ends with 1 when a scan of the default
strategy costs more than its limit.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from line import BROKEN, CHECKOUT, Daemon, Services, limit

STRATEGIES = ["two-tier", "four-phase", "single-call"]
PROVIDERS = ["anthropic", "openai"]
# What the phone app that AlbumScan follows spent on a scan.
APP = (0.09, 0.30)


def asked(programs, daemon, *words):
    ended = subprocess.run([programs / "albumscanctl", *words, "--json"], env=daemon.environment,
                           stdout=subprocess.PIPE, check=False)
    return json.loads(ended.stdout)


def settled(programs, daemon, count):
    """The number of scans in each state, once they have ended and have their reviews: a call under way counts as much as
    it may cost at most."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        scans = asked(programs, daemon, "history", "--limit", str(count))["scans"]
        ended = [scan for scan in scans if scan["state"] not in ("waiting", "running") and scan["review"] != "pending"]
        if len(ended) == count:
            return collections.Counter(scan["state"] for scan in scans)
        time.sleep(0.2)
    sys.exit(f"{count - len(ended)} scans didn't end; see {daemon.home}/log")


def run(options, photos, provider, strategy, catalog):
    services = Services(options.simulator, "--provider", provider, "--musicbrainz-pace", "100",
                        *([] if catalog else ["--empty-catalog"]))
    try:
        # All reviews are written: the usual budget would leave some out.
        daemon = Daemon(options.programs, services.settings, ALBUMSCAN_IDENTIFICATION_STRATEGY=strategy,
                        ALBUMSCAN_BUDGET_PER_SCAN_USD="100", ALBUMSCAN_BUDGET_PER_DAY_USD="100",
                        ALBUMSCAN_BUDGET_PER_MONTH_USD="100", ALBUMSCAN_BUDGET_ALERT_USD="100")
        for number, photo in enumerate(photos):
            daemon.drop(photo, f"{number:02}.jpg")
        counts = settled(options.programs, daemon, len(photos))
        costs = asked(options.programs, daemon, "costs")
        bills = [request["bill"] for request in services.requests() if request["bill"]]
        daemon.stop()
    finally:
        services.stop()
    return {
        "calls": len(bills) / len(photos), "usd": costs["groups"]["month"][0]["usd"] / len(photos),
        "input": sum(bill["inputTokens"] for bill in bills) / len(photos),
        "output": sum(bill["outputTokens"] for bill in bills) / len(photos),
        "web": sum(bill["searches"] for bill in bills) / len(photos),
        "done": counts["done"], "unsure": counts["unsure"],
        "failed": counts["failed"], "models": sorted({bill["model"] for bill in bills}),
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--programs", type=pathlib.Path, default=CHECKOUT / ".build/release")
    arguments.add_argument("--simulator", type=pathlib.Path, default=CHECKOUT / ".build/release/albumscan-simulator")
    arguments.add_argument("--photos", type=int, default=18)
    options = arguments.parse_args()
    print(f"{options.photos} photos; the phone app spent ${APP[0]:.2f} to ${APP[1]:.2f} a scan")
    print("| strategy | provider | catalog | calls | tokens in | out | searches | a scan | of the app's "
          "| done, unsure, failed |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.simulator, "draw", folder, "--photos", str(options.photos), "--megapixels", "2"],
                       check=True, stdout=subprocess.DEVNULL)
        photos = sorted(pathlib.Path(folder).glob("*.jpg"))
        for strategy in STRATEGIES:
            for provider in PROVIDERS:
                for catalog in (True, False):
                    row = run(options, photos, provider, strategy, catalog)
                    print(f"| {strategy} | {provider} | {'yes' if catalog else 'knows nothing'} | {row['calls']:.2f} "
                          f"| {row['input']:.0f} | {row['output']:.0f} | {row['web']:.2f} | ${row['usd']:.4f} "
                          f"| {100 * row['usd'] / APP[1]:.0f}–{100 * row['usd'] / APP[0]:.0f} % "
                          f"| {row['done']}, {row['unsure']}, {row['failed']} |", flush=True)
                    if strategy == "two-tier" and catalog:
                        worst = max(worst, row["usd"])
    limit("a scan of the default strategy", 100 * worst, "cents", most=3)
    if BROKEN:
        sys.exit("Broken: " + ", ".join(BROKEN))


if __name__ == "__main__":
    main()
