#!/usr/bin/env python3
"""How many frames a second Chromium shows while somebody leafs through a wallet of two thousand albums, without a graphics
card: a real mpd with made-up albums and drawn covers, the real albumscanctl, twenty turns one after another.

    swift build -c release --product albumscanctl && swift build -c release --product albumscan-imaging
    Benchmarks/leafing.py [--program .build/release/albumscanctl] [--rounds 3] [--page FILE]

The peer is a page in the same browser on which nothing but one box of a leaf's size turns over. `--page` measures a wallet
that is there already. Ends with 1 when the wallet comes to less than 0.98 of its frames in any of the windows.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("wallet", CHECKOUT / "Benchmarks/wallet.py")
wallet = importlib.util.module_from_spec(spec)
spec.loader.exec_module(wallet)

ALBUMS, TURNS, LIMIT = 2000, 20, 0.98
SIZES = ("1280,900", "1920,1080")

PEER = """<!doctype html><meta charset="utf-8"><style>
  body{background:#222;perspective:5200px}
  .binder{width:480px;height:480px;margin:150px auto;background:#555;transform-origin:0 50%;will-change:transform}
  .binder.is-turning{transform:rotateY(-180deg);transition:transform .5s cubic-bezier(.35,.05,.25,1)}
</style><div class="binder"></div><button data-go="1" hidden></button><script>
  const box = document.querySelector('.binder')
  box.addEventListener('transitionend', () => box.classList.remove('is-turning'))
  document.querySelector('button').addEventListener('click', () => { box.offsetWidth; box.classList.add('is-turning') })
</script>"""

LEAF = """(async () => {
  const [binder, next] = [document.querySelector('.binder'), document.querySelector('[data-go="1"]')]
  const frame = () => new Promise(requestAnimationFrame)
  let [last, longest, frames] = [await frame(), 0, 0]
  const start = last
  for (let turn = 0; turn < %d; turn++) {
    next.click()
    do {
      const now = await frame()
      longest = Math.max(longest, now - last)
      last = now
      frames++
    } while (binder.matches('.is-turning'))
  }
  return { rate: 1000 * frames / (last - start), longest }
})()""" % TURNS


def cover(number):
    """A PNG of 600 pixels a side: bands and a square, another for each number."""
    def colour(shift):
        return bytes((number * factor + shift * 83) % 256 for factor in (37, 91, 151))
    rows = []
    for y in range(600):
        row = bytearray(colour(y // 60) * 600)
        if 150 <= y < 450:
            row[450:1350] = colour(11) * 300
        rows.append(b"\x00" + row)
    pieces = [(b"IHDR", struct.pack(">IIBBBBB", 600, 600, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(b"".join(rows))),
              (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in pieces)


@contextlib.contextmanager
def wallet_page(program):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        mpd = wallet.MPD(home, ALBUMS, ALBUMS)
        try:
            for number, album in enumerate((home / "music").glob("*/*")):
                (album / "cover.png").write_bytes(cover(number))
            settings = home / ".config/albumscan"
            settings.mkdir(parents=True)
            (settings / "albumscan.yaml").write_text(f"mpd:\n  address: {mpd.socket}\nwallet:\n  limit: 0\n")
            # The page is written where results are.
            (home / "AlbumScan/done").mkdir(parents=True)
            subprocess.run([program, "wallet", "refresh"], check=True, stdout=subprocess.DEVNULL,
                           env={"HOME": str(home), "PATH": os.environ["PATH"]})
        finally:
            mpd.end()
        yield home / "AlbumScan/done/wallet.html"


class Chromium:
    """Spoken to over pipes (Chrome DevTools Protocol: JSON messages that end with a zero byte, on descriptors 3 and 4)."""

    def __init__(self, profile, size):
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1', "chromium", "--headless",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}", "--remote-debugging-pipe",
             f"--user-data-dir={profile}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number, self.rest = 0, b""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if hasattr(self, "session"):
            message["sessionId"] = self.session
        self.process.stdin.write(json.dumps(message).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            answer = self.next()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def next(self):
        while b"\0" not in self.rest:
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            assert more, "Chromium ended"
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, address):
        self.ask("Page.enable")
        self.ask("Page.navigate", url=address)
        while self.next().get("method") != "Page.loadEventFired":
            pass

    def value(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"]["value"]

    def end(self):
        self.process.terminate()
        self.process.wait()


def leaf(address, size):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Chromium(profile, size)
        try:
            browser.open(address)
            return browser.value(LEAF)
        finally:
            browser.end()


def compared(size, pages, rounds):
    """The wallet's frames as a part of the peer's, with both looked at in turn."""
    shown = {name: [] for name in pages}
    for _ in range(rounds):
        for name, file in pages.items():
            shown[name].append(leaf(file.resolve().as_uri(), size))
    rates = {name: statistics.median(turns["rate"] for turns in all) for name, all in shown.items()}
    for name, all in shown.items():
        longest = statistics.median(turns["longest"] for turns in all)
        print(f"{size:9} {name:10} {rates[name]:5.1f} frames a second, the longest {longest:.0f} ms")
    ratio = rates["the wallet"] / rates["one box"]
    print(f"{size:9} {ratio:.2f} of the peer's; limit {LIMIT}")
    return ratio


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--program", default=CHECKOUT / ".build/release/albumscanctl")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--page", type=pathlib.Path)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        peer = pathlib.Path(folder) / "peer.html"
        peer.write_text(PEER)
        page = options.page or stack.enter_context(wallet_page(options.program))
        ratios = [compared(size, {"the wallet": page, "one box": peer}, options.rounds) for size in SIZES]
    sys.exit(0 if min(ratios) >= LIMIT else 1)


if __name__ == "__main__":
    main()
