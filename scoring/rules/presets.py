"""Seven named sets of rules; six are published, with their sources. rules.md, table of presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from scoring.rules import table_notes
from scoring.rules.rules import NO_HOUSE_RULES, Bock, Rules, freeze_value, override_rules
from scoring.terms import Problem, say


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules; `sentence` names its origin."""

    key: str
    name: str
    rules: Rules
    sentence: str
    cited_as: str


def _points(**points: int) -> Mapping[str, int]:
    return MappingProxyType(points)


REDEALS: Final = ("nines", "armut_refused", "double_armut")
ALL_FOUR: Final = _points(fuchs=1, karlchen=1, karlchen_gefangen=1, doppelkopf=1)

DDV: Final = Rules(
    re_needs_120="kontra_only",
    kontra_needs_121="kontra_only",
    ansage="add",
    ansage_points=2,
    ansage_double_loser="literal",
    absage_points=1,
    against="30_over",
    no_winner_keeps=("under", "against", "extras"),
    schwarz="no_trick",
    gegen_die_alten=1,
    gegen_die_alten_solo=False,
    gegen_die_alten_armut=True,
    extras=_points(fuchs=1, karlchen=1, doppelkopf=1),
    extras_solo=_points(),
    karlchen_cap=None,
    solo_factor=3,
    solo_points=0,
    solo_points_to="winner",
    notation="zero_sum",
    bock=None,
    pflichtsolo=True,
    games_per_list=24,
    dealer_after_solo="same_after_pflichtsolo",
    solos=("damen", "buben", "trumpf", "kreuz", "pik", "herz", "fleischlos"),
    armut=False,
    extra_names=MappingProxyType({}),
    karlchen_card="jack",
    doppelkopf="augen_40",
    solo_names=MappingProxyType({}),
    deck=48,
    call_cards=(11, 10, 9, 8, 7),
    call_cards_hochzeit=None,
    skip_steps=False,
    solo_leads="left_of_dealer",
    redeals=(),
    marks=MappingProxyType({}),
    marks_force_ansage=(),
    forced_ansage=(),
    table_notes=table_notes.OFFICIAL,
    **{key: freeze_value(value) for key, value in NO_HOUSE_RULES.items()},
)

PRIVATE: Final = replace(
    DDV, pflichtsolo=False, games_per_list=None, dealer_after_solo="next", armut=True, extras=ALL_FOUR
)

HAM: Final = replace(
    PRIVATE,
    no_winner_keeps=("against", "extras"),
    schwarz="zero_points",
    gegen_die_alten_solo=True,
    extras_solo=ALL_FOUR,
    call_cards_hochzeit=(9, 8, 7, 6, 5),
    table_notes=table_notes.HAM,
)

PARLETT: Final = replace(
    PRIVATE,
    re_needs_120="kontra_any",
    kontra_needs_121="kontra_any",
    against="per_level",
    no_winner_keeps=("extras",),
    extras_solo=_points(doppelkopf=1),
    karlchen_cap=1,
    table_notes=table_notes.PARLETT,
)

FORUM_BOCK: Final = Bock(
    effect="double_all",
    points=0,
    length="round",
    overlap="stack",
    max_level=2,
    overflow="append",
    triggers=("lost_announcement", "zero_game", "120_120"),
    solo_extends_at=(4,),
)

FORUM: Final = replace(
    PRIVATE,
    re_needs_120="never",
    kontra_needs_121="never",
    ansage="double",
    against="none",
    no_winner_keeps=("extras",),
    gegen_die_alten_solo=True,
    extras_solo=ALL_FOUR,
    solo_points=1,
    notation="plus_only",
    bock=FORUM_BOCK,
    dealer_after_solo="same_at_four",
    solos=("trumpf", "kreuz", "pik", "herz", "damen", "buben", "fleischlos"),
    solo_leads="soloist",
    redeals=REDEALS,
    marks=MappingProxyType({"schweine": "Schweine", "hyperschweine": "Hyperschweine"}),
    marks_force_ansage=("schweine",),
    forced_ansage=("first_trick_30", "three_suits", "marks"),
    table_notes=table_notes.FORUM,
)

WIKIPEDIA2010: Final = replace(
    PRIVATE,
    kontra_needs_121="kontra_any",
    against="per_level",
    no_winner_keeps=("extras",),
    gegen_die_alten_solo=True,
    marks=MappingProxyType({"schweine": "Schweinchen", "superschweine": "Super-Schweinchen"}),
    table_notes=table_notes.WIKIPEDIA2010,
)

HAUSRUNDE: Final = replace(
    PRIVATE,
    bock=replace(FORUM_BOCK, triggers=(*FORUM_BOCK.triggers, "hearts_trick")),
    dealer_after_solo="same_at_four",
    redeals=REDEALS,
    table_notes=table_notes.HAUSRUNDE,
)

PRESETS: Final = {
    preset.key: preset
    for preset in (
        Preset(
            "ddv",
            say("DDV tournament rules"),
            DDV,
            say("The tournament rules of the Deutscher Doppelkopf-Verband: 24 games, one Pflichtsolo each."),
            cited_as="TSR",
        ),
        Preset(
            "handbook",
            say("Doppelkopf handbook"),
            DDV,
            say("A Doppelkopf handbook; official rules for the rest."),
            cited_as="HB",
        ),
        Preset(
            "ham",
            say("Online tutorial"),
            HAM,
            say("An online tutorial: zero Augen are schwarz. It is silent on extras in a solo; here they count."),
            cited_as="HAM",
        ),
        Preset(
            "parlett",
            say("Parlett"),
            PARLETT,
            say("The Penguin Book of Card Games: Re wins with 120 once Kontra has called."),
            cited_as="PAR",
        ),
        Preset(
            "forum",
            say("Forum house rules 2024"),
            FORUM,
            say("Re and Kontra double, a solo trebles, only plus points are written, with Bockrunden."),
            cited_as="FOR",
        ),
        Preset(
            "wikipedia2010",
            say("Wikipedia 2010"),
            WIKIPEDIA2010,
            say("The English encyclopedia article of July 2010: at 120:120 with both calls nobody wins."),
            cited_as="WIK",
        ),
        Preset(
            "hausrunde",
            say("House rules"),
            HAUSRUNDE,
            say("Most private groups: like the DDV, with Karlchen gefangen, Armut and Bock."),
            cited_as="",
        ),
    )
}
NEW_CLUB: Final = "hausrunde"


def get_rules(preset: object, overrides: object = None) -> Rules | list[Problem]:
    """Return the rules of a preset with some parameters replaced, or all problems at `preset` and `overrides.…`."""
    found = []
    if not isinstance(preset, str) or preset not in PRESETS:
        known = ", ".join(PRESETS)
        found.append(Problem("preset", say("Choose a preset: {presets}."), {"presets": known}))
        preset = NEW_CLUB  # any preset would do: the overrides are still read
    rules = PRESETS[preset].rules
    if overrides is not None and not isinstance(overrides, dict):
        found.append(Problem("overrides", say("This must be an object of parameters.")))
    elif overrides:
        changed = override_rules(rules, overrides)
        if isinstance(changed, Rules):
            rules = changed
        else:
            found.extend(problem.under("overrides") for problem in changed)
    return found or rules
