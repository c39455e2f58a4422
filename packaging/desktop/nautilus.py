"""A menu entry for photos in Nautilus (python3-nautilus): Scan with AlbumScan. A notification shows the result."""

from gi.repository import Gio, GObject, Nautilus

PHOTOS = ("image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "image/avif", "image/gif")


class ScanWithAlbumScan(GObject.GObject, Nautilus.MenuProvider):
    # Nautilus 43 and later give the files alone, earlier ones a window before them.
    def get_file_items(self, *arguments):
        files = arguments[-1]
        paths = [file.get_location().get_path() for file in files if file.get_mime_type() in PHOTOS]
        if not paths or len(paths) != len(files) or None in paths:
            return []
        item = Nautilus.MenuItem(name="AlbumScan::scan", label="Scan with AlbumScan")
        item.connect("activate", lambda _: Gio.Subprocess.new(["albumscanctl", "scan", "--", *paths], Gio.SubprocessFlags.NONE))
        return [item]
