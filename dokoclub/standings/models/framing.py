"""Which pages elsewhere may show the club's table inside them: origins, as browsers know them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

MOST_ORIGINS: Final = 5
LONGEST_ADDRESS: Final = 255  # characters
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN: Final = re.compile(rf"https://(?:{_LABEL}\.)+{_LABEL}(?::[1-9]\d{{0,4}})?", re.ASCII)


def is_origin(text: object) -> bool:
    """`https://www.example.org`, in lower case, with a port only where it is another than 443; nothing behind it."""
    if not isinstance(text, str) or len(text) > LONGEST_ADDRESS or not _ORIGIN.fullmatch(text):
        return False
    port = urlsplit(text).netloc.partition(":")[2]
    return not port or (int(port) <= 65535 and port != "443")


def are_origins(some: object) -> bool:
    """So many at most, none of them twice."""
    if not isinstance(some, list) or len(some) > MOST_ORIGINS:
        return False
    return all(map(is_origin, some)) and len({*some}) == len(some)


def origin_of(address: str) -> str | None:
    """The origin of an address as people copy it, with umlauts and a path; None where there is none by https."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").encode("idna").decode().lower()
        port = parts.port
    except ValueError:  # also what idna cannot write
        return None
    if parts.username is not None or parts.password is not None:
        return None
    found = f"{parts.scheme}://{host}" + ("" if port in (None, 443) else f":{port}")
    return found if is_origin(found) else None
