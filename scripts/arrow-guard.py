#!/usr/bin/env python3
"""Rejects what the project's rules forbid: a dependency that points up or sideways, an overlong file, a meaningless name.

The layers are the folders of Sources. What a target may import at all is the manifest's to say, and the compiler holds
it to that (--explicit-target-dependency-import-check); this looks at the manifest itself.
"""

import json
import pathlib
import re
import subprocess
import sys

# What each layer may use, besides the arrows within a layer that are named below.
MAY_USE = {
    "Programs": {"Rooms", "Wallet", "Albums", "Tools", "C"},
    "Rooms": {"Albums", "Tools", "C"},
    "Wallet": {"Albums", "Tools", "C"},
    "Albums": set(),
    "Tools": {"C"},
    "C": set(),
}
NAMED = {
    ("Pipeline", "Records"), ("CRecognition", "CFeatures"), ("CRecognition", "CLinux"), ("CTextRecognition", "CLinux"),
    ("Threads", "CLinux"), ("albumscanctl", "Console"), ("albumscan-eval", "Console"),
    # Installed, both are one program.
    ("albumscand", "DaemonProgram"), ("albumscanctl", "DaemonProgram"),
    # What the imaging program answers, and its client reads.
    ("Imaging", "ImagingProtocol"), ("ImagingClient", "ImagingProtocol"),
    # The wallet's page is written with the same markup as all pages.
    ("Wallet", "MPD"), ("Wallet", "Pages"),
}
LONGEST_FILE = 300
MOST_UNCHECKED = 3
EMPTY_NAMES = ("Manager", "Helper", "Helpers", "Util", "Utils", "Utilities", "Impl", "Base")

TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol)\s+([A-Z]\w*)")
UNCHECKED = re.compile(r"@unchecked\s+Sendable")


def layers_of(targets):
    return {t["name"]: t["path"].split("/")[1] for t in targets if t["path"].startswith("Sources/")}


def wrong_arrows(targets):
    layer = layers_of(targets)
    for target in targets:
        name = target["name"]
        for other in target.get("target_dependencies", []):
            if name in layer and not is_allowed(name, other, layer):
                yield f"{name} may not use {other}: {layer[name]} and {layer.get(other, 'Tests')}"


def is_allowed(name, other, layer):
    if other not in layer or layer[name] not in MAY_USE:
        return False
    return layer[other] in MAY_USE[layer[name]] or (name, other) in NAMED


def wrong_sources(folder):
    unchecked = []
    for path in sorted(folder.rglob("*.swift")):
        lines = path.read_text().split("\n")
        if len(lines) - 1 > LONGEST_FILE:
            yield f"{path} has {len(lines) - 1} lines, more than {LONGEST_FILE}: a noun is missing"
        for number, line in enumerate((line.split("//")[0] for line in lines), 1):
            unchecked += [f"{path}:{number}"] * len(UNCHECKED.findall(line))
            for name in TYPE.findall(line):
                # The last word of a name says what the thing is.
                if re.split(r"(?=[A-Z])", name)[-1] in EMPTY_NAMES:
                    yield f"{path}:{number}: {name} says nothing of what it is"
    if len(unchecked) > MOST_UNCHECKED:
        yield f"{len(unchecked)} times @unchecked Sendable, more than {MOST_UNCHECKED}: {', '.join(unchecked)}"


# What the named layers are for. Were one of these not refused, the guard would guard nothing.
REFUSED = [("Records", "Pages"), ("Pages", "Wallet"), ("Albums", "Wallet"), ("HTTP", "Wallet"), ("HTTP", "Records"), ("HTTP", "Albums"),
           ("Albums", "HTTP"), ("Setup", "MPD"), ("Wallet", "Records"), ("Wallet", "albumscand"), ("CLinux", "HTTP")]


def main():
    described = subprocess.check_output(["swift", "package", "describe", "--type", "json"])
    targets = json.loads(described)["targets"]
    layer = layers_of(targets)
    assert not [arrow for arrow in REFUSED if is_allowed(*arrow, layer)]
    wrong = [*wrong_arrows(targets), *wrong_sources(pathlib.Path("Sources"))]
    print("\n".join(wrong) or f"{len(layer)} targets; no layer depends on a higher one")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
