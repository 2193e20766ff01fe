"""Production static files: compressed, minified and content-hashed, also where one script imports another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from hashlib import md5, sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, ManifestStaticFilesStorage, staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

LENGTH: Final = 12  # as in Django's hashed names
# After these words and after most signs a slash begins a regular expression; after any other name it divides.
_WORDS: Final = frozenset({
    "await", "case", "default", "delete", "do", "else", "export", "in", "instanceof", "new", "of", "return", "throw",
    "typeof", "void", "yield",
})  # fmt: skip
_TOKEN: Final = re.compile(
    r"""
    (?P<blank>[\ \t]+)
    | (?P<line>\r?\n)
    | (?P<remark>//[^\n]*|/\*.*?\*/)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<name>[\w$\#]+)
    | (?P<sign>[^\s\w])
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX: Final = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?P<end>`|\$\{)", re.DOTALL)
_TIGHT: Final = frozenset("{}()[];,:?=<>&|!")  # no blank is needed next to these
Strip = Callable[[str], str]
PARTS: Final = (__file__,)  # what its output depends on (core/static_files.py)


def hash_of_script(name: str) -> str:
    """Return the 12 digits in the name of the collected file.

    Where no files are collected, return the hash of the source file.
    """
    if isinstance(staticfiles_storage, ManifestFilesMixin) and name in staticfiles_storage.hashed_files:
        return str(staticfiles_storage.hashed_files[name]).rsplit(".", 2)[1]
    path = finders.find(name)
    return _hash_of_file(Path(path), Path(path).stat().st_mtime_ns) if path else ""


@lru_cache(maxsize=8)
def _hash_of_file(path: Path, _changed: int) -> str:
    return md5(path.read_bytes(), usedforsecurity=False).hexdigest()[:LENGTH]


class Unclear(ValueError):
    """A script that cannot be parsed unambiguously."""


class _Piece(NamedTuple):
    kind: str  # a group of _TOKEN, or "regex" or "template"
    text: str


def strip_script(source: str) -> str:
    """Return the script without comments and needless blanks. Raises Unclear, with the line number."""
    lines: list[list[_Piece]] = [[]]
    for piece in _read(source):
        if piece.kind == "line" or (piece.kind == "remark" and "\n" in piece.text):
            lines.append([])
        elif piece.kind == "remark":
            lines[-1].append(_Piece("blank", " "))
        else:
            lines[-1].append(piece)
    return "".join(f"{text}\n" for line in lines if (text := _join(line)))


def _join(line: list[_Piece]) -> str:
    """Drop a blank next to a sign that cannot merge with its neighbour."""
    told: list[str] = []
    is_apart = False
    for kind, text in line:
        if kind == "blank":
            is_apart = bool(told)
            continue
        if is_apart and not (told[-1][-1] in _TIGHT or text[0] in _TIGHT):
            told.append(" ")
        told.append(text)
        is_apart = False
    return "".join(told)


def _read(source: str) -> list[_Piece]:
    found: list[_Piece] = []
    depths: list[int] = []  # of the braces inside each template that is open
    place, before = 0, ""  # `before`: the last token that is neither blank nor comment
    while place < len(source):
        if source[place] == "`" or (depths and depths[-1] == 0 and source[place] == "}"):
            match = _TEMPLATE.match(source, place + 1)
            if match is None:
                raise Unclear(_at(source, place, "a template without an end"))
            if source[place] == "}":
                depths.pop()
            if match["end"] == "${":
                depths.append(0)
            piece = _Piece("template", source[place : match.end()])
            before = "${" if match["end"] == "${" else "`"
        else:
            piece = _next(source, place, before)
            if depths and piece.text in "{}":
                depths[-1] += 1 if piece.text == "{" else -1
            before = _behind(before, found[-1] if found else None, piece)
        found.append(piece)
        place += len(piece.text)
    if depths:
        raise Unclear(_at(source, place, "a template without an end"))
    return found


def _next(source: str, place: int, before: str) -> _Piece:
    match = _TOKEN.match(source, place)
    if match is None:
        raise Unclear(_at(source, place, "unknown"))
    kind, text = str(match.lastgroup), match[0]
    if text in ('"', "'") or (text == "/" and source.startswith("/*", place)):
        raise Unclear(_at(source, place, "without an end"))
    if text == "/" and _is_regex(source, place, before):
        regex = _REGEX.match(source, place)
        if regex is None:
            raise Unclear(_at(source, place, "a regular expression without an end"))
        return _Piece("regex", regex[0])
    return _Piece(kind, text)


def _behind(before: str, last: _Piece | None, piece: _Piece) -> str:
    """Return the token by which to judge a following slash.

    `++` is one sign, and a name after a dot is not a keyword.
    """
    if piece.kind in ("blank", "line", "remark"):
        return before
    is_twice = piece.text in ("+", "-") and last is not None and last.text == piece.text
    return piece.text * 2 if is_twice else f".{piece.text}" if before == "." and piece.kind == "name" else piece.text


def _is_regex(source: str, place: int, before: str) -> bool:
    """Return whether a slash begins a regular expression.

    After a closing bracket this is clear only if a blank follows, as in every division here.
    """
    divides = source.startswith(("/ ", "/= "), place)
    if before in ("++", "--") or (before in (")", "}") and not divides):
        raise Unclear(_at(source, place, "a slash that divides, or begins a regular expression"))
    if before in (")", "}", "]", "`") or before[:1] in ("'", '"') or (before[:1] == "/" and len(before) > 1):
        return False
    return not before or before in _WORDS or not re.match(r"\.?[\w$#]", before)


def _at(source: str, place: int, what: str) -> str:
    return f"line {source.count(chr(10), 0, place) + 1}: {what}"


_OF_STYLE: Final = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<remark>/\*.*?\*/)|\n\s*""", re.VERBOSE | re.DOTALL
)


def strip_style(source: str) -> str:
    """Return the style sheet without comments and indents; line breaks remain."""
    return _OF_STYLE.sub(lambda found: found["text"] or (" " if found["remark"] else "\n"), source)


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Storage that also hashes imported names: `import … from "./entry/game.js";`, so no phone mixes script versions.

    Django can do it for all scripts or none, and third-party scripts import files that do not exist, so it is limited
    to our own. Our scripts and style sheets are served without comments and indents.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _imports))
    max_post_process_passes = 30  # one for each script in the longest chain of imports, which has eight

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        own = {name: (strip, *found) for name, found in paths.items() if (strip := find_strip(name))}
        # Django reads each file in every pass; stripping it again took most of the time of a first start.
        stripped = {name: (Stripped(storage, cache(strip)), path) for name, (strip, storage, path) in own.items()}
        yield from super().post_process(paths | stripped, dry_run, **options)


class Stripped(NamedTuple):
    """A source of scripts and style sheets that removes comments and indents on reading."""

    storage: Storage
    strip: Strip

    def open(self, path: str) -> ContentFile[bytes]:
        with self.storage.open(path) as file:
            return ContentFile(self.strip(file.read().decode()).encode())


def find_strip(name: str) -> Strip | None:
    """Return the function that minifies a file of ours; None for third-party files and pictures."""
    if name.startswith("js/") and name.endswith(".js"):
        return strip_script
    return strip_style if name.startswith("css/") and name.endswith(".css") else None


STAMP: Final = "collected"  # in STATIC_ROOT: digest of the collected files
MADE_WITH: Final = ("Django", "whitenoise", "Brotli")


def collect_static() -> bool:
    """Run `collectstatic`, unless the same files were already collected the same way; return True if it ran.

    Files used by older pages stay.
    """
    stamp, wanted = Path(settings.STATIC_ROOT) / STAMP, _digest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and _are_all_there():
        return False
    call_command("collectstatic", "--no-input", "--verbosity=0")
    stamp.write_text(wanted, encoding="utf-8")
    return True


def _are_all_there() -> bool:
    """Return True if all files exist: somebody may have cleaned up the folder."""
    named = ManifestStaticFilesStorage().hashed_files
    return bool(named) and all((Path(settings.STATIC_ROOT) / name).exists() for name in named.values())


def _digest() -> str:
    """Return a digest of all files to collect, and of the code that compresses them."""
    found = sha256()
    for piece in _pieces():
        found.update(sha256(piece).digest())
    return found.hexdigest()


def _pieces() -> Iterator[bytes]:
    storage_of_ours = import_module(settings.STORAGES["staticfiles"]["BACKEND"].rpartition(".")[0])
    for path in getattr(storage_of_ours, "PARTS", (storage_of_ours.__file__,)):
        yield Path(str(path)).read_bytes()
    for package in MADE_WITH:
        yield version(package).encode()
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            yield path.encode()
            with storage.open(path) as file:
                yield file.read()
