#!/usr/bin/python3
"""chromium.py -- Chromium without a window, for pictures of pages.

    scripts/chromium.py ADDRESS PICTURE.png WIDTH HEIGHT SCALE light|dark
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile


class Chromium:
    """Over a pipe: JSON messages that end with a zero byte (Chrome DevTools Protocol)."""

    def __init__(self, profile):
        (there, self.commands), (self.answers, here) = os.pipe(), os.pipe()
        # The descriptors that Chromium looks at; neither end may lie where the other is put.
        there, here = [os.dup(os.dup(end)) for end in (there, here)]
        arguments = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
                     "--allow-file-access-from-files", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        shell = f'exec "$0" "$@" 3<&{there} 4>&{here}'
        self.process = subprocess.Popen(["bash", "-c", shell, *arguments], pass_fds=(there, here), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(here)
        self.number, self.session, self.read = 0, None, b""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.read:
                part = os.read(self.answers, 1 << 20)
                if not part:
                    sys.exit("chromium ended")
                self.read += part
            answer, self.read = self.read.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"chromium: {method}: {answer['error']['message']}")
                return answer["result"]

    def run(self, script):
        outcome = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in outcome:
            sys.exit(f"chromium: {outcome['exceptionDetails']}")
        return outcome["result"].get("value")

    def picture(self):
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def look(self, width, height, scale=1, scheme="light"):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        """Until the page and its pictures are there, and what moves has come to rest."""
        self.ask("Page.navigate", url=address)
        self.run("new Promise(done => { const look = () => document.readyState === 'complete' ? setTimeout(done, 1000) "
                 ": setTimeout(look, 20); look() })")

    def end(self):
        # Told to close, it writes its profile and ends its processes first; ended by a signal, some still write.
        self.session = None
        self.ask("Browser.close")
        self.process.wait()


def main():
    address, target, width, height, scale, scheme = sys.argv[1:]
    with tempfile.TemporaryDirectory() as profile:
        chromium = Chromium(profile)
        try:
            chromium.look(int(width), int(height), float(scale), scheme)
            chromium.open(address)
            pathlib.Path(target).write_bytes(chromium.picture())
        finally:
            chromium.end()


if __name__ == "__main__":
    main()
