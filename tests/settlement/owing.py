"""Debts between two players, for tests: the pair, its button, and the payment."""

from __future__ import annotations

from uuid import UUID

from dokoclub.settlement.models import Payment
from dokoclub.settlement.presenters.owing_texts import format_pair
from dokoclub.settlement.selectors.owing import Pair, get_overview
from dokoclub.settlement.services.payments import net_two
from tests.cast import Cast
from tests.settlement.purse import a_key

AGAINST = {"Anna": -2, "Ben": 2, "Cleo": -2, "Dora": 2}  # next to the usual: Anna +3, Ben +1, Cleo −1, Dora −3


def sentences(cast: Cast) -> list[str]:
    return [format_pair(pair).replace("\xa0", " ") for pair in get_overview(cast.club).pairs]


def pair_of(cast: Cast, one: str, other: str) -> Pair:
    found = get_overview(cast.club).between(cast.players[one].pk, cast.players[other].pk)
    assert found is not None
    return found


def net(cast: Cast, one: str, other: str, *, stamp: str = "", key: UUID | None = None) -> Payment:
    pair = pair_of(cast, one, other) if not stamp else None
    return net_two(
        cast.club,
        cast.players[one].pk,
        cast.players[other].pk,
        stamp=stamp or (pair.stamp if pair else ""),
        key=key or a_key(),
        by=cast.cleo,
    )


def url(cast: Cast, page: str = "") -> str:
    return f"/clubs/{cast.club.pk}/money/{page}"


def button(cast: Cast, one: str, other: str) -> dict[str, str]:
    """Return the fields that the button of two players sends."""
    stamp = pair_of(cast, one, other).stamp
    return {
        "one": str(cast.players[one].pk),
        "other": str(cast.players[other].pk),
        "stamp": stamp,
        "key": str(a_key()),
    }
