"""The winner, and the Augen needed: rules.md 1.1, 1.2, 1.8, 2.1, 2.2."""

import pytest

from scoring.game.game import Game, Outcome
from scoring.game.verdict import Reason, reason_for
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from scoring.terms import Call, Party
from tests.scoring.game_problems import find_problems
from tests.scoring.paper import check

# Announcements | ddv, handbook, ham | parlett | forum | wikipedia2010: Augen that Re and Kontra need.
NEEDED = """
-         | 121 120 | 121 120 | 121 120 | 121 120
re        | 121 120 | 121 120 | 121 120 | 121 120
kontra    | 120 121 | 120 121 | 121 120 | 120 121
re kontra | 121 120 | 120 121 | 121 120 | 121 121
"""
COLUMNS = {"ddv": 1, "handbook": 1, "hausrunde": 1, "ham": 1, "parlett": 2, "forum": 3, "wikipedia2010": 4}


def rules(preset: str = "ddv", **overrides: object) -> Rules:
    found = get_rules(preset, overrides)
    assert isinstance(found, Rules), found
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_the_augen_needed_without_an_absage(preset: str) -> None:
    for line in filter(None, NEEDED.splitlines()):
        announced, *by_preset = (cell.strip() for cell in line.split("|"))
        re, kontra = map(int, by_preset[COLUMNS[preset] - 1].split())
        for augen in (119, 120, 121):
            won = {True: "re", False: "kontra"}[augen >= re] if augen >= re or 240 - augen >= kontra else "nobody"
            check(
                f"""
                Re | Augen   | Re calls | Kontra calls | won
                AB | {augen} | {"re" if "re" in announced.split() else ""} | {"kontra" if "kontra" in announced else ""} | {won}
                """,
                preset,
            )


def test_the_120th_auge() -> None:
    check("""
    Re | Augen | Re calls | Kontra calls | won    | Anna Ben Cleo Dora
    AB |   121 |          |              | re     | +1 +1 -1 -1
    AB |   120 |          |              | kontra | -2 -2 +2 +2
    AB |   120 | re       |              | kontra | -4 -4 +4 +4
    AB |   120 |          | kontra       | re     | +3 +3 -3 -3
    AB |   119 |          | kontra       | kontra | -4 -4 +4 +4
    AB |   120 | re       | kontra       | kontra | -6 -6 +6 +6
    """)


def test_kontra_needs_121_against_a_soloist_too() -> None:
    check(
        """
        Re | Augen | Kontra calls | won    | Anna Ben Cleo Dora
        A  |   120 | kontra       | re     | +9 -3 -3 -3
        A  |   119 | kontra       | kontra | -9 +3 +3 +3
        """,
        "parlett",
    )


def test_who_needs_120_can_be_chosen() -> None:
    paper = """
    Re | Augen | Re calls | Kontra calls | won
    AB |   120 |          |              | kontra
    AB |   120 | re       |              | {re}
    AB |   120 |          | kontra       | {kontra}
    AB |   120 | re       | kontra       | {both}
    """
    check(paper.format(re="kontra", kontra="kontra", both="kontra"), re_needs_120="never", kontra_needs_121="never")
    check(
        paper.format(re="kontra", kontra="nobody", both="kontra"), re_needs_120="never", kontra_needs_121="kontra_only"
    )
    check(
        paper.format(re="kontra", kontra="nobody", both="nobody"), re_needs_120="never", kontra_needs_121="kontra_any"
    )
    check(
        paper.format(re="kontra", kontra="re", both="kontra"),
        re_needs_120="kontra_only",
        kontra_needs_121="kontra_only",
    )
    check(
        paper.format(re="kontra", kontra="re", both="nobody"), re_needs_120="kontra_only", kontra_needs_121="kontra_any"
    )
    check(paper.format(re="kontra", kontra="re", both="re"), re_needs_120="kontra_any", kontra_needs_121="kontra_any")
    check(paper.format(re="nobody", kontra="nobody", both="nobody"), re_needs_120="never", kontra_needs_121="any_call")
    check(paper.format(re="nobody", kontra="re", both="re"), re_needs_120="kontra_any", kontra_needs_121="any_call")


def test_after_any_announcement_both_parties_can_need_121() -> None:
    """HAM's text says so, but not its author's tests: `ham` itself lets Kontra win."""
    paper = """
    Re | Augen | Re calls | Kontra calls | won      | Anna Ben Cleo Dora
    AB |   120 | re       |              | {won} | {points}
    AB |   121 | re       |              | re       | +3 +3 -3 -3
    AB |   119 | re       |              | kontra   | -4 -4 +4 +4
    A  |   120 | re       |              | {won} | {alone}
    AB |   150 | no90     |              | kontra   | -5 -5 +5 +5
    """
    said = {"re_needs_120": "never", "kontra_needs_121": "any_call"}
    check(paper.format(won="nobody", points="0 0 0 0", alone="0 0 0 0"), "ham", **said)
    check(paper.format(won="kontra", points="-4 -4 +4 +4", alone="-12 +4 +4 +4"), "ham")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_party_with_an_absage_wins_if_it_held_the_others_under_its_highest(preset: str) -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | won
        AB |   151 | no90     |              | re
        AB |   150 | no90     |              | kontra
        AB |   181 | no60     |              | re
        AB |   180 | no60     |              | kontra
        AB |   211 | no30     |              | re
        AB |   210 | no30     |              | kontra
        AB |    89 |          | no90         | kontra
        AB |    90 |          | no90         | re
        AB |    59 |          | no60         | kontra
        AB |    60 |          | no60         | re
        AB |    29 |          | no30         | kontra
        AB |    30 |          | no30         | re
        """,
        preset,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_a_party_without_wins_only_if_the_absage_failed_even_where_it_announced_itself(preset: str) -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | won
        AB |   151 | no90     | kontra       | re
        AB |   150 | no90     | kontra       | kontra
        AB |    89 | re       | no90         | kontra
        AB |    90 | re       | no90         | re
        """,
        preset,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_where_both_made_an_absage(preset: str) -> None:
    check(
        """
        Re | Augen | Re calls | Kontra calls | won
        AB |   151 | no90     | no60         | re
        AB |   150 | no90     | no60         | nobody
        AB |    60 | no90     | no60         | nobody
        AB |    59 | no90     | no60         | kontra
        """,
        preset,
    )


def test_schwarz_is_a_matter_of_tricks() -> None:
    check("""
    Re | Augen       | Re calls | Kontra calls | won
    AB | 240 schwarz | schwarz  |              | re
    AB | 240         | schwarz  |              | kontra
    AB | 239         | schwarz  |              | kontra
    AB | 0 schwarz   |          | schwarz      | kontra
    AB | 0           |          | schwarz      | re
    AB | 1           |          | schwarz      | re
    AB | 0 schwarz   | schwarz  | schwarz      | kontra
    AB | 0           | schwarz  | schwarz      | nobody
    """)


def test_schwarz_can_be_a_matter_of_augen() -> None:
    check(
        """
        Re | Augen       | Re calls | Kontra calls | won
        AB | 240 schwarz | schwarz  |              | re
        AB | 240         | schwarz  |              | re
        AB | 239         | schwarz  |              | kontra
        AB | 0           |          | schwarz      | kontra
        AB | 1           |          | schwarz      | re
        """,
        "ham",
    )


# --- The reason ------------------------------------------------------------------------------------------------------


def why(party: Party, augen: int, re: Call, kontra: Call, preset: str = "ddv") -> Reason:
    return reason_for(rules(preset), Outcome(augen, None, re, kontra, "normal"), party)


def test_the_reason_after_the_own_absage() -> None:
    """Re needed 151 after keine 90 and had 148."""
    for call, needed in ((Call.NO_90, 151), (Call.NO_60, 181), (Call.NO_30, 211)):
        found = why(Party.RE, 148, call, Call.NONE)
        assert found == Reason(Party.RE, False, needed, 148, call, Party.RE)
        assert found.key == "needed_augen"


def test_the_reason_after_the_absage_of_the_others() -> None:
    """Kontra needed 90 after keine 90 of Re and had 92."""
    for call, needed in ((Call.NO_90, 90), (Call.NO_60, 60), (Call.NO_30, 30)):
        assert why(Party.KONTRA, 148, call, Call.ANSAGE) == Reason(Party.KONTRA, True, needed, 92, call, Party.RE)


def test_the_reason_without_an_absage() -> None:
    assert why(Party.RE, 120, Call.NONE, Call.ANSAGE) == Reason(Party.RE, True, 120, 120, Call.NONE, None)
    assert why(Party.RE, 120, Call.NONE, Call.NONE) == Reason(Party.RE, False, 121, 120, Call.NONE, None)
    assert why(Party.KONTRA, 120, Call.NONE, Call.NONE) == Reason(Party.KONTRA, True, 120, 120, Call.NONE, None)
    assert why(Party.KONTRA, 120, Call.NONE, Call.ANSAGE) == Reason(Party.KONTRA, False, 121, 120, Call.NONE, None)


def test_augen_are_whole_numbers() -> None:
    for kontra in Call:
        for party in Party:
            assert type(why(party, 120, Call.NONE, kontra).needed) in (int, type(None))


def test_the_reason_of_schwarz_is_tricks_or_augen() -> None:
    of_re, of_kontra = (why(party, 240, Call.SCHWARZ, Call.NONE) for party in Party)
    assert of_re == Reason(Party.RE, False, None, 240, Call.SCHWARZ, Party.RE)
    assert of_kontra == Reason(Party.KONTRA, True, None, 0, Call.SCHWARZ, Party.RE)
    assert (of_re.key, of_kontra.key) == ("needed_every_trick", "needed_a_trick")

    of_re, of_kontra = (why(party, 0, Call.NONE, Call.SCHWARZ) for party in Party)
    assert (of_re.key, of_kontra.key) == ("needed_a_trick", "needed_every_trick")

    of_re, of_kontra = (why(party, 239, Call.SCHWARZ, Call.NONE, "ham") for party in Party)
    assert of_re == Reason(Party.RE, False, 240, 239, Call.SCHWARZ, Party.RE)
    assert of_kontra == Reason(Party.KONTRA, True, 1, 1, Call.SCHWARZ, Party.RE)
    assert of_re.key == of_kontra.key == "needed_augen"


def test_a_party_that_counts_as_announced_needs_its_augen() -> None:
    """Kontra has announced and wins with 120. Otherwise Re, silent, would win: of the winner nobody pays for a card."""
    own = rules(offender_pays=True, by_kind={"hochzeit": {"announced": True}})
    outcome = Outcome(120, None, Call.NONE, Call.ANSAGE, "hochzeit")
    assert [reason_for(own, outcome, party).needed for party in Party] == [121, 120]
    for offender, fields in (("A", []), ("C", ["offender"])):
        even = Game(
            kind="hochzeit",
            re=("A", "B"),
            kontra=("C", "D"),
            re_augen=120,
            kontra_call=Call.ANSAGE,
            offender=offender,
        )
        assert [problem.field for problem in find_problems(even, own)] == fields
