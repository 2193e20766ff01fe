"""What others want to know of uploads. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from collections.abc import Callable

# A file was not read: the name of an ending of `apart.running`
after_refusal: list[Callable[[str], None]] = []
