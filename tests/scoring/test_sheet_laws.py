"""Laws for every list, under any rules: nothing is lost, and a replay does not depend on later rows."""

import random
from collections import Counter

import pytest

from scoring.game.rows import REDEAL_REASONS, Penalty, Redeal, Row, Table
from scoring.game.sheet import Sheet, fold_rows
from scoring.rules.parameters import LIMITS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from tests.scoring.paper import NAMES, rows
from tests.scoring.random_rules import random_overrides

EXTRAS = ("re:fuchs", "kontra:fuchs", "re:doppelkopf", "re:re", "kontra:kontra", "re:no90", "kontra:no60")
TICKS = ("hearts_trick", "bock_by_hand")


def random_rules(chance: random.Random) -> Rules:
    overrides = random_overrides(chance)
    if "limits" in overrides:  # every announcement below is a step of all rules
        overrides["limits"] = [*LIMITS]
    rules = get_rules(chance.choice(list(PRESETS)), overrides)
    assert isinstance(rules, Rules), rules
    return rules


def random_list(chance: random.Random, rules: Rules, games: int = 30) -> tuple[list[str], list[Row]]:
    """Return seats, and rows with everything that can happen to a list."""
    seats = list(NAMES[: chance.randint(4, 7)])
    table, written = seats, []
    for _ in range(games):
        kind = chance.choice(("game", "game", "game", "solo", "manual", "penalty", "redeal", "table"))
        four = "".join(name[0] for name in chance.sample(table, 4))
        words = [word for word in (*EXTRAS, *TICKS) if chance.random() < 0.2]
        augen = chance.choice((118, 120, 125, 150, 160))
        match kind:
            case "game":
                written.append(f"{four[:2]}-{four[2:]} {augen} {' '.join(words)}")
            case "solo":
                written.append(
                    f"{four[:1]}-{four[1:]} {augen} {chance.choice(('', 'lust', 'hochzeit'))} {' '.join(words)}"
                )
            case "manual":
                written.append(f"manual {four[: chance.randint(1, 3)]} {chance.randint(0, 9)} of {four}")
            case "penalty":
                written.append(f"penalty {four[0]}-{chance.randint(0, 12)}")
            case "redeal":
                by = chance.choice(("", f"by:{chance.choice(table)[0]}"))
                written.append(f"redeal {chance.choice(('', *REDEAL_REASONS))} {by}")
            case "table":
                table = chance.sample(NAMES, chance.randint(4, 7))
                written.append(f"table {''.join(name[0] for name in table)}")
    return seats, rows(rules, *written)


def added_up(sheet: Sheet, column: str) -> Counter[str]:
    points: Counter[str] = Counter()
    for line in sheet.lines:
        points.update(getattr(line.score, column))
    return points


SEEDS = range(25)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_totals_are_the_sums_of_the_rows(seed: int) -> None:
    chance = random.Random(seed)
    rules = random_rules(chance)
    seats, played = random_list(chance, rules)
    sheet = fold_rows(rules, seats, played)
    assert added_up(sheet, "scores") == Counter(sheet.totals)
    assert added_up(sheet, "balance") == Counter(sheet.balances)
    penalties = sum(sum(row.points.values()) for row in played if isinstance(row, Penalty))
    assert sum(sheet.balances.values()) == penalties
    assert sheet.lines[-1].totals == sheet.totals
    assert sheet.lines[-1].balances == sheet.balances


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_written_does_not_depend_on_what_follows(seed: int) -> None:
    """The preview of every game equals its later result."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    seats, played = random_list(chance, rules)
    whole = fold_rows(rules, seats, played)
    for place in range(0, len(played), 3):
        before = fold_rows(rules, seats, played[:place])
        assert before.lines == whole.lines[:place]
        line, preview = whole.lines[place], before.next
        if line.number is not None:
            assert (line.number, line.dealer, line.bock_level) == (preview.number, preview.dealer, preview.bock_level)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_row_shows_a_table_in_order(seed: int) -> None:
    chance = random.Random(seed)
    rules = random_rules(chance)
    seats, played = random_list(chance, rules)
    sheet = fold_rows(rules, seats, played)
    number, most = 0, rules.bock.max_level if rules.bock else 0
    for row, line in zip(played, sheet.lines, strict=True):
        at_table = list(line.score.scores)
        assert line.dealer in at_table
        assert len(line.sitting_out) == len(at_table) - 4
        assert set(line.sitting_out) <= set(at_table)
        assert most is None or line.bock_level <= most
        if isinstance(row, (Penalty, Redeal, Table)):
            assert line.number is None
        else:
            number += 1
            assert line.number == number
            assert all(line.score.scores[player] == 0 for player in line.sitting_out)
    assert sheet.next.number == number + 1


@pytest.mark.parametrize("seed", range(5))
def test_struck_rows_leave_no_trace(seed: int) -> None:
    """A redeal changes nothing for the following games; removing it changes nothing either."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    seats, played = random_list(chance, rules)
    without = [row for row in played if not isinstance(row, Redeal)]
    of_all, of_games = fold_rows(rules, seats, played), fold_rows(rules, seats, without)
    assert of_games.lines == tuple(line for row, line in zip(played, of_all.lines, strict=True) if row in without)
    assert (of_games.totals, of_games.next, of_games.bock_left) == (of_all.totals, of_all.next, of_all.bock_left)


@pytest.mark.parametrize("seed", SEEDS)
def test_why_and_by_whom_cards_were_dealt_again_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    rules = random_rules(chance)
    seats, played = random_list(chance, rules)
    unsaid = [Redeal() if isinstance(row, Redeal) else row for row in played]
    assert fold_rows(rules, seats, unsaid) == fold_rows(rules, seats, played)


def test_the_lists_deal_again_for_every_reason() -> None:
    """Otherwise the laws would prove less than they say."""
    lists = (random_list(random.Random(seed), PRESETS["ddv"].rules)[1] for seed in SEEDS)
    redeals = [row for played in lists for row in played if isinstance(row, Redeal)]
    assert {row.reason for row in redeals} == {None, *REDEAL_REASONS}
    assert {row.by is None for row in redeals} == {True, False}
