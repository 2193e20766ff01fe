"""The beginning of an evening as a phone sends it that had no network, from JSON.

{"format": 1, "key": UUID, "account": 6, "at": "2026-11-22T20:11:05Z", "now": "2026-11-22T23:40:02Z",
 "players": ["4", "guest:UUID"], "first_dealer": "4", "guests": [{"uuid": …, "name": "Emil"}], "rules": 3,
 "length_kind": "games", "length": 24}
"""

from __future__ import annotations

from dokoclub.evenings.forms.ops import (
    FORMAT,
    Unreadable,
    load_object,
    read_guests,
    read_moment,
    read_names,
    read_new_uuid,
    read_number,
    read_text,
)
from dokoclub.evenings.services.begun import Begun


def read_begun(body: bytes) -> Begun:
    """Raises Unreadable; whatever it holds beside what is told above is left alone."""
    raw = load_object(body, "beginning")
    key = read_new_uuid(raw, "key")
    if raw.get("format") != FORMAT or type(raw["format"]) is not int:
        raise Unreadable("format")
    account, length = raw.get("account"), raw.get("length")
    return Begun(
        key=key,
        account=None if account is None else read_number(account, "account", 1),
        at=read_moment(raw.get("at")),
        sent=read_moment(raw.get("now")),
        players=read_names(raw, "players"),
        first_dealer=read_text(raw.get("first_dealer"), "first_dealer"),
        guests=read_guests(raw),
        rules=read_number(raw.get("rules"), "rules", 1),
        length_kind=read_text(raw.get("length_kind"), "length_kind"),
        length=None if length is None else read_number(length, "length", 1),
    )
