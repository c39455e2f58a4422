#!/usr/bin/env python3
"""How fast, and how light, the whole line is: the real programs against the simulated services.

    make release
    swift build -c release --product albumscan-simulator
    Benchmarks/line.py [--programs .build/release] [--simulator .build/release/albumscan-simulator] [--idle 60]

Ends with 1 when a limit is broken. Times are what this machine needs at this moment; the ratios are what counts.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
BROKEN = []
# As the service manager starts it; systemd.exec(5), sd_watchdog_enabled(3).
UNIT = [line.partition("=") for line in (CHECKOUT / "systemd/albumscand.service").read_text().splitlines()]
SERVICE = {name: value for key, _, setting in UNIT if key == "Environment" for name, _, value in [setting.partition("=")]}
SERVICE["WATCHDOG_USEC"] = next(seconds for key, _, seconds in UNIT if key == "WatchdogSec") + "000000"

# The same few photos come again and again: otherwise, those of one record would be one result.
APART = {"ALBUMSCAN_PHOTOS_TOGETHER_SECONDS": "0"}


# The least that a program of another language does. A computer that is busy with something else is as slow at that.
PYTHON = ["python3", "-S", "-c", "pass"]


def seconds(command, environment, code=0):
    """Seconds that a program takes from its start to its end."""
    began = time.perf_counter()
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL)
    assert done.returncode == code, f"{command} ended with {done.returncode}"
    return time.perf_counter() - began


def limit(what, value, unit, most=None, least=None):
    right = (most is None or value <= most) and (least is None or value >= least)
    bound = f"at most {most}" if most is not None else f"at least {least}"
    print(f"{'  ' if right else '✗ '}{what}: {value:.2f} {unit} ({bound})")
    if not right:
        BROKEN.append(what)


class Services:
    """The simulator, and its control address."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "serve", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.settings, self.control = {}, None
        for line in self.process.stdout:
            line = line.strip()
            if line == "READY":
                break
            name, _, value = line.partition("=")
            if "CONTROL" in name:
                self.control = value
            self.settings[name] = value

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.control + path, data=data), timeout=10) as answer:
            now = time.monotonic()
            return now, json.load(answer)

    def slow(self, service, milliseconds):
        self.ask("/latency", {"service": service, "milliseconds": milliseconds})

    def requests(self):
        now, requests = self.ask("/requests")
        for request in requests:
            request["at"] = now - request["millisecondsAgo"] / 1000
        return requests

    def stop(self):
        self.process.kill()
        self.process.wait()


class Daemon:
    """albumscand in a home of its own, ready when this returns."""

    def __init__(self, programs, settings, **more):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="albumscan-bench."))
        self.inbox = self.home / "AlbumScan/inbox"
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(str(self.home / "notify"))
        notify.settimeout(30)
        self.environment = {
            "HOME": str(self.home), "PATH": os.environ["PATH"], "NOTIFY_SOCKET": str(self.home / "notify"),
            "ALBUMSCAN_PROMPTS": str(CHECKOUT / "Prompts"), "ALBUMSCAN_REVIEW_HOLD_SECONDS": "0", **SERVICE, **settings, **more}
        self.log = open(self.home / "log", "w")
        self.process = subprocess.Popen([programs / "albumscand"], env=self.environment, stderr=self.log)
        while "READY=1" not in notify.recv(4096).decode():
            pass
        # Nobody listens from here on: a full socket would hold the daemon up.
        notify.close()

    def drop(self, photo, name):
        """Renamed into place, with a byte more at its end, so that no two drops are the same photo; returns when."""
        aside = self.home / name
        aside.write_bytes(photo.read_bytes() + name.encode())
        at = time.monotonic()
        aside.rename(self.inbox / name)
        return at

    def bundles(self, count):
        """When so many bundles lie in done/."""
        end = time.monotonic() + 300
        while time.monotonic() < end:
            found = [entry for entry in (self.home / "AlbumScan/done").iterdir()
                     if entry.is_dir() and entry.name not in ("months", "wallet") and not entry.name.startswith(".")]
            if len(found) >= count:
                return time.monotonic()
            # Looking at hundreds of folders as often as at one would take a third of a core from what is measured.
            time.sleep(min(0.1, 0.005 * count))
        sys.exit(f"only {len(found)} of {count} bundles came; see {self.home}/log")

    def reviewed(self):
        """When the only bundle has its review."""
        end = time.monotonic() + 300
        while time.monotonic() < end:
            if self.document()["review"]["status"] == "written":
                return time.monotonic()
            time.sleep(0.005)
        sys.exit(f"no review came; see {self.home}/log")

    def document(self):
        """The only bundle's album.json."""
        (path,) = (self.home / "AlbumScan/done").glob("[!.]*/album.json")
        return json.loads(path.read_text())

    def figures(self):
        """PSS and private dirty memory in MB, and how often its threads have woken."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        memory = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
        wakes = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                status = dict(line.split(":", 1) for line in (task / "status").read_text().splitlines())
            except OSError:
                # It has just ended.
                continue
            wakes[status["Name"].strip() + task.name] = int(status["voluntary_ctxt_switches"])
        return memory["Pss:"], memory["Private_Dirty:"], wakes

    def memory_of_all(self):
        """PSS of the daemon and its imaging processes, in MB."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")
        kilobytes = 0
        try:
            for pid in {str(self.process.pid)}.union(*(path.read_text().split() for path in children)):
                rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
                kilobytes += int(rollup.split("Pss:", 1)[1].split()[0])
        except (OSError, IndexError):
            # One has just ended.
            return 0
        return kilobytes / 1024

    def at_rest(self):
        """PSS and private dirty memory in MB between two heartbeats: each uses some code, for a second. What something else
        used, such as a connection that was closed, is given back after the next, at most 15 seconds later."""
        samples = []
        for _ in range(20):
            samples.append(self.figures()[:2])
            time.sleep(1)
        return min(samples)

    def processor_time(self):
        """User and system time in seconds: of the daemon, and of its processes that have ended."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        user, system, of_children_user, of_children_system = map(int, fields[11:15])
        ticks = os.sysconf("SC_CLK_TCK")
        return (user + system) / ticks, (of_children_user + of_children_system) / ticks

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        at = time.monotonic()
        self.process.wait(timeout=10)
        shutil.rmtree(self.home)
        return time.monotonic() - at


class PeakOfAll:
    """The most memory that the daemon and its imaging processes took at any moment of a `with`, in MB."""

    def __init__(self, daemon):
        self.daemon, self.megabytes = daemon, 0
        self.is_done, self.watcher = threading.Event(), threading.Thread(target=self.watch)

    def watch(self):
        # A hundred times a second would take a third of a core from what is measured.
        while not self.is_done.wait(0.1):
            self.megabytes = max(self.megabytes, self.daemon.memory_of_all())

    def __enter__(self):
        self.watcher.start()
        return self

    def __exit__(self, *_):
        self.is_done.set()
        self.watcher.join()


def imaging(programs, job, data):
    """Seconds of a job by itself, and its reply."""
    at = time.monotonic()
    made = subprocess.run([programs / "albumscan-imaging", job], input=data, stdout=subprocess.PIPE, check=True,
                          env={"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}).stdout
    return time.monotonic() - at, made


def imaging_alone(programs, photo, times=5, reads=True):
    """The photo's study, and the reading of its picture, by themselves: what a drop can't be faster than."""
    data, took = photo.read_bytes(), []
    for _ in range(times):
        studied, _ = imaging(programs, "study", data)
        _, picture = imaging(programs, "picture", data)
        read, _ = imaging(programs, "read", picture[picture.find(b"\xff\xd8\xff"):]) if reads else (0, None)
        took.append(studied + read)
    return statistics.median(took)


def artwork_alone(programs, artwork, times=5):
    """The preparation of a page's artwork, and its features, by themselves."""
    data = artwork.read_bytes()
    return statistics.median(
        imaging(programs, "artwork", data)[0] + imaging(programs, "cover", data)[0] for _ in range(times))


def studying_alone(programs, photos):
    """The processor time in seconds that the study of a photo takes by itself, as the daemon has it done: two at a time."""
    def children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    data, before = [photo.read_bytes() for photo in photos], children()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: imaging(programs, "study", each), data * 3))
    return (children() - before) / (3 * len(data))


def rest():
    """Until MusicBrainz may be asked at once, which is a second after a start and after its last request."""
    time.sleep(1.5)


def drop_to_request(programs, services, photos, options):
    print("Drop to first request, 12-megapixel photos renamed into the inbox")
    daemon = Daemon(programs, services.settings)
    took, alone = [], []
    for number, photo in enumerate(photos[:8]):
        alone.append(imaging_alone(programs, photo))
        rest()
        seen = len(services.requests())
        at = daemon.drop(photo, f"drop-{number}.jpg")
        daemon.bundles(number + 1)
        took.append(services.requests()[seen]["at"] - at)
    daemon.stop()
    print(f"  drop to first request, median: {statistics.median(took) * 1000:.0f} ms")
    limit("over study and reading alone", statistics.median(took) / statistics.median(alone), "×", most=1.4)


def critical_path(programs, services, photos, options):
    print("One scan against the services that it waited for: by its words, and by a model")
    waits = {"anthropic": 2000, "musicbrainz": 400, "coverart": 400}
    hold = 2
    for service, milliseconds in waits.items():
        services.slow(service, milliseconds)
    pages, reviews = [], []
    for number, photo in enumerate(photos[:6]):
        by_model = number % 2 == 1
        alone = imaging_alone(programs, photo, reads=not by_model)
        daemon = Daemon(programs, services.settings, ALBUMSCAN_REVIEW_HOLD_SECONDS=str(hold),
                        ALBUMSCAN_IDENTIFICATION_READING="false" if by_model else "true")
        rest()
        seen = len(services.requests())
        at = daemon.drop(photo, f"path-{number}.jpg")
        page = daemon.bundles(1) - at
        review = daemon.reviewed() - at
        made = services.requests()[seen:]
        # One after the other: the photo is studied here, and read here or by a model; the catalog is searched, at its pace;
        # the artwork is fetched and prepared; the label is asked for, and the page is there. After the hold, the review is written.
        first = {request["service"]: request["at"] for request in reversed(made)}
        catalog = [request["at"] for request in made if request["service"] == "musicbrainz"]
        searches = [at for at in catalog if at < first["coverart"]]
        path = alone + (waits["anthropic"] / 1000 if by_model else 0)
        path += searches[-1] - searches[0] + waits["musicbrainz"] / 1000
        (picture,) = (daemon.home / "AlbumScan/done").glob("[!.]*/artwork.jpg")
        covers = sum(request["service"] == "coverart" for request in made)
        artwork = covers * waits["coverart"] / 1000 + artwork_alone(programs, picture)
        # The pace's second counts from when MusicBrainz surely had the last request: from its answer to a connection's first.
        paced = 1 if len(searches) == 1 else 1 - waits["musicbrainz"] / 1000
        labels = len(catalog) - len(searches)
        path += (max(artwork, paced) + waits["musicbrainz"] / 1000) if labels else artwork
        whole = path + hold + waits["anthropic"] / 1000
        print(f"  {'model' if by_model else 'words'}: the page {page:.2f} s, its shortest way {path:.2f} s; "
              f"the review {review:.2f} s, {whole:.2f} s")
        pages.append(page / path)
        reviews.append(review / whole)
        daemon.stop()
    for service in waits:
        services.slow(service, 0)
    limit("page over its shortest way, median", statistics.median(pages), "×", most=1.05)
    limit("review over its shortest way, median", statistics.median(reviews), "×", most=1.05)


def twenty_photos(programs, services, photos, options):
    print("Twenty photos, MusicBrainz at one request a second")
    daemon = Daemon(programs, services.settings, **APART)
    # The daemon waits a second before it asks: another one may have asked just before it started.
    rest()
    seen = len(services.requests())
    with PeakOfAll(daemon) as peak:
        at = [daemon.drop(photos[number % 5], f"many-{number}.jpg") for number in range(20)][0]
        took = daemon.bundles(20) - at
    daemon.stop()
    limit("peak of all processes", peak.megabytes, "MB", most=135)
    asked = [request["at"] for request in services.requests()[seen:] if request["service"] == "musicbrainz"]
    rate = (len(asked) - 1) / (asked[-1] - asked[0])
    print(f"  {len(asked)} requests in {asked[-1] - asked[0]:.1f} s")
    limit("requests a second, of one that is allowed", rate, "", least=0.95)
    limit("and never more", rate, "", most=1.0)
    # The first photo is studied and read before anything is asked; all else happens between the requests.
    bound = imaging_alone(programs, photos[0]) + asked[-1] - asked[0]
    print(f"  {took:.1f} s, their bound {bound:.1f} s")
    limit("wall time over that bound", took / bound, "×", most=1.08)


def burst(programs, services, photos, options):
    count = options.burst
    print(f"{count} photos of a megapixel, of ten albums, at once, the services instant, MusicBrainz a mirror of one's own")
    # A hundred requests a second is the most that can be set.
    own = Services(options.simulator, "--musicbrainz-pace", "10")
    # One message a second, long after the last photo.
    del own.settings["ALBUMSCAN_NOTIFICATIONS_NTFY"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.simulator, "draw", folder, "--photos", "10", "--megapixels", "1"], check=True,
                       stdout=subprocess.DEVNULL)
        small = sorted(pathlib.Path(folder).glob("*.jpg"))
        alone = studying_alone(programs, small)
        daemon = Daemon(programs, own.settings, **APART)
        rest()
        before = daemon.processor_time()
        with PeakOfAll(daemon) as peak:
            at = [daemon.drop(small[number % len(small)], f"burst-{number}.jpg") for number in range(count)][0]
            took = daemon.bundles(count) - at
    own_time, imaging = (after - earlier for after, earlier in zip(daemon.processor_time(), before))
    print(f"  {count / took:.1f} photos a second; processor time a photo: {own_time / count * 1000:.0f} ms of the daemon, "
          f"{imaging / count * 1000:.0f} ms of its imaging processes; its study alone: {alone * 1000:.0f} ms")
    limit("processor time over study alone", (own_time + imaging) / count / alone, "×", most=2.5)
    limit("peak of all processes", peak.megabytes, "MB", most=135)
    # The connections' thread goes to rest a minute after the last transfer.
    time.sleep(65)
    limit("PSS when idle after it", daemon.at_rest()[0], "MB", most=9.5)
    daemon.stop()
    own.stop()


def idle(programs, services, photos, options):
    seconds = options.idle
    print(f"Idle for {seconds} s after a scan")
    daemon = Daemon(programs, services.settings)
    daemon.drop(photos[0], "one.jpg")
    daemon.bundles(1)
    # The connections' thread goes to rest a minute after the last transfer.
    time.sleep(65)
    _, _, before = daemon.figures()
    time.sleep(seconds)
    _, _, after = daemon.figures()
    pss, dirty = daemon.at_rest()
    limit("PSS", pss, "MB", most=9.5)
    limit("private dirty", dirty, "MB", most=6)
    for name, count in sorted(after.items()):
        if count > before.get(name, 0):
            print(f"  thread {name}: {(count - before.get(name, 0)) / seconds:.2f} wake-ups a second")
    limit("gone after SIGTERM", daemon.stop(), "s", most=5)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--programs", type=pathlib.Path, default=CHECKOUT / ".build/release")
    arguments.add_argument("--simulator", type=pathlib.Path, default=CHECKOUT / ".build/release/albumscan-simulator")
    arguments.add_argument("--idle", type=int, default=30, help="seconds")
    arguments.add_argument("--burst", type=int, default=300, help="photos")
    parts = [drop_to_request, critical_path, twenty_photos, burst, idle]
    arguments.add_argument("parts", nargs="*", help="of " + ", ".join(part.__name__ for part in parts))
    options = arguments.parse_args()
    services = Services(options.simulator)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.simulator, "draw", folder, "--photos", "20", "--megapixels", "12"], check=True,
                       stdout=subprocess.DEVNULL)
        photos = sorted(pathlib.Path(folder).glob("*.jpg"))
        try:
            for part in parts:
                if part.__name__ in (options.parts or [part.__name__ for part in parts]):
                    part(options.programs, services, photos, options)
        finally:
            services.stop()
    if BROKEN:
        sys.exit("Broken: " + ", ".join(BROKEN))


if __name__ == "__main__":
    main()
