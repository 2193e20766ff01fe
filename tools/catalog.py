"""Catalogs of a language: sorted and without dates or line numbers, so that two branches merge. Needs Babel."""

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale

from tools.texts import Text

Key = tuple[str | None, str]

HEADER: Final = """# {name} texts of dokoclub. Written by `python -m tools.translations`; see CONTRIBUTING.md.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {language}\\n"
"Plural-Forms: {plural_forms};\\n"

"""
PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def get_path(root: Path, language: str) -> Path:
    """Return the place where Django looks for the texts of a language: `zh-hans` has those in `zh_Hans`."""
    return root / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def english_name(language: str) -> str:
    """Return the English name of a language, such as `German`."""
    return str(Locale.parse(to_locale(language)).english_name)


def read_catalog(path: Path) -> Catalog:
    """Read a catalog; empty if there is none yet. Its language is that of the folder."""
    locale = path.parent.parent.name
    if not path.exists():
        return Catalog(locale=locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale, charset="utf-8")


def write_catalog(catalog: Catalog, path: Path) -> None:
    """Write the catalog and, next to it, its compiled form for the server (.mo)."""
    out = BytesIO()
    write_po(out, catalog, width=0, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_header(catalog).encode() + out.getvalue())
    path.with_suffix(".mo").write_bytes(compile_catalog(path))


def _header(catalog: Catalog) -> str:
    locale = str(catalog.locale)
    return HEADER.format(name=english_name(locale), language=locale, plural_forms=catalog.plural_forms.rstrip(";"))


def compile_catalog(path: Path) -> bytes:
    catalog = read_catalog(path)
    catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def list_messages(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def get_key(message: Message) -> Key:
    return message.context, _parts(message.id)[0]


def update_catalog(catalog: Catalog, texts: Mapping[Key, Text], elsewhere: set[Key] | None) -> None:
    """Give every text its place; existing translations stay.
    Other texts stay only if packages use them; None: all stay.
    """
    wanted = Catalog(locale=catalog.locale)
    for message in list_messages(catalog):
        if elsewhere is None or get_key(message) in elsewhere:
            wanted.add(message.id, context=message.context)
    for text in texts.values():
        wanted.delete(text.one, text.context)
        wanted.add((text.one, text.many) if text.many else text.one, context=text.context)
    catalog.update(wanted, no_fuzzy_matching=True)
    catalog.obsolete.clear()


def put_text(catalog: Catalog, text: Text, translation: str | list[str] | tuple[str, ...]) -> None:
    """Enter a translation. A text with a plural has as many forms as the language has."""
    catalog.delete(text.one, text.context)
    string = tuple(translation) if isinstance(translation, list) else translation
    if text.many:
        catalog.add((text.one, text.many), string or ("",) * catalog.num_plurals, context=text.context)
    else:
        catalog.add(text.one, string, context=text.context)


def texts_of_packages(folders: Iterable[Path], language: str) -> set[Key]:
    """Return the texts that Django and other packages translate: our catalog may have better translations."""
    found: set[Key] = set()
    for folder in folders:
        for path in sorted(folder.glob(f"{to_locale(language)}/LC_MESSAGES/django.mo")):
            found |= _keys_of_mo(path.read_bytes())
    return found


def list_problems(path: Path, texts: dict[Key, Text], elsewhere: set[Key]) -> Iterator[str]:
    """Yield the problems of a catalog that readers would notice, one sentence each."""
    catalog = read_catalog(path)
    by_key = {get_key(message): message for message in list_messages(catalog)}
    for place, text in sorted(texts.items(), key=lambda item: (item[0][1], item[0][0] or "")):
        yield from _gaps(text, by_key.get(place))
    for place, message in by_key.items():
        if place not in texts and place not in elsewhere:
            yield f"not used any more: {place[1]!r}"
        yield from _flaws(message)
    yield from (f"not used any more: {_parts(message.id)[0]!r}" for message in catalog.obsolete.values())
    if path.exists() and not is_current(path):
        yield f"{path.with_suffix('.mo').name} is older than {path.name}"


def is_current(path: Path) -> bool:
    """Return whether the server's compiled catalog agrees with the source."""
    stored = path.with_suffix(".mo")
    return stored.exists() and _texts_of_mo(stored.read_bytes()) == _texts_of_mo(compile_catalog(path))


def _gaps(text: Text, message: Message | None) -> Iterator[str]:
    if message is None or not all(_strings(message)):
        yield f"missing: {text.one!r}"
    elif text.many and not isinstance(message.id, tuple):
        yield f"missing plural: {text.one!r}"


def _flaws(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield f"marked fuzzy: {get_key(message)[1]!r}"
    if all(_strings(message)) and not _placeholders_agree(message):
        yield f"other placeholders than the English text: {get_key(message)[1]!r}"


def _parts(value: object) -> tuple[str, ...]:
    return tuple(str(part) for part in value) if isinstance(value, tuple | list) else (str(value),)


def _strings(message: Message) -> tuple[str, ...]:
    return _parts(message.string or "")


def _placeholders_agree(message: Message) -> bool:
    """Return whether each form uses the placeholders of the English plural.
    If there are several forms, that for one may leave the number out.
    """
    wanted = set(PLACEHOLDER.findall(_parts(message.id)[-1]))
    first, *others = (set(PLACEHOLDER.findall(string)) for string in _strings(message))
    if others:
        return all(form == wanted for form in others) and first <= wanted and len(wanted - first) <= 1
    return first == wanted


def _texts_of_mo(content: bytes) -> dict[object, str]:
    found = dict(gettext.GNUTranslations(BytesIO(content))._catalog)  # type: ignore[attr-defined]
    found.pop("", None)
    return found


def _keys_of_mo(content: bytes) -> set[Key]:
    found: set[Key] = set()
    for entry in _texts_of_mo(content):
        text = entry[0] if isinstance(entry, tuple) else str(entry)
        context, mark, one = text.rpartition("\x04")
        found.add((context if mark else None, one))
    return found
