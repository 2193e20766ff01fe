"""What the apps do when the install is operated. `dokoclub/wiring.py` fills the lists."""

from collections.abc import Callable

# After a backup was restored
after_restore: list[Callable[[], None]] = []
