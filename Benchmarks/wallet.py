#!/usr/bin/env python3
"""How long it takes from a playlist to the wallet: a real mpd with made-up albums of twelve tracks, the real albumscanctl.

    swift build -c release --product albumscanctl
    Benchmarks/wallet.py [--program .build/release/albumscanctl] [--rounds 5]

Prints medians in milliseconds: of each stage as `wallet diagnose` tells it, of the whole command when it makes the wallet
anew, and of the command when nothing has changed. The peer is MPD itself: this script puts the same questions to it, reads
the answers, and throws them away. Ends with 1 when a limit is broken.
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
import sys
import tempfile
import time

TRACKS = 12
# Albums of the playlist, albums of the library, and how many times as long as MPD itself the wallet may take.
CASES = [(20, 20, 8), (20, 2000, 3), (2000, 2000, 8)]
# As the wallet asks: album by album up to so many, beyond that for the whole library in pieces of so many songs.
MOST_QUESTIONS, PIECE = 50, 4000


def flac(tags, seconds=1):
    """The smallest FLAC file with these tags, which says that it lasts so long (RFC 9639, 8)."""
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + (0x0AC442F << 36 | 44100 * seconds).to_bytes(8, "big") + bytes(16)
    comments = struct.pack("<I", 5) + b"bench" + struct.pack("<I", len(tags))
    for name, value in tags.items():
        entry = f"{name}={value}".encode()
        comments += struct.pack("<I", len(entry)) + entry
    return b"fLaC\x00" + len(info).to_bytes(3, "big") + info + b"\x84" + len(comments).to_bytes(3, "big") + comments


def artist_of(album, library):
    return f"Artist {album % (library // 3 + 1)}"


def write_library(music, library):
    files = []
    for album in range(library):
        artist = artist_of(album, library)
        folder = music / artist / f"Album {album}"
        folder.mkdir(parents=True)
        for track in range(1, TRACKS + 1):
            (folder / f"{track:02}.flac").write_bytes(flac({
                "ARTIST": artist, "ALBUMARTIST": artist, "ALBUM": f"Album number {album}",
                "TITLE": f"Song {track} of {album}", "TRACKNUMBER": f"{track}/{TRACKS}", "DATE": 1960 + album % 60}))
        files.append(f"{artist}/Album {album}/03.flac")
    return files


class MPD:
    def __init__(self, home, albums, library):
        for name in ("music", "playlists"):
            (home / name).mkdir()
        files = write_library(home / "music", library)[:: library // albums]
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

    def floor(self, albums, library):
        """Milliseconds for the answers to what the wallet asks, and nothing done with them."""
        questions = ["listplaylists", "stats", "listplaylist CDs", "tagtypes", "listplaylistinfo CDs",
                     "list Album group AlbumArtist"]
        if albums <= MOST_QUESTIONS:
            for album in range(0, library, library // albums):
                both = f"((Album == 'Album number {album}') AND (AlbumArtist == '{artist_of(album, library)}'))"
                questions.append(f'find "{both}"')
        else:
            songs = library * TRACKS
            questions += [f"find \"(Album != '')\" window {at}:{at + PIECE}" for at in range(0, songs + 1, PIECE)]
        start = time.monotonic()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            lines = connection.makefile("rb")
            lines.readline()
            for question in questions:
                connection.sendall(f"{question}\n".encode())
                for line in lines:
                    if line == b"OK\n":
                        break
                    assert not line.startswith(b"ACK"), (question, line)
        return (time.monotonic() - start) * 1000

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def measure(program, albums, library, limit, rounds):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        mpd = MPD(home, albums, library)
        try:
            settings = home / ".config/albumscan"
            settings.mkdir(parents=True)
            (settings / "albumscan.yaml").write_text(f"mpd:\n  address: {mpd.socket}\nwallet:\n  limit: 0\n")
            environment = {"HOME": str(home), "PATH": os.environ["PATH"]}

            def run(*arguments):
                start = time.monotonic()
                made = subprocess.run(
                    [program, "wallet", *arguments, "--json"], env=environment, check=True, stdout=subprocess.PIPE)
                return (time.monotonic() - start) * 1000, json.loads(made.stdout)

            stages, anew, unchanged, floor = {}, [], [], []
            # What was written a moment ago proves nothing yet: times have whole seconds.
            run("list")
            time.sleep(3)
            run("list")
            for _ in range(rounds):
                (home / ".local/state/albumscan/wallet/wallet.json").unlink()
                took, diagnosis = run("diagnose")
                anew.append(took)
                for timing in diagnosis["diagnostics"]["timings"]:
                    stages.setdefault(timing["stage"], []).append(timing["milliseconds"])
                unchanged.append(run("list")[0])
                floor.append(mpd.floor(albums, library))
            assert diagnosis["total"] == albums, diagnosis["total"]
        finally:
            mpd.end()
    wallet, peer = (sum(statistics.median(times) for times in stages.values()), statistics.median(floor))
    print(f"{albums} of {library} albums, {library * TRACKS} songs:")
    for stage, times in stages.items():
        print(f"  {stage:10} {statistics.median(times):9.1f} ms")
    print(f"  {'the wallet':10} {wallet:9.1f} ms, {wallet / peer:.1f} times MPD's own {peer:.1f} ms; limit {limit} times")
    print(f"  the command, anew {statistics.median(anew):.0f} ms; nothing changed {statistics.median(unchanged):.0f} ms")
    return wallet <= limit * peer


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--program", default=".build/release/albumscanctl")
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    kept = [measure(options.program, *case, options.rounds) for case in CASES]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
