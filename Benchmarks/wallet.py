#!/usr/bin/env python3
"""How long it takes from a playlist to the wallet: a real mpd with made-up albums of twelve tracks, the real albumscanctl.

    swift build -c release --product albumscanctl
    Benchmarks/wallet.py [--program .build/release/albumscanctl] [--albums 20 2000] [--rounds 5]

Prints medians in milliseconds: of each stage as `wallet diagnose` tells it, of the whole command when it makes the wallet
anew, and of the command when nothing has changed.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import statistics
import struct
import subprocess
import tempfile
import time

TRACKS = 12


def flac(tags):
    """The smallest FLAC file with these tags (RFC 9639, 8)."""
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + bytes([0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0xAC, 0x44]) + bytes(16)
    comments = struct.pack("<I", 5) + b"bench" + struct.pack("<I", len(tags))
    for name, value in tags.items():
        entry = f"{name}={value}".encode()
        comments += struct.pack("<I", len(entry)) + entry
    return b"fLaC\x00" + len(info).to_bytes(3, "big") + info + b"\x84" + len(comments).to_bytes(3, "big") + comments


def write_library(music, albums):
    files = []
    for album in range(albums):
        artist = f"Artist {album % (albums // 3 + 1)}"
        folder = music / artist / f"Album {album}"
        folder.mkdir(parents=True)
        for track in range(1, TRACKS + 1):
            (folder / f"{track:02}.flac").write_bytes(flac({
                "ARTIST": artist, "ALBUMARTIST": artist, "ALBUM": f"Album number {album}",
                "TITLE": f"Song {track} of {album}", "TRACKNUMBER": f"{track}/{TRACKS}", "DATE": 1960 + album % 60}))
        files.append(f"{artist}/Album {album}/03.flac")
    return files


class MPD:
    def __init__(self, home, albums):
        for name in ("music", "playlists"):
            (home / name).mkdir()
        files = write_library(home / "music", albums)
        (home / "playlists/CDs.m3u").write_text("".join(f"{file}\n" for file in files))
        self.socket = home / "socket"
        (home / "mpd.conf").write_text("\n".join([
            f'music_directory "{home}/music"', f'playlist_directory "{home}/playlists"', f'db_file "{home}/database"',
            f'bind_to_address "{self.socket}"', 'zeroconf_enabled "no"', 'audio_output {', 'type "null"',
            'name "null"', '}', '']))
        self.process = subprocess.Popen(
            ["mpd", "--no-daemon", "--stderr", home / "mpd.conf"], stderr=subprocess.DEVNULL)
        while self.ask("status") is None:
            time.sleep(0.05)
        self.ask("update")
        while "updating_db" in self.ask("status"):
            time.sleep(0.2)

    def ask(self, command):
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(self.socket))
                lines = connection.makefile()
                lines.readline()
                connection.sendall(f"{command}\n".encode())
                return "".join(iter(lambda: lines.readline(), "OK\n"))
        except OSError:
            return None

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def measure(program, albums, rounds):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        mpd = MPD(home, albums)
        try:
            settings = home / ".config/albumscan"
            settings.mkdir(parents=True)
            (settings / "albumscan.yaml").write_text(f"mpd.address: {mpd.socket}\nwallet.limit: 0\n")
            environment = {"HOME": str(home), "PATH": os.environ["PATH"]}

            def run(*arguments):
                start = time.monotonic()
                made = subprocess.run(
                    [program, "wallet", *arguments, "--json"], env=environment, check=True, stdout=subprocess.PIPE)
                return (time.monotonic() - start) * 1000, json.loads(made.stdout)

            stages, anew, unchanged = {}, [], []
            run("list")
            time.sleep(3)
            run("list")
            for _ in range(rounds):
                memory = home / ".local/state/albumscan/wallet/wallet.json"
                memory.unlink()
                took, diagnosis = run("diagnose")
                anew.append(took)
                for timing in diagnosis["diagnostics"]["timings"]:
                    stages.setdefault(timing["stage"], []).append(timing["milliseconds"])
                unchanged.append(run("list")[0])
            assert diagnosis["total"] == albums, diagnosis["total"]
        finally:
            mpd.end()
    print(f"{albums} albums, {albums * TRACKS} songs:")
    for stage, times in stages.items():
        print(f"  {stage:10} {statistics.median(times):9.1f} ms")
    print(f"  {'in all':10} {sum(statistics.median(times) for times in stages.values()):9.1f} ms")
    print(f"  the command, anew {statistics.median(anew):.0f} ms; nothing changed {statistics.median(unchanged):.0f} ms")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--program", default=".build/release/albumscanctl")
    arguments.add_argument("--albums", type=int, nargs="+", default=[20, 2000])
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    for albums in options.albums:
        measure(options.program, albums, options.rounds)


if __name__ == "__main__":
    main()
