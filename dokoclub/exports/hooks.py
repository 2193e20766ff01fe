"""Hooks for uploads. `dokoclub/wiring.py` fills the lists; this module imports no other app."""

from collections.abc import Callable

# Called when a file was not read, with the outcome's name from `sandbox/process.py`.
after_refusal: list[Callable[[str], None]] = []
