"""IBAN checks: examples of the IBAN registry, and every kind of error."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from dokoclub.settlement.models.bank import LENGTHS, LONGEST, clean_iban, group_iban

GERMAN = "DE89370400440532013000"
# One from each country with an example in the registry and a rare length or with letters.
PRINTED = [
    "AT61 1904 3002 3457 3201",
    "BE68 5390 0754 7034",
    "CH93 0076 2011 6238 5295 7",
    "DE89 3704 0044 0532 0130 00",
    "ES91 2100 0418 4502 0005 1332",
    "FR14 2004 1010 0505 0001 3M02 606",
    "GB29 NWBK 6016 1331 9268 19",
    "IT60 X054 2811 1010 0000 0123 456",
    "LU28 0019 4006 4475 0000",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "NL91 ABNA 0417 1643 00",
    "NO93 8601 1117 947",
    "PL61 1090 1014 0000 0712 1981 2874",
]


@pytest.mark.parametrize("printed", PRINTED)
def test_it_is_read_as_it_is_printed_and_printed_so_again(printed: str) -> None:
    assert group_iban(clean_iban(printed)) == printed


@pytest.mark.parametrize(
    "typed",
    [
        "DE89370400440532013000",
        " de89 3704 0044 0532 0130 00 ",
        "DE89\u00a03704\u202f0044\t0532\n0130-00",
        "IBAN DE89 3704 0044 0532 0130 00",
        "IBAN: DE89 3704 0044 0532 0130 00",
    ],
)
def test_blanks_and_small_letters_do_no_harm(typed: str) -> None:
    assert clean_iban(typed) == GERMAN


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "shape"),
        ("532013000", "shape"),
        ("89DE370400440532013000", "shape"),
        ("DE89 3704 0044 0532 0130 0O!", "shape"),
        ("DE٨٩370400440532013000", "shape"),
        ("ÄE89370400440532013000", "shape"),
        ("BR9700360305000010009795493P1", "country"),
        ("XX89370400440532013000", "country"),
        ("DE8937040044053201300", "length"),
        ("DE893704004405320130000", "length"),
        ("AT611904300234573201000000", "length"),
        ("DE88370400440532013000", "check_digits"),
        ("DE89370400440532013009", "check_digits"),
        ("DE89730400440532013000", "check_digits"),
    ],
)
def test_it_says_what_is_wrong(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as problem:
        clean_iban(typed)
    assert [error.code for error in problem.value.error_list] == [code]


def test_the_message_never_repeats_what_was_typed() -> None:
    for typed in ("DE8937040044053201300", "DE88370400440532013000", "XX1234567890123456"):
        with pytest.raises(ValidationError) as problem:
            clean_iban(typed)
        assert typed[4:] not in problem.value.messages[0]


def test_every_wrong_digit_and_every_swap_of_neighbours_is_found() -> None:
    for place in range(2, len(GERMAN)):
        for digit in "0123456789":
            changed = GERMAN[:place] + digit + GERMAN[place + 1 :]
            if changed != GERMAN:
                with pytest.raises(ValidationError):
                    clean_iban(changed)
        swapped = GERMAN[:place] + GERMAN[place : place + 2][::-1] + GERMAN[place + 2 :]
        if swapped != GERMAN:
            with pytest.raises(ValidationError):
                clean_iban(swapped)


def test_every_length_fits_the_column() -> None:
    assert max(LENGTHS.values()) <= LONGEST
