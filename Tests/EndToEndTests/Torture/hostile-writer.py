"""Puts symbolic links, hard links, pipes and folders in the place of whatever is made, opened or moved below AlbumScan's
folders, at that moment, and takes them back some time later. Once told to end (SIGTERM), it takes back all of them.

hostile-writer.py SEED ROOT PRIVATE ASIDE TARGET…
ROOT     holds done, unsure, failed, originals, .deleted and inbox
PRIVATE  what links lead to; hard links are made to its files
ASIDE    an empty folder on the same file system, for what was replaced
TARGET   more that links lead to
"""

import ctypes
import os
import random
import select
import signal
import stat
import struct
import sys
import time

seed, root, private, aside, *targets = sys.argv[1:]
chance = random.Random(int(seed))
libc = ctypes.CDLL(None, use_errno=True)
NOREPLACE, EXCHANGE = 1, 2
IN_OPEN, IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVED_TO, IN_CREATE, IN_ISDIR = 0x20, 0x8, 0x4, 0x80, 0x100, 0x40000000
MASK = IN_OPEN | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_CREATE
AT_ONCE = 5  # More, and nothing would ever be done that can be disturbed.

inside = [os.path.join(folder, name) for folder, names, files in os.walk(private) for name in [*names, *files]]
targets += inside + [private]
# A hard link is an accepted way in, of this photo and of what isn't a photo.
linkable = [path for path in inside if os.path.isfile(path) and (path.endswith("/linked.jpg") or ".jpg" not in path)]
theirs = {os.lstat(path).st_ino for path in inside}
planted, active, counts, failures = set(), {}, {}, {}
touched = [root]  # Paths of late, to lead to each other.
number = 0


class Folder:
    """The folder that a path is in, reached without following a link: else it would be us who write outside."""

    def __init__(self, path):
        self.path = os.path.dirname(path)

    def __enter__(self):
        self.number = os.open("/", os.O_PATH | os.O_DIRECTORY)
        for name in self.path.strip("/").split("/"):
            outer = self.number
            try:
                self.number = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
            finally:
                os.close(outer)
        return self.number

    def __exit__(self, *_):
        os.close(self.number)


def rename(old, new, flags):
    names = [os.fsencode(os.path.basename(path)) for path in (old, new)]
    with Folder(old) as first, Folder(new) as second:
        return libc.renameat2(first, names[0], second, names[1], flags) == 0


def inode(path):
    try:
        with Folder(path) as folder:
            return os.lstat(os.path.basename(path), dir_fd=folder).st_ino
    except OSError:
        return None


def new_name():
    global number
    number += 1
    return os.path.join(aside, str(number))


def link(path, place):
    """Makes a link that leads to its target from where it will be moved to."""
    target = chance.choice(targets if chance.random() < 0.8 else touched)
    os.symlink(target if chance.random() < 0.5 else os.path.relpath(target, os.path.dirname(place)), path)


def plant(kind, place):
    path = new_name()
    if kind == "link":
        link(path, place)
    elif kind == "hard link":
        os.link(chance.choice(linkable), path)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        os.mkdir(path)
        for name in chance.sample(["index.html", "album.json", "artwork.jpg", "art", ".albumscan-9.tmp", "mine"], 3):
            link(os.path.join(path, name), os.path.join(place, name))
        os.link(chance.choice(linkable), os.path.join(path, "theirs.jpg"))
    if kind != "hard link":
        planted.add(inode(path))
    return path


def attack(path):
    if path in active or len(active) >= AT_ONCE:
        return
    kind = chance.choices(["link", "hard link", "pipe", "folder"], [6, 2, 1, 1])[0]
    mine = plant(kind, path)
    number = inode(mine)
    if rename(mine, path, EXCHANGE):
        active[path] = (mine, number, time.monotonic() + chance.choice([0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]))
        counts[kind] = counts.get(kind, 0) + 1
    else:
        remove(mine)


def take_back(path):
    """Fails while a folder above is replaced, too."""
    original, number, _ = active[path]
    with Folder(path):
        pass
    if inode(path) == number:
        # What is at `original` then is ours, unless somebody was quicker.
        if rename(original, path, EXCHANGE) and inode(original) == number:
            remove(original)
    else:
        # Gone, or somebody else's by now.
        rename(original, path, NOREPLACE)
    del active[path]
    failures.pop(path, None)


def take_back_later(path):
    """The same, once it can be done; what lies in a folder that is gone for good is never put back."""
    try:
        take_back(path)
    except OSError:
        original, number, until = active[path]
        active[path] = (original, number, time.monotonic() + 0.1)
        failures[path] = failures.get(path, 0) + 1
        if failures[path] > 50:
            del active[path], failures[path]


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        for name in os.listdir(path):
            remove(os.path.join(path, name))
        os.rmdir(path)
    else:
        os.unlink(path)


def tidy(folder):
    """All that is left of ours, wherever it was moved to."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        facts = os.lstat(path)
        if stat.S_ISDIR(facts.st_mode):
            if facts.st_ino in planted and os.path.exists(os.path.join(path, "theirs.jpg")):
                remove(path)
            else:
                tidy(path)
        elif stat.S_ISLNK(facts.st_mode) or stat.S_ISFIFO(facts.st_mode) or facts.st_ino in theirs:
            os.unlink(path)


watches, descriptor = {}, libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)


def watch(folder):
    if os.path.islink(folder):
        return
    number = libc.inotify_add_watch(descriptor, os.fsencode(folder), MASK | 0x01000000 | 0x02000000)  # a folder, no link
    if number >= 0:
        watches[number] = folder
        for entry in os.scandir(folder):
            if entry.is_dir(follow_symlinks=False):
                watch(entry.path)


def victims(path):
    """The path and the folders above it, but neither the root nor an inbox, which its owner may have as a link."""
    while path not in (root, os.path.join(root, "inbox")) and len(path) > len(root):
        yield path
        path = os.path.dirname(path)


def events():
    try:
        data = os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return
    while data:
        number, mask, _, length = struct.unpack_from("iIII", data)
        name, data = data[16 : 16 + length].rstrip(b"\0"), data[16 + length :]
        if number in watches:
            yield mask, os.path.join(watches[number], os.fsdecode(name)) if name else watches[number]


ending, boldness, change = [], 0, 0
signal.signal(signal.SIGTERM, lambda *_: ending.append(True))
watch(root)
while not ending:
    if time.monotonic() >= change:
        # Now and then, something comes to its end.
        boldness, change = chance.choice([0.01, 0.05, 0.3]), time.monotonic() + 0.5
    wait = min([until for _, _, until in active.values()], default=time.monotonic() + 0.2) - time.monotonic()
    select.select([descriptor], [], [], max(0, min(wait, 0.2)))
    for mask, path in list(events()):
        touched = touched[-20:] + [path]
        try:
            if mask & IN_ISDIR and mask & (IN_CREATE | IN_MOVED_TO):
                watch(path)
            if chance.random() < boldness:
                attack(chance.choice(list(victims(path)) or [os.path.join(root, "done")]))
        except OSError:
            pass  # Somebody was quicker.
    for path in [path for path, (_, _, until) in active.items() if until <= time.monotonic()]:
        take_back_later(path)
while active:
    # The last one first: it may be a folder above the others.
    for path in reversed(list(active)):
        take_back_later(path)
tidy(root)
print(", ".join(f"{count} × {kind}" for kind, count in sorted(counts.items())), file=sys.stderr)
