"""What do people call an entry of a registry of `scoring`? It carries its English words; a catalog has the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, cast

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext

CONTEXT_ENDS: Final = "\x04"  # in a text marked by `say_in`


class Named(Protocol):
    """A solo, an extra, a preset, a method …"""

    @property
    def name(self) -> str: ...


class NamedShort(Named, Protocol):
    """`short`: on a button; empty where it is the name."""

    @property
    def short(self) -> str: ...


def translate_text(text: str) -> str:
    """A text that `scoring` has marked, in the reader's language."""
    return gettext(text).rpartition(CONTEXT_ENDS)[2]


def name_of(entry: Named) -> str:
    """`Damensolo`."""
    return translate_text(entry.name)


def short_of(entry: NamedShort) -> str:
    """`Damen`."""
    return translate_text(entry.short or entry.name)


def names_of(registry: Mapping[str, Named]) -> dict[str, Promise]:
    """By key, each found only when it is shown: for what is made before there is a reader."""
    return {key: cast(Promise, _lazy_name(entry)) for key, entry in registry.items()}


def translate_texts(texts: Mapping[str, str]) -> dict[str, Promise]:
    """Texts that `scoring` has marked, by key, in the language of the moment when they are shown."""
    return {key: cast(Promise, _lazy_text(text)) for key, text in texts.items()}


_lazy_name = lazy(name_of, str)
_lazy_text = lazy(translate_text, str)
