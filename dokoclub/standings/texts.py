"""Texts of the league: problems, rules, columns, and notes of a table."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, ngettext, npgettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from dokoclub.core.formatting import day_and_year
from dokoclub.standings.models.periods import Period, Span
from dokoclub.ui.rules_form import Words
from scoring.league.columns import COLUMNS, score_column
from scoring.league.rules import StandingsRules
from scoring.terms import Problem

# Short heads; the other titles are short enough.
SHORT: Final[Mapping[str, Any]] = {
    "mean_game": pgettext_lazy("head of a column", "Average"),
    "mean_evening": pgettext_lazy("head of a column", "per evening"),
    "won_percent": pgettext_lazy("head of a column", "Won"),
    "scores": pgettext_lazy("head of a column", "as written"),
    "balance": pgettext_lazy("head of a column", "±"),
    "best_evening": pgettext_lazy("head of a column", "Best"),
    "worst_evening": pgettext_lazy("head of a column", "Worst"),
}
SCORES: Final = {
    "sum": gettext_lazy("total points"),
    "mean_game": gettext_lazy("the average per game"),
    "mean_evening": gettext_lazy("the average per evening"),
}
TIES: Final = {"won": gettext_lazy("games won"), "solos_won": gettext_lazy("solos won")}
PARAMETERS: Final[Mapping[str, Words]] = {
    "score": Words(gettext_lazy("Ranked by"), values=SCORES),
    "ranked_by": Words(
        gettext_lazy("Points"),
        values={
            "scores": gettext_lazy("points as on the sheet"),
            "balance": gettext_lazy("plus and minus"),
        },
    ),
    "counting": Words(
        gettext_lazy("Counted evenings"),
        values={
            "all": gettext_lazy("all evenings"),
            "best": gettext_lazy("only the best evenings"),
            "strike": gettext_lazy("all but the worst evenings"),
        },
    ),
    "counting_evenings": Words(gettext_lazy("Number of evenings")),
    "absence_strikes": Words(gettext_lazy("Missed evenings count as struck results")),
    "minimum": Words(
        gettext_lazy("Minimum attendance"),
        gettext_lazy("Empty: none. One game counts as attendance."),
    ),
    "minimum_unit": Words(
        gettext_lazy("counted in"),
        values={"evenings": gettext_lazy("evenings"), "percent": gettext_lazy("percent of the evenings")},
    ),
    "below_minimum": Words(
        gettext_lazy("Below minimum"),
        values={
            "unranked": gettext_lazy("not ranked"),
            "last": gettext_lazy("ranked last"),
            "zero": gettext_lazy("counts 0"),
        },
    ),
    "guests_ranked": Words(gettext_lazy("Guests are ranked, too")),
    "ties": Words(
        gettext_lazy("Tie-breaker"),
        values=TIES,
    ),
}


def problem_text(problem: Problem) -> str:
    """Return the problem in the reader's language, with readable days."""
    values = {name: day_and_year(value) if isinstance(value, date) else value for name, value in problem.values.items()}
    return gettext(problem.problem).format(**values)


def refuse_problems(problems: Iterable[Problem], prefix: str = "") -> ValidationError:
    """Return an error with all problems, by field."""
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        by_field.setdefault(prefix + problem.field, []).append(problem_text(problem))
    return ValidationError(by_field)


def get_title(column: str) -> str:
    return gettext(COLUMNS[column].title)


def get_head(column: str) -> str:
    """Return the short title of a column."""
    return str(SHORT.get(column) or get_title(column))


def format_rules(rules: StandingsRules, required: int | None) -> Iterator[str]:
    """Yield a few sentences about the rules of a table.

    `required`: evenings for the minimum in a certain table; None: describe the rule only.
    """
    yield _("Ranked by %(score)s.") % {"score": SCORES[rules.score]}
    if rules.ranked_by == "balance":
        yield _("Plus and minus count, not the sheets' totals.")
    yield from _counting(rules)
    if rules.minimum is not None:
        yield _minimum(rules, required)
    yield _ties(rules)
    if not rules.guests_ranked:
        yield _("Guests have no rank.")


def format_ranking(rules: StandingsRules) -> str:
    """Return the ranking score, and whether guests are ranked: one line for a folded part of a form."""
    guests = _("with guests") if rules.guests_ranked else _("without guests")
    return f"{SCORES[rules.score]} · {guests}"


def format_counting(rules: StandingsRules) -> str:
    """Return which evenings count, and the minimum attendance."""
    counting = list(_counting(rules)) or [_("all evenings count")]
    minimum = _minimum(rules, None) if rules.minimum is not None else _("no minimum attendance")
    return " · ".join(said.removesuffix(".") for said in [*counting, minimum])


def format_to_come(rules: StandingsRules, held: int, to_come: int, planned: int | None) -> Iterator[str]:
    """Yield the number of evenings left in a period, and the minimum by then; nothing if none are left.

    `to_come`: by the dates of the club; `planned`: for the season, if the club has set it.
    """
    left = max(to_come, (planned or 0) - held)
    if left < 1:
        return
    yield ngettext("%(number)s evening is still to come.", "%(number)s evenings are still to come.", left) % {
        "number": left
    }
    if rules.minimum is not None and rules.minimum_unit == "percent":
        yield _("The minimum is %(evenings)s then.") % {"evenings": _evenings(rules.required(held + left))}


def format_which_count(rules: StandingsRules) -> Iterator[str]:
    """Yield which evenings count, unless all do."""
    yield from _counting(rules)


def _counting(rules: StandingsRules) -> Iterator[str]:
    number = rules.counting_evenings or 0
    if rules.counting == "best":
        yield ngettext(
            "The best evening of each player counts.", "The best %(number)s evenings of each player count.", number
        ) % {"number": number}
    if rules.counting == "strike":
        yield ngettext(
            "Each player's worst evening is struck.",
            "Each player's worst %(number)s evenings are struck.",
            number,
        ) % {"number": number}
        if rules.absence_strikes:
            yield _("A missed evening uses up one.")


def _minimum(rules: StandingsRules, required: int | None) -> str:
    evenings = _evenings(rules.minimum or 0)
    if rules.minimum_unit == "percent":
        evenings = _("%(percent)s%% of the evenings") % {"percent": rules.minimum}
        if required is not None:
            evenings = _("%(share)s, by now %(evenings)s") % {
                "share": evenings,
                "evenings": _number_of_evenings(required),
            }
    below = {
        "unranked": _("Ranked after %(evenings)s."),
        "last": _("Ranked after %(evenings)s; others at the end."),
        "zero": _("Counts from %(evenings)s; otherwise 0."),
    }
    return below[rules.below_minimum] % {"evenings": evenings}


def _number_of_evenings(number: int) -> str:
    return ngettext("%(number)s evening", "%(number)s evenings", number) % {"number": number}


def format_table(period: Period) -> str:
    """Return `in the table of October 2026`, for a certificate."""
    text = {
        Span.MONTH: pgettext("of a month", "in the table of %(period)s"),
        Span.YEAR: pgettext("of a year", "in the table of %(period)s"),
        Span.ALL: _("in the table of all time"),
    }.get(period.span, _("in the table of %(period)s"))
    return text % {"period": period}


def format_arrows(period: Period, today: date) -> str:
    """Return the month with which the arrows of the table compare."""
    before = {"month": str(period.month_compared(today))}
    if period.span is Span.MONTH:
        return _("Arrows: compared with %(month)s.") % before
    return _("Arrows: compared with the end of %(month)s.") % before


def _evenings(number: int) -> str:
    text = npgettext("from these evenings on", "%(number)s evening", "%(number)s evenings", number)
    return text % {"number": number}


def _ties(rules: StandingsRules) -> str:
    if not rules.ties:
        return _("Equal players share the rank.")
    asked = [str(TIES[tie]) for tie in rules.ties]
    return _("Ties: %(asked)s, then a shared rank.") % {"asked": _(", then ").join(asked)}


def ranked_column(rules: StandingsRules) -> str:
    return score_column(rules).key
