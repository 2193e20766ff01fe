"""Texts for the rules: a sentence for each parameter, its possible values, presets and sources."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.clubs.texts.games import ABSAGEN, Texts
from dokoclub.ui.rules_form import Words
from dokoclub.ui.texts import get_name, get_names, translate_text
from scoring.rules.kinds import DUTIES, SOLO_ALIASES, SOLOS
from scoring.rules.presets import PRESETS

# By parameter key; those of Bock under `bock.…`, as in the problems of scoring.
PARAMETERS: Final[Mapping[str, Words]] = {
    "re_needs_120": Words(_("Re wins with 120"), _("When does Re win with 120 card points? Otherwise 121.")),
    "kontra_needs_121": Words(_("Kontra needs 121"), _("When does Kontra need 121 card points? Otherwise 120.")),
    "schwarz": Words(_("Schwarz"), _("Is a side schwarz without a trick, or already without card points?")),
    "ansage": Words(_("Re and Kontra"), _("Effect of a called Re or Kontra?")),
    "ansage_points": Words(_("Points for Re or Kontra")),
    "ansage_double_loser": Words(
        _("Doubling for the losers"),
        _("If calls double: what when the losers score, thanks to many bonus points?"),
    ),
    "absage_points": Words(
        _("Points for a further call"),
        _("Always to the winners."),
    ),
    "against": Words(_("Against a failed further call"), _("What does the other side get for a failed further call?")),
    "no_winner_keeps": Words(_("If nobody wins"), _("What counts when both sides fail their calls?")),
    "gegen_die_alten": Words(_("Against the old ones")),
    "gegen_die_alten_solo": Words(_("Against the old ones in a solo"), _("Also for three who beat a soloist?")),
    "gegen_die_alten_armut": Words(_("Against the old ones in an Armut"), _("Also for Kontra beating an Armut?")),
    "extras": Words(_("Bonus points"), empty=_("Empty: doesn't count.")),
    "extras_solo": Words(
        _("Bonus points in solos"),
        empty=_("Empty: doesn't count."),
    ),
    "karlchen_cap": Words(
        _("At most for Karlchen"),
        _("Made and caught together, per side."),
        empty=_("Empty: no limit."),
    ),
    "doppelkopf": Words(_("Doppelkopf"), _("Which trick counts?")),
    "karlchen_card": Words(_("Last trick"), _("Which card makes it a bonus point?")),
    "extra_names": Words(_("Your own bonus points")),
    "solos": Words(_("Solos you play")),
    "solo_names": Words(_("Your own solos")),
    "armut": Words(_("You play Armut")),
    "solo_factor": Words(_("Solo multiplier"), _("Always 3 with plus and minus points.")),
    "solo_points": Words(_("Points for a solo"), _("Points added to every solo, before doubling.")),
    "solo_points_to": Words(_("Points go to"), _("Who gets the points for a solo?")),
    "notation": Words(_("Points on the sheet"), _("How do the points stand on the sheet?")),
    "bock": Words(_("You play Bock")),
    "bock.effect": Words(_("In a Bock game"), _("More points for what, and how?")),
    "bock.points": Words(_("Points in a Bock game")),
    "bock.length": Words(
        _("Games in a Bockrunde"),
        empty=_("Empty: as many as players at the table."),
    ),
    "bock.triggers": Words(_("Bockrunde triggers")),
    "bock.overlap": Words(_("A Bockrunde in a Bockrunde"), _("A new one while one is running?")),
    "bock.max_level": Words(_("Highest level"), _("1: Bock, 2: Doppelbock"), empty=_("Empty: no limit.")),
    "bock.overflow": Words(_("Above the highest level"), _("And a Bockrunde above the limit?")),
    "bock.solo_extends_at": Words(_("A solo does not use up a Bock game"), _("Table sizes with an extra solo")),
    "bock.in_solo": Words(_("Bock in a solo"), _("Do solos in Bock games count more, too?")),
    "pflichtsolo": Words(
        _("Pflichtsolo for everyone"),
        _("One solo per round, forced at the end (Vorführung) if still owed."),
    ),
    "games_per_list": Words(
        _("Games in a round"), _("For four players; with five, a quarter more."), empty=_("Empty: no fixed end.")
    ),
    "dealer_after_solo": Words(_("Dealer after a solo"), _("The same player again, or the next?")),
    "deck": Words(
        _("Cards"),
        _("With the nines, or without?"),
    ),
    "call_cards": Words(
        _("Cards in hand"),
        _("Minimum cards in hand for a call?"),
        empty=_("Empty: not fixed."),
    ),
    "call_cards_hochzeit": Words(
        _("Cards in hand in a Hochzeit"), empty=_("Empty: counted from the partner-finding trick.")
    ),
    "skip_steps": Words(_("Steps may be skipped"), _("May someone who missed no 90 still call no 60?")),
    "solo_leads": Words(_("Leads to a solo"), _("Who leads to a solo?")),
    "redeals": Words(_("Dealt again for")),
    "marks": Words(_("Schweine and the like")),
    "marks_force_ansage": Words(_("Marks that force Re or Kontra")),
    "forced_ansage": Words(_("Forced calls"), _("The entry form then asks for the forced call; statistics skip it.")),
    "by_kind": Words(_("By kind of game")),
    "gegen_die_alten_as": Words(_("Against the old ones belongs"), _("Counts only where the game alone is doubled.")),
    "raises": Words(_("Further calls"), _("At most, after Re and Kontra or knocks.")),
    "steps": Words(pgettext_lazy("of a game", "Steps"), _("Two steps more: plus two, or times four?")),
    "points_times": Words(_("Each point counts … times")),
    "solo_factor_for": Words(_("Counted several times in a solo"), _("The three opponents then write once.")),
    "at_120": Words(_("120 to 120"), _("What is a game at 120 to 120 worth?")),
    "feigheit": Words(_("Too timid"), _("Lost with this many steps called too few."), empty=_("Empty: never.")),
    "loser_can_gain": Words(_("Losers can gain"), _("By bonus points. Otherwise a game is worth 0 at most.")),
    "limits": Words(_("Steps that count")),
    "payments": Words(_("From hand to hand")),
    "offender_pays": Words(_("A wrong card: one pays for both")),
    "redeal_names": Words(_("A reason of your own")),
    "call_cards_kontra": Words(_("Cards in hand: Kontra"), empty=_("Empty: as for Re.")),
    "call_cards_solo": Words(_("Cards in hand in a solo"), empty=_("Empty: as ever.")),
    "solo_leads_first": Words(_("Only in the first … solos"), empty=_("Empty: always.")),
    "solo_leads_duties": Words(_("The soloist leads in")),
    "bock.several": Words(_("Several triggers in one game")),
    "table_notes": Words(_("Notes for the table"), _("Reservations, Armut, Hochzeit, Schweine: notes for guests.")),
}

_WHEN: Final[Texts] = {
    "never": _("never"),
    "kontra_only": _("if only Kontra has called"),
    "kontra_any": _("as soon as Kontra has called, even with Re"),
}

# Possible words of a parameter.
VALUES: Final[Mapping[str, Texts]] = {
    "re_needs_120": _WHEN,
    "kontra_needs_121": {**_WHEN, "any_call": _("as soon as anyone calls, even only Re")},
    "schwarz": {"no_trick": _("without a trick"), "zero_points": _("without card points")},
    "ansage": {
        "add": _("points are added"),
        "double": _("the game is doubled"),
        "double_game": _("double the game, not bonus points"),
    },
    "ansage_double_loser": {
        "literal": _("doubled only if the losers alone called"),
        "never": _("never doubled"),
        "always": _("doubled as for winners"),
    },
    "against": {
        "30_over": _("1 per step, from 120 card points (no 90), 90 (no 60), 60 (no 30), 30 (schwarz)"),
        "per_level": _("1 per step called, to the winners"),
        "none": _("nothing"),
    },
    "no_winner_keeps": {
        "under": _("played under 90, 60, 30"),
        "against": _("points for beating a further call"),
        "extras": _("Bonus points"),
    },
    "solo_points_to": {"winner": _("the winner"), "soloist": _("the soloist, if winning")},
    "doppelkopf": {
        "augen_40": _("one worth 40 card points or more"),
        "also_pairs": _("also one of two pairs of identical cards"),
    },
    "karlchen_card": {
        "jack": _("the jack of clubs: Karlchen"),
        "queen": _("the queen of clubs: Lieschen Müller"),
    },
    "notation": {
        "zero_sum": _("plus and minus; every row sums to 0"),
        "plus_only": _("plus only, for winners"),
        "minus_only": _("minus only, for losers"),
    },
    "dealer_after_solo": {
        "same_after_pflichtsolo": _("the same after a Pflichtsolo, otherwise the next"),
        "same_at_four": _("the same at a table of four, otherwise the next"),
        "same": _("the same"),
        "next": _("the next"),
        "same_after_first_solo": _("the same after a player's first solo, otherwise the next"),
    },
    "gegen_die_alten_as": {"extra": _("to the bonus points"), "game": _("to the game")},
    "steps": {"add": _("are added"), "double": _("double each")},
    "solo_factor_for": {"whoever": _("all who write"), "soloist": _("the soloist alone")},
    "at_120": {"as_won": _("as won"), "without_won": _("without the point for winning"), "double": _("doubled")},
    "limits": ABSAGEN,
    "solo_leads_duties": get_names(DUTIES),
    "bock.several": {"one": _("one Bockrunde"), "each": _("one for each")},
    "solos": get_names(SOLOS | {alias: SOLOS[key] for alias, key in SOLO_ALIASES.items()}),
    "bock.effect": {
        "double_all": _("everything counts double"),
        "double_game": _("the game counts double, bonus points don't"),
        "add": _("points are added"),
    },
    "bock.length": {"round": _("as many as players at the table")},
    "bock.overlap": {
        "stack": _("the coming games rise by one level"),
        "append": _("the new one follows afterwards"),
        "restart": _("the running one restarts"),
        "ignore": _("nothing"),
    },
    "bock.overflow": {"append": _("it follows afterwards"), "ignore": _("it is dropped")},
    "bock.triggers": {
        "lost_announcement": _("Re or Kontra called and lost"),
        "lost_re": _("Re called, Kontra won"),
        "lost_kontra": _("Kontra called, Re won"),
        "zero_game": _("the game is worth 0"),
        "120_120": _("120 to 120"),
        "solo_lost": _("a solo was lost"),
        "hearts_trick": _("a Herz trick went through"),
        "by_hand": _("the table declares one"),
    },
    "deck": {"48": _("48, with nines"), "40": _("40, without nines")},
    "solo_leads": {"left_of_dealer": _("the player left of the dealer"), "soloist": _("the soloist")},
    "redeals": {
        "nines": _("five nines"),
        "kings": _("five kings"),
        "armut_refused": _("refused Armut"),
        "double_armut": _("a double Armut"),
        "no_high_trump": _("nothing above the fox"),
        "few_trumps": _("few trumps"),
        "full_hand": _("80 card points, or seven full cards"),
    },
    "forced_ansage": {
        "first_trick_30": _("after 30 card points in the first trick"),
        "three_suits": _("after three suits in the first three tricks"),
        "marks": _("by Schweine and the like"),
        "first_trick": _("by taking the first trick"),
    },
    "bock.solo_extends_at": {
        "4": _("four players"),
        "5": _("five players"),
        "6": _("six players"),
        "7": _("seven players"),
    },
}

# Texts for parameters without a value.
NOTHING: Final[Mapping[str, Promise]] = {
    "karlchen_cap": _("no limit"),
    "games_per_list": _("no fixed end"),
    "bock.max_level": _("no limit"),
    "feigheit": _("there is no such thing"),
    "solo_leads_first": _("always"),
    "call_cards_kontra": _("as for Re"),
    "call_cards_solo": _("as ever"),
    "call_cards": _("not fixed"),
    "call_cards_hochzeit": _("from the partner-finding trick"),
}

SOURCES: Final[Mapping[str, Promise]] = {
    "TSR": _("Turnier-Spielregeln of the Deutscher Doppelkopf-Verband"),
    "HB": _("a Doppelkopf handbook"),
    "HAM": _("an online course on calls"),
    "PAR": _("Parlett, The Penguin Book of Card Games"),
    "FOR": _("house rules from a forum, 2024"),
    "WIK": _("the English Wikipedia of July 2010"),
    "rules.md": _("the rules as dokoclub writes them down (docs/rules.md)"),
}


def preset_choices() -> list[tuple[str, str]]:
    return [(key, get_name(preset)) for key, preset in PRESETS.items()]


def preset_sentences() -> list[tuple[str, str]]:
    """List name and sentence of each preset."""
    return [(get_name(preset), translate_text(preset.sentence)) for preset in PRESETS.values()]
