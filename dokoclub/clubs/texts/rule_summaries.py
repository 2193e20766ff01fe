"""The rules in short: on one sheet of paper, and as lines for the table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dokoclub.clubs.texts.games import ABSAGEN, extra_name, own_names
from dokoclub.clubs.texts.rulebook import LONG, Difference, compare_rules, in_words
from dokoclub.clubs.texts.rules import PARAMETERS
from dokoclub.ui.texts import get_short
from scoring.game.bock import factor_at
from scoring.game.extras import in_order
from scoring.rules.combinations import BY_STEP, fit_deadlines
from scoring.rules.kinds import SOLOS
from scoring.rules.parameters import LIMITS, OF_ARMUT
from scoring.rules.rules import NO_HOUSE_RULES, Bock, Rules

MOST_DIFFERENT: Final = 5  # differences on the sheet
LONGEST_DIFFERENCE: Final = 60  # characters
FACTORS: Final[Mapping[int, Promise]] = {
    2: gettext_lazy("double"),
    3: gettext_lazy("threefold"),
    4: gettext_lazy("fourfold"),
    8: gettext_lazy("eightfold"),
}
TRIGGERS: Final[Mapping[str, Promise]] = {
    "lost_announcement": gettext_lazy("a lost Re or Kontra"),
    "lost_re": gettext_lazy("a lost Re"),
    "lost_kontra": gettext_lazy("a lost Kontra"),
    "zero_game": gettext_lazy("0 points"),
    "120_120": gettext_lazy("120:120"),
    "solo_lost": gettext_lazy("a lost solo"),
    "hearts_trick": gettext_lazy("a Herz trick"),
    "by_hand": gettext_lazy("a word of the table"),
}


class Term(NamedTuple):
    """A term of the sheet and what it says, in a few sentences or a list."""

    label: str
    text: str = ""
    lines: Sequence[str] = ()


def write_paper(rules: Rules, preset: Rules, money: Iterable[str] = ()) -> list[Term]:
    """Return the terms of the sheet of paper; a term that is not played is left out. `money`: sentences about it."""
    texts = (
        (_("Winning"), _winning(rules)),
        (_("Calls"), _calls(rules)),
        (_("Bonus points"), _extras(rules)),
        (_("Solo"), _solo(rules)),
        (_("Bock"), _bock(rules.bock) if rules.bock else ()),
        (_("Hochzeit"), _hochzeit(rules)),
        (_("Armut"), _armut(rules) if rules.armut else ()),
        (_("Money"), money),
    )
    terms = [Term(label, " ".join(sentences)) for label, sentences in texts]
    different = list(_different(compare_rules(rules, preset)))
    return [
        *([Term(_("Different"), lines=different)] if different else []),
        *(term for term in terms if term.text),
    ]


def _different(differences: Sequence[Difference]) -> Iterator[str]:
    for one in differences[:MOST_DIFFERENT]:
        told = one.label if one.key in LONG else f"{one.label}: {one.value}"
        yield told if len(told) <= LONGEST_DIFFERENCE else f"{told[: LONGEST_DIFFERENCE - 1].rstrip()}…"
    rest = len(differences) - MOST_DIFFERENT
    if rest > 0:
        yield ngettext("and %(number)s more", "and %(number)s more", rest) % {"number": rest}


def _winning(rules: Rules) -> Iterator[str]:
    yield _("Re from 121 card points, Kontra from 120: 1 point.")
    needs = (rules.re_needs_120, rules.kontra_needs_121)
    if needs == ("kontra_only", "kontra_only"):
        yield _("If only Kontra is called, the reverse.")
    elif needs == ("kontra_any", "kontra_any"):
        yield _("Once Kontra is called, the reverse.")
    elif needs[1] == "any_call":
        yield _("After any call, both need 121.")
    elif needs[1] != "never":
        yield _("Once Kontra is called, it needs 121.")
    if rules.gegen_die_alten:
        yield _("Against the old ones %(points)s more.") % {"points": rules.gegen_die_alten}
    if rules.limits:
        steps = ", ".join(_limit(key) for key in LIMITS if key in rules.limits)
        yield (
            _("Under %(steps)s: 1 each.") % {"steps": steps}
            if rules.steps == "add"
            else (_("Under %(steps)s: each doubles.") % {"steps": steps})
        )


def _limit(key: str) -> str:
    return str(ABSAGEN["schwarz"]) if key == "schwarz" else key.removeprefix("no")


def _calls(rules: Rules) -> Iterator[str]:
    values = {"points": rules.ansage_points, "absage": rules.absage_points}
    match rules.ansage:
        case "add":
            yield _("Re or Kontra %(points)s, each further call %(absage)s.") % values
        case "double":
            yield _("Re or Kontra doubles, each further call %(absage)s.") % values
        case _:
            yield _("Re or Kontra doubles the game, each further call %(absage)s.") % values
    if rules.raises:
        yield _("Further calls: at most %(number)s.") % {"number": rules.raises}
    cards = fit_deadlines(rules.call_cards, rules.deck)
    if cards and all(first - 1 == second for first, second in pairwise(cards)):
        yield _("With %(cards)s cards, each further call a card later.") % {"cards": cards[0]}
    elif cards:
        yield _("With %(cards)s cards in hand.") % {"cards": ", ".join(map(str, cards))}


def _extras(rules: Rules) -> Iterator[str]:
    if not rules.extras:
        yield _("none")
        return
    own = own_names(rules)
    by_points: dict[int, list[str]] = {}
    for key in in_order(set(rules.extras)):
        by_points.setdefault(rules.extras[key], []).append(extra_name(key, own))
    told = [
        (_("%(extras)s: %(points)s each") if len(names) > 1 else _("%(extras)s: %(points)s"))
        % {"extras": ", ".join(names), "points": points}
        for points, names in sorted(by_points.items())
    ]
    yield f"{'; '.join(told)}, {_in_a_solo(rules, own)}."


def _in_a_solo(rules: Rules, own: Mapping[str, str]) -> str:
    if rules.extras_solo == rules.extras:
        return _("also in a solo")
    if not rules.extras_solo:
        return _("none in a solo")
    names = [extra_name(key, own) for key in in_order(set(rules.extras_solo))]
    return _("in a solo %(extras)s") % {"extras": ", ".join(names)}


def _solo(rules: Rules) -> Iterator[str]:
    own = own_names(rules)
    names = [get_short(SOLOS[key]) if key in SOLOS else own.get(f"solo.{key}", key) for key in rules.solos]
    if names:
        yield f"{', '.join(names)}."
    if factor := FACTORS.get(rules.solo_factor):
        yield _("Counts %(factor)s.") % {"factor": factor}
    if rules.solo_points:
        yield ngettext("%(points)s point more.", "%(points)s points more.", rules.solo_points) % {
            "points": rules.solo_points
        }
    if rules.pflichtsolo:
        yield _("Everybody owes a Pflichtsolo.")
    if rules.solo_leads == "soloist":
        yield _("The soloist leads.")


def _bock(bock: Bock) -> Iterator[str]:
    match bock.effect:
        case "double_all":
            told = _("Counts double")
        case "double_game":
            told = _("The game counts double")
        case _:
            told = _("%(points)s points more") % {"points": bock.points}
    most = FACTORS.get(factor_at(bock.max_level)) if bock.max_level and bock.max_level > 1 else None
    if most and bock.effect != "add":
        told = _("%(told)s, at most %(factor)s") % {"told": told, "factor": most}
    if bock.length == "round":
        yield _("%(told)s, as many games as players.") % {"told": told}
    else:
        games = ngettext("%(number)s game", "%(number)s games", int(bock.length)) % {"number": bock.length}
        yield f"{told}, {games}."
    if bock.triggers:
        yield _("After %(triggers)s.") % {"triggers": ", ".join(str(TRIGGERS[key]) for key in bock.triggers)}


def _hochzeit(rules: Rules) -> Iterator[str]:
    yield _("The first trick of another player up to the third; otherwise a solo.")
    if points := rules.by_kind.get("hochzeit", {}).get("points"):
        yield ngettext("%(points)s point more.", "%(points)s points more.", points) % {"points": points}
    if paid := rules.payments.get("hochzeit"):
        yield f"{in_words('payments', {'hochzeit': dict(paid)}, {})}."


def _armut(rules: Rules) -> Iterator[str]:
    yield _("Few trumps go to a partner: both are Re.")
    if not OF_ARMUT.isdisjoint(rules.redeals):
        yield _("If nobody takes them: dealt again.")


def format_calls(rules: Rules) -> list[str]:
    """List the rules for permitted and forced announcements."""
    return list(_call_lines(rules))


def _call_lines(rules: Rules) -> Iterator[str]:
    for key in BY_STEP:
        if cards := fit_deadlines(getattr(rules, key), rules.deck):
            yield f"{PARAMETERS[key].label}: {in_words(key, list(cards), {})}"
    if rules.call_cards and not rules.call_cards_hochzeit:
        yield _("In a Hochzeit, counted from the partner-finding trick.")
    if rules.call_cards:
        yield _("Steps may be skipped.") if rules.skip_steps else _("Don't skip a step.")
    for key in ("forced_ansage", "marks_force_ansage"):
        if getattr(rules, key):
            yield _line(rules, key)


def format_table(rules: Rules) -> list[str]:
    """List everything that a guest should know besides the points."""
    return list(_table_lines(rules))


def _table_lines(rules: Rules) -> Iterator[str]:
    if rules.deck != 48:
        yield _line(rules, "deck")
    yield from _call_lines(rules)
    yield from _lead_lines(rules)
    if rules.pflichtsolo:
        yield _("A Pflichtsolo goes before any other solo.")
    for key in ("redeals", "marks"):
        if getattr(rules, key):
            yield _line(rules, key)
    if rules.table_notes:
        yield from in_words("table_notes", rules.table_notes, {}).splitlines()


def _lead_lines(rules: Rules) -> Iterator[str]:
    if rules.solo_leads == "soloist":
        yield _line(rules, "solo_leads")
    for key in ("solo_leads_first", "solo_leads_duties"):
        if rules.to_json()[key] != NO_HOUSE_RULES[key]:
            yield _line(rules, key)


def _line(rules: Rules, key: str) -> str:
    """Format a parameter: `Cards in hand: Re/Kontra: 11, no 90: 10`."""
    return f"{PARAMETERS[key].label}: {in_words(key, rules.to_json()[key], own_names(rules))}"
