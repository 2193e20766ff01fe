"""Parameters that a club may vary, each with its values and its source. rules.md 1, 1.17.
Forms, checks and exports loop over `PARAMETERS`; each parameter is obeyed by one function elsewhere,
named in docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.rules.kinds import DUTIES, SOLO_WORDS
from scoring.rules.values import (
    AnyOf,
    Entries,
    Flag,
    Keys,
    Name,
    NamesByKey,
    Numbers,
    OneOf,
    PointsByKey,
    Text,
    Values,
    Whole,
)
from scoring.terms import ABSAGE_KEYS, TABLE_SIZES

POINTS: Final = Whole(0, 20)
WHEN: Final = ("never", "kontra_only", "kontra_any", "any_call")  # in this order: each includes the one before
TRIGGERS: Final = (
    "lost_announcement",
    "lost_re",
    "lost_kontra",
    "zero_game",
    "120_120",
    "solo_lost",
    "hearts_trick",
    "by_hand",
)
STEPS: Final = ("ansage", *ABSAGE_KEYS.values())  # of the ladder, lowest first
HAND: Final = {48: 12, 40: 10}  # cards of a player, by cards in the deck
CARDS: Final = Numbers(1, max(HAND.values()), STEPS)  # in hand, by step
FORCED: Final = ("first_trick_30", "three_suits", "marks", "first_trick")
OF_ARMUT: Final = frozenset(("armut_refused", "double_armut"))
REDEALS: Final = ("nines", "kings", "armut_refused", "double_armut", "no_high_trump", "few_trumps", "full_hand")
EXTRA_KEYS: Final = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf")  # of the registry in game.extras
LIMITS: Final = tuple(ABSAGE_KEYS.values())
# Parameters of one kind of game or solo (1.19), and of a payment between single players (1.27).
OF_A_KIND: Final = Entries(
    {
        "points": POINTS,
        "fixed": Numbers(0, 100, ("won", "lost"), nullable=False),
        "extras": PointsByKey(),
        "gegen_die_alten": Flag(),
        "announced": Flag(),
        "leads": Flag(),
    }
)
OF_A_PAYMENT: Final = Entries(
    {"name": Name(), "points": Whole(-20, 20), "with": OneOf(("each", "opponents", "nobody"))},
    all_needed=True,
    most=12,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    key: str
    values: Values | None  # None: `bock`, which has parameters of its own
    section: str  # of rules.md
    source: str  # where a rule book says so


PARAMETERS: Final = {
    parameter.key: parameter
    for parameter in (
        Parameter("re_needs_120", OneOf(WHEN[:-1]), "1.1", "TSR 7.1.2"),
        Parameter("kontra_needs_121", OneOf(WHEN), "1.1", "TSR 7.1.3; HAM"),
        Parameter("ansage", OneOf(("add", "double", "double_game")), "1.3", "TSR 7.2.2 b; FOR"),
        Parameter("ansage_points", POINTS, "1.3", "TSR 7.2.2 b"),
        Parameter("ansage_double_loser", OneOf(("literal", "never", "always")), "1.3", "FOR"),
        Parameter("absage_points", POINTS, "1.4", "TSR 7.2.2 c, d"),
        Parameter("against", OneOf(("30_over", "per_level", "none")), "1.5", "TSR 7.2.2 e, f; WIK; FOR"),
        Parameter("no_winner_keeps", AnyOf(("under", "against", "extras")), "1.6", "TSR 7.2.2; HAM"),
        Parameter("schwarz", OneOf(("no_trick", "zero_points")), "1.8", "TSR 7.2.2 a; HAM"),
        Parameter("gegen_die_alten", POINTS, "1.9", "TSR 7.2"),
        Parameter("gegen_die_alten_solo", Flag(), "1.9", "HAM; WIK"),
        Parameter("gegen_die_alten_armut", Flag(), "1.9", "rules.md 1.9"),
        Parameter("extras", PointsByKey(), "1.10", "TSR 7.2"),
        Parameter("extras_solo", PointsByKey(), "1.10", "TSR 7.2"),
        Parameter("karlchen_cap", Whole(0, 20, nullable=True), "1.10", "PAR"),
        Parameter("solo_factor", Whole(1, 10), "1.12", "TSR 7.3"),
        Parameter("solo_points", POINTS, "1.12", "FOR"),
        Parameter("solo_points_to", OneOf(("winner", "soloist")), "1.12", "FOR"),
        Parameter("notation", OneOf(("zero_sum", "plus_only", "minus_only")), "1.15", "TSR 7.3; FOR"),
        Parameter("bock", None, "1.13", "FOR"),
        Parameter("pflichtsolo", Flag(), "1.14", "TSR 4.2, 4.3"),
        Parameter("games_per_list", Whole(4, 200, nullable=True), "1.14", "TSR 10.1"),
        Parameter(
            "dealer_after_solo",
            OneOf(("same_after_pflichtsolo", "same_at_four", "same", "next", "same_after_first_solo")),
            "1.14",
            "TSR 4.3; FOR",
        ),
        Parameter("solos", AnyOf(SOLO_WORDS), "1.11", "rules.md 6"),
        Parameter("armut", Flag(), "1.11", "FOR"),
        Parameter("extra_names", NamesByKey(), "1.11", "rules.md 1.11"),
        Parameter("karlchen_card", OneOf(("jack", "queen")), "1.10", "PAR"),
        Parameter("doppelkopf", OneOf(("augen_40", "also_pairs")), "1.10", "TSR 7.2; PAR"),
        Parameter("solo_names", NamesByKey(), "1.11", "HB"),
        Parameter("deck", OneOf(tuple(HAND)), "1.18", "WIK"),
        Parameter("call_cards", CARDS, "1.18", "HAM; PAR; FOR; WIK"),
        Parameter("call_cards_hochzeit", CARDS, "1.18", "HAM"),
        Parameter("skip_steps", Flag(), "1.18", "WIK"),
        Parameter("solo_leads", OneOf(("left_of_dealer", "soloist")), "1.18", "HB; FOR"),
        Parameter("redeals", AnyOf(REDEALS), "1.18", "FOR"),
        Parameter("marks", NamesByKey(), "1.18", "FOR; WIK"),
        Parameter("marks_force_ansage", Keys(), "1.18", "FOR"),
        Parameter("forced_ansage", AnyOf(FORCED), "1.18", "FOR; WIK"),
        Parameter("table_notes", Text(2000), "1.18", "rules.md 1.18"),
        Parameter("by_kind", OF_A_KIND, "1.19", "rules.md 1.19"),
        Parameter("gegen_die_alten_as", OneOf(("extra", "game")), "1.20", "rules.md 1.20"),
        Parameter("raises", Whole(0, 10), "1.20", "rules.md 1.20"),
        Parameter("steps", OneOf(("add", "double")), "1.21", "rules.md 1.21"),
        Parameter("points_times", Whole(1, 100), "1.21", "rules.md 1.21"),
        Parameter("solo_factor_for", OneOf(("whoever", "soloist")), "1.22", "rules.md 1.22"),
        Parameter("at_120", OneOf(("as_won", "without_won", "double")), "1.23", "rules.md 1.23"),
        Parameter("feigheit", Whole(1, 4, nullable=True), "1.24", "rules.md 1.24"),
        Parameter("loser_can_gain", Flag(), "1.25", "rules.md 1.25"),
        Parameter("limits", AnyOf(LIMITS), "1.26", "rules.md 1.26"),
        Parameter("payments", OF_A_PAYMENT, "1.27", "rules.md 1.27"),
        Parameter("offender_pays", Flag(), "1.28", "rules.md 1.28"),
        Parameter("redeal_names", NamesByKey(), "1.18", "rules.md 1.18"),
        Parameter("call_cards_kontra", CARDS, "1.18", "rules.md 1.18"),
        Parameter("call_cards_solo", CARDS, "1.18", "rules.md 1.18"),
        Parameter("solo_leads_first", Whole(1, 20, nullable=True), "1.18", "rules.md 1.18"),
        Parameter("solo_leads_duties", AnyOf(tuple(DUTIES)), "1.18", "rules.md 1.18"),
    )
}
OF_THE_TABLE: Final = tuple(
    key for key, parameter in PARAMETERS.items() if parameter.section == "1.18"
)  # never of points

BOCK_PARAMETERS: Final = {
    parameter.key: parameter
    for parameter in (
        Parameter("effect", OneOf(("double_all", "double_game", "add")), "1.13", "FOR"),
        Parameter("points", POINTS, "1.13", "rules.md 1.13"),
        Parameter("length", Whole(1, 60, word="round"), "1.13", "FOR"),
        Parameter("overlap", OneOf(("stack", "append", "restart", "ignore")), "1.13", "FOR"),
        Parameter("max_level", Whole(1, 10, nullable=True), "1.13", "FOR"),
        Parameter("overflow", OneOf(("append", "ignore")), "1.13", "FOR"),
        Parameter("triggers", AnyOf(TRIGGERS), "1.13", "FOR"),
        Parameter("solo_extends_at", AnyOf(tuple(TABLE_SIZES), once=False), "1.13", "FOR"),
        Parameter("in_solo", Flag(), "1.13", "FOR"),
        Parameter("several", OneOf(("one", "each")), "1.13", "rules.md 1.13"),
    )
}
