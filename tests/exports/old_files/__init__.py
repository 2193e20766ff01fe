"""Files as clubs have them; each module adds its kinds to `MADE`."""

from tests.exports.old_files import left_out, one_evening, seasons, several_evenings
from tests.exports.old_files.paper import MADE, OldFile, Paper

__all__ = ["MADE", "OldFile", "Paper", "left_out", "one_evening", "seasons", "several_evenings"]
