"""The code that a banking app reads, line by line in the EPC069-12 format."""

from __future__ import annotations

import pytest

from dokoclub.settlement.presenters.girocode import draw_girocode
from tests.settlement.decoder import read_qr

IBAN = "DE89370400440532013000"


def lines(**facts: object) -> list[str]:
    about = {"holder": "Anna Müller", "iban": IBAN, "cents": 240, "purpose": "Doppelkopf", **facts}
    [text] = read_qr(f"<p>{draw_girocode(**about)}</p>")  # type: ignore[arg-type]
    return text.split("\n")


def test_a_decoder_reads_recipient_amount_and_purpose() -> None:
    assert lines(purpose="Doppelkopf Linde, 12. März 2026") == [
        "BCD",
        "002",
        "1",
        "SCT",
        "",
        "Anna Müller",
        IBAN,
        "EUR2.4",
        "",
        "",
        "Doppelkopf Linde, 12. März 2026",
    ]


@pytest.mark.parametrize(("cents", "amount"), [(1, "0.01"), (100, "1"), (1005, "10.05"), (123456, "1234.56")])
def test_the_amount_is_exact(cents: int, amount: str) -> None:
    assert lines(cents=cents)[7] == f"EUR{amount}"


def test_at_its_longest_it_is_cut_and_still_read() -> None:
    text = lines(holder="Ä" * 70, iban="MT84MALT011000012345MTLCAST001S", cents=99_999_999_999, purpose="ẞ" * 200)
    assert text[5] == "Ä" * 62
    assert text[7] == "EUR999999999.99"
    assert text[-1] == "ẞ" * 46
    assert sum(len(line.encode()) + 1 for line in text) - 1 <= 331


def test_a_longer_purpose_is_cut() -> None:
    assert lines(purpose="x" * 200)[-1] == "x" * 140


@pytest.mark.parametrize(
    ("purpose", "read"),
    [
        ("Familienabend 👨‍👩‍👧 · Linde", "Familienabend - Linde"),
        ("♣ Doppelkopf – „Linde“ ♥", "Doppelkopf - 'Linde'"),
        ("Łódź Çelik Größe 5 €", "Łódź Çelik Größe 5 EUR"),
        ("🏴‍☠️", "dokoclub"),
    ],
)
def test_a_purpose_holds_what_banks_take(purpose: str, read: str) -> None:
    assert lines(purpose=purpose)[-1] == read


def test_a_holder_is_never_left_out() -> None:
    assert lines(holder="Anna 👨‍🍳 Müller")[5] == "Anna Müller"
    assert lines(holder="Игорь")[5] == "Игорь"
