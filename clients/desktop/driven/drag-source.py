"""A window of another program, out of which files are dragged.

    python3 drag-source.py FILE...
"""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

addresses = [pathlib.Path(name).resolve().as_uri() for name in sys.argv[1:]]

place = Gtk.EventBox()
place.add(Gtk.Label(label="\n".join(pathlib.Path(name).name for name in sys.argv[1:])))
place.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
place.drag_source_add_uri_targets()
place.connect("drag-data-get", lambda _place, _context, data, _kind, _time: data.set_uris(addresses))

window = Gtk.Window(title="Files to drag")
window.set_default_size(160, 120)
window.set_keep_above(True)
window.add(place)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
