"""The lively data of the style page."""

from datetime import UTC, date, datetime

from django.utils.translation import gettext as _

from . import sample_evening
from .numbers import euro
from .parts import Bar, Duel, Payment
from .sample_form import SampleForm


def everything() -> dict[str, object]:
    """The context of look/style.html."""
    entry = sample_evening.normal()
    return {
        "states": list(sample_evening.STATES),
        "sheet": sample_evening.sheet(),
        "entry": entry,
        "solos": sample_evening.solos(),
        "periods": periods(),
        "standing": standing(),
        "payments": payments(),
        "bars": [
            Bar(name="Anna", number=31, share=100),
            Bar(name="Ben", number=24, share=77),
            Bar(name="Cleo", number=9, share=29),
        ],
        "names": sample_evening.NAMES,
        "duels": duels(),
        "day": date(2026, 11, 20),
        "moment": datetime(2026, 11, 20, 20, 47, tzinfo=UTC),
        "form": SampleForm(),
        "wrong_form": SampleForm({"wrong-stake": "-3", "wrong-note": "x" * 300}, prefix="wrong"),
    }


def periods() -> list[tuple[str, bool]]:
    return [(_("Month"), True), (_("Year"), False), (_("Season"), False)]


def standing() -> list[dict[str, object]]:
    """A league table: moved up, down, not at all, and one who has not played enough."""
    lines = [
        ("Anna", 1, 61, 3.02, 184, ""),
        ("Friederike", -1, 58, 2.43, 141, ""),
        ("Ben", 2, 46, 2.11, 97, ""),
        ("Cleo", 0, 60, 0.37, 22, ""),
        ("Dora", -2, 57, -0.32, -18, ""),
        ("Karl-Heinz", 0, 62, -3.0, -186, ""),
        ("Jürgen-Maria", 0, 13, -2.0, -26, _("1 more evening needed")),
    ]
    keys = ("name", "moved", "games", "mean", "points", "lacks")
    return [dict(zip(keys, line, strict=True)) for line in lines]


def payments() -> list[Payment]:
    return [
        Payment(
            payer="Karl-Heinz",
            payee="Anna",
            amount=euro(315),
            key="1",
            paid=True,
            note=_("paid: Friday, 21:47, Cleo"),
            take_back="#",
        ),
        Payment(
            payer="Karl-Heinz",
            payee="Ben",
            amount=euro(125),
            key="2",
            because=[f"Ben: +25 × {euro(5)} = {euro(125)}"],
            pay="#",
        ),
        Payment(payer="Cleo", payee="Ben", amount=euro(85), key="3"),
    ]


def duels() -> list[tuple[str, list[Duel]]]:
    """Points that the one in the row won together with the one in the column."""
    numbers = ((None, 24, -7, 0), (24, None, 11, -16), (-7, 11, None, 3), (0, -16, 3, None))
    rows = zip(sample_evening.NAMES, numbers, strict=True)
    return [(name, [Duel(points=number) for number in line]) for name, line in rows]
