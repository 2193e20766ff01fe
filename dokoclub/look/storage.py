"""Static files for earnest: compressed, and named by their content, also where one script imports another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from dokoclub.look import stripping
from dokoclub.look.stripping import strip_script

PARTS: Final = (__file__, stripping.__file__)  # what decides how files come out (operations/statics.py)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """`import … from "./value.js";` gets the name with the hash too, so that no phone mixes old scripts with new ones.

    Django can do it for all scripts or none, and those of others import what is not there: here only for our own. What
    phones get of those has no remarks and no indents.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _imports))

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        stripped = {name: (Stripped(storage), path) for name, (storage, path) in paths.items() if is_own_script(name)}
        yield from super().post_process(paths | stripped, dry_run, **options)


class Stripped(NamedTuple):
    """Where scripts come from, without what only their readers need."""

    storage: Storage

    def open(self, path: str) -> ContentFile[bytes]:
        with self.storage.open(path) as file:
            return ContentFile(strip_script(file.read().decode()).encode())


def is_own_script(name: str) -> bool:
    return name.startswith("js/") and name.endswith(".js")
