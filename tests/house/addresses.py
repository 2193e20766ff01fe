"""Every address that the site has."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def addresses() -> Iterator[tuple[str, list[str]]]:
    """Every address of the site with the names of what has to be filled in."""
    yield from _walk(get_resolver().url_patterns, (), ())


def _walk(
    patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...], gaps: tuple[str, ...]
) -> Iterator[tuple[str, list[str]]]:
    for pattern in patterns:
        inside = (*gaps, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            named = (pattern.namespace,) if pattern.namespace else ()
            yield from _walk(pattern.url_patterns, (*spaces, *named), inside)
        else:
            yield ":".join((*spaces, str(pattern.name))), list(inside)
