"""Text cleaning: everything that a keyboard or a clipboard can produce becomes a storable text, or none."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.text import clean_all, clean_line, clean_lines, fold_name, has_letter, is_same_name, name_problems

HIDDEN = [
    "\x00", "\x07", "\x7f", "\x9f", "\u00ad", "\u034f", "\u0378", "\u061c", "\u115f", "\u17b4", "\u180e", "\u200b", "\u200c",
    "\u200d", "\u200e", "\u200f", "\u202a", "\u202e", "\u2060", "\u2063", "\u2066", "\u2069", "\u206f", "\ufe00", "\ufe0f",
    "\ufeff", "\ufff9", "\ufffc", "\ufdd0", "\uffff", "\ue000", "\ud800", "\udfff", "\U0001fffe", "\U000e0001", "\U000e0041",
    "\U000e007f", "\U000e0100", "\U000f0000", "\U0010ffff", "\U00050000",
]  # fmt: skip
BLANKS = [
    " ", "\t", "\n", "\r\n", "\v", "\f", "\x1c", "\x85", "\u00a0", "\u1680", "\u2003", "\u2009", "\u2028", "\u2029",
    "\u202f", "\u205f", "\u2800", "\u3000", "\u3164", "\uffa0",
]  # fmt: skip
WHOLE = [
    "Familienabend 👨‍👩‍👧", "Emil 👨‍🍳", "🧑🏻‍❤️‍💋‍🧑🏿", "🏳️‍🌈 🏴‍☠️", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "🇩🇪", "👋🏽", "1️⃣ #️⃣ *⃣", "❤️ ☀︎", "©️ ™", "🫨", "♣ ♠ ♥ ♦",
    "Änne Müller-Weiß", "O’Neil", "Łukasz Żółć", "Đặng Thị", "İpek", "Ελένη", "Игорь Ёлкин", "Ա. Հայկ",
    "دובי", "דוד בן־גוריון", "שָׁלוֹם", "محمد علی", "علی‌رضا", "می‌روم", "نستعلیق ه‍م",
    "क्‍ष", "र्‍य", "അവന്‍", "ශ්‍රී", "বাংলা", "ภาษาไทย ก็", "ខ្មែរ", "མི་རྟག", "ᠮᠣᠩ᠋ᠭᠣᠯ",
    "山田 太郎", "葛󠄀飾", "葛\ufe00", "ｶﾀｶﾅ", "한국어", "x" + 8 * "\u0323", "လျှော့", "ཧཱུྃ",
]  # fmt: skip
AWKWARD = [
    *HIDDEN,
    *BLANKS,
    *WHOLE,
    *"aÅ1#ÅA\u0301\u0323\u0338\u093c\u09be\u0f71\u0f73\u20e3←⫝̸〈क्ا豈豈👨❤🏴",
    "\U000e0067",
    "\U000e0073",
]
ANY = st.text() | st.lists(st.sampled_from(AWKWARD)).map("".join) | st.lists(st.characters()).map("".join)
STRAY = [chr(code) for code in (*range(0x200B, 0x2010), *range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080))]


@pytest.mark.parametrize("sign", HIDDEN, ids=ascii)
def test_what_nobody_sees_goes(sign: str) -> None:
    assert clean_line(f"An{sign}na") == "Anna"
    assert clean_line(sign) == ""


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_every_blank_is_a_blank(blank: str) -> None:
    assert clean_line(f"{blank}Anna{blank}{blank}Luise{blank}") == "Anna Luise"


@pytest.mark.parametrize("text", WHOLE)
def test_letters_and_emoji_of_all_the_world_stay_as_they_are(text: str) -> None:
    assert clean_line(text) == unicodedata.normalize("NFC", text)
    assert clean_line(f"\ufeff {text}\u200b\u202e") == unicodedata.normalize("NFC", text)


def test_the_same_letter_is_written_in_one_way() -> None:
    assert clean_line("A\u0308nne") == clean_line("A\u00ad\u0308nne") == "Änne"


def test_joiners_that_join_nothing_go() -> None:
    assert clean_line("👨\u200d") == "👨"
    assert clean_line("👨\u200d Anna") == "👨 Anna"
    assert clean_line("👨\u200d\u200d👧") == "👨\u200d👧"
    assert clean_line("Auf\u200clage") == "Auflage"
    assert clean_line("1\ufe0f") == "1"
    assert clean_line("🏴\U000e0067") == "🏴"
    assert clean_line("🏴" + 40 * "\U000e0067" + "\U000e007f") == "🏴"


def test_marks_do_not_pile_up() -> None:
    assert clean_line("x" + 50 * "\u0323" + "y") == "x" + 8 * "\u0323" + "y"


def test_what_hides_in_a_row_is_cleaned_in_little_time() -> None:
    """It also does not overflow Python's stack."""
    worst = "\u0301\U000e0062\u0f71\u200d\u0915" * 2_000
    assert clean_line(clean_line(worst)) == clean_line(worst)


@settings(deadline=None)
@given(ANY)
@example("\u2329\U000e01001\u0300\U000e0062\u0f71\u200d\u09c7")
@example("ن\u200c\ufe0f\u200cن")
def test_whatever_is_typed_becomes_a_text_that_can_be_kept(typed: str) -> None:
    line = clean_line(typed)

    assert clean_line(line) == line
    assert line.encode() and unicodedata.is_normalized("NFC", line) if line else True
    assert line == " ".join(line.split())
    bad = [sign for sign in line if unicodedata.category(sign) in ("Cc", "Cs", "Co", "Zl", "Zp")]
    assert bad == []
    assert [sign for sign in line if "\u202a" <= sign <= "\u202e" or "\u2060" <= sign <= "\u206f"] == []
    assert len(line) <= len(unicodedata.normalize("NFC", typed))


@settings(deadline=None)
@given(st.lists(st.sampled_from([*WHOLE, "Anna", "1"]), min_size=1), st.sampled_from([*HIDDEN[:5], "\u200b", "\ufeff"]))
def test_what_is_seen_survives_what_is_not(seen: list[str], hidden: str) -> None:
    whole = unicodedata.normalize("NFC", " ".join(seen))
    assert clean_line(f" {hidden} ".join(seen)) == whole


@settings(deadline=None)
@given(ANY)
def test_lines_stay_lines(typed: str) -> None:
    text = clean_lines(typed)
    assert clean_lines(text) == text
    assert text.split("\n") == [clean_line(line) for line in text.split("\n")]


def test_the_table_of_what_is_not_seen_is_that_of_unicode_14() -> None:
    if unicodedata.unidata_version != "14.0.0":
        pytest.skip("this Python knows other characters")
    visible = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}  # characters around numbers
    reserved = {*range(0x20C1, 0x20D0), *range(0x1F000, 0x1FB00)}  # for money, for emoji
    blank = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x16FE4, 0x1D159, 0xFFFC}  # invisible letters and marks
    codes = [*range(0x20000), *range(0x20000, sys.maxunicode + 1, 0x3FF)]
    kept = {code for code in codes if clean_line(f"a{chr(code)}").removeprefix("a").strip()}
    for code in codes:
        sign = chr(code)
        category = unicodedata.category(sign)
        is_hidden = category[0] == "C" and code not in visible and not (category == "Cn" and code in reserved)
        if 0x2FFFE > code >= 0x20000 or 0x3FFFE > code >= 0x30000:
            is_hidden = False  # ideographs, and more of them each year
        if is_hidden or code in blank or category[0] == "Z":
            assert code not in kept, hex(code)
        elif sign not in STRAY and category != "Mn":
            assert code in kept or sign in "\u2800\u3164\uffa0", hex(code)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("O'Neil", "O’Neil"), ("O'Neil", "O`Neil"), ("O'Neil", "O´Neil"), ("O'Neil", "OʼNeil"), ("O'Neil", "Ｏ＇Neil"),
        ("Hans-Peter", "Hans–Peter"), ("Hans-Peter", "Hans‐Peter"), ("Hans-Peter", "Hans‑Peter"), ("Hans-Peter", "HANS—PETER"),
        ("Änne", "ÄNNE"), ("Straße", "STRASSE"), ("A\u0308nne", "änne"), ("ﬁnn", "Finn"), ("علی‌رضا", "علیرضا"), ("葛󠄀", "葛"),
    ],
)  # fmt: skip
def test_two_names_that_are_the_same_to_a_reader(one: str, other: str) -> None:
    assert is_same_name(one, other)


@pytest.mark.parametrize(("one", "other"), [("Anne", "Änne"), ("Hans-Peter", "Hans Peter"), ("ONeil", "O'Neil")])
def test_two_names_that_are_not(one: str, other: str) -> None:
    assert not is_same_name(one, other)


@settings(deadline=None)
@given(ANY)
def test_folding_twice_changes_nothing(typed: str) -> None:
    assert fold_name(fold_name(typed)) == fold_name(typed)


@pytest.mark.parametrize("name", ["", "--", "♣♠", "👨‍🍳", "…", "\u0301"])
def test_a_name_needs_a_letter_or_a_digit(name: str) -> None:
    assert not has_letter(name)
    assert [problem.problem for problem in name_problems("name", name)] == ["A name needs a letter or a digit."]


def test_a_name_is_counted_as_people_count() -> None:
    assert [*name_problems("name", "x" * 40)] == [*name_problems("name", "𝔸" * 40)] == []
    assert [str(problem) for problem in name_problems("name", "x" * 41)] == ["A name has at most 40 characters."]


def test_all_of_json_is_cleaned() -> None:
    given_ = {"a\u200b": ["b\ud800", 1, None, {"c": "\u202ed"}]}
    assert clean_all(given_, clean_line) == {"a": ["b", 1, None, {"c": "d"}]}
