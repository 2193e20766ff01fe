"""Static files for earnest: compressed, and named by their content, also where one script imports another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from dokoclub.look import stripping
from dokoclub.look.stripping import strip_script, strip_style

Strip = Callable[[str], str]
PARTS: Final = (__file__, stripping.__file__)  # what decides how files come out (operations/collect_static.py)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """`import … from "./game.js";` gets the name with the hash too, so that no phone mixes old scripts with new ones.

    Django can do it for all scripts or none, and those of others import what is not there: here only for our own. What
    phones get of those, and of our style sheets, has no remarks and no indents.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _imports))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        own = {name: (strip, *found) for name, found in paths.items() if (strip := find_strip(name))}
        stripped = {name: (Stripped(storage, strip), path) for name, (strip, storage, path) in own.items()}
        yield from super().post_process(paths | stripped, dry_run, **options)


class Stripped(NamedTuple):
    """Where scripts and style sheets come from, without what only their readers need."""

    storage: Storage
    strip: Strip

    def open(self, path: str) -> ContentFile[bytes]:
        with self.storage.open(path) as file:
            return ContentFile(self.strip(file.read().decode()).encode())


def find_strip(name: str) -> Strip | None:
    """How a file of ours is made shorter; None for those of others, and for pictures."""
    if name.startswith("js/") and name.endswith(".js"):
        return strip_script
    return strip_style if name.startswith("css/") and name.endswith(".css") else None
