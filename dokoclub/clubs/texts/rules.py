"""Texts for the rules: a sentence for each parameter, its possible values, presets and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts.games import ABSAGEN, Texts
from dokoclub.ui.rules_form import Words
from dokoclub.ui.texts import get_name, get_names, translate_text
from scoring.rules.kinds import DUTIES, SOLO_ALIASES, SOLOS
from scoring.rules.presets import PRESETS

# By parameter key; those of Bock under `bock.…`, as in the problems of scoring.
PARAMETERS: Final[Mapping[str, Words]] = {
    "re_needs_120": Words(_("Re needs only 120"), _("When are 120 Augen enough for Re? Otherwise it needs 121.")),
    "kontra_needs_121": Words(
        _("Kontra needs 121"), _("When must Kontra reach 121 Augen? Otherwise 120 are enough for it.")
    ),
    "schwarz": Words(_("Schwarz"), _("Is a party schwarz without a trick, or already without Augen?")),
    "ansage": Words(_("Re and Kontra"), _("What does it do to the game when Re or Kontra is announced?")),
    "ansage_points": Words(
        _("Points for Re or Kontra"), _("Points for each side that announced, where Ansagen add points.")
    ),
    "ansage_double_loser": Words(
        _("Doubling for the losers"),
        _("Where Ansagen double: what if the losers get the points, because of many Sonderpunkte?"),
    ),
    "absage_points": Words(
        _("Points for an Absage"),
        _("Points for each announced step (no 90, 60, 30, schwarz) of either side, always to the winners."),
    ),
    "against": Words(_("Against a failed Absage"), _("What does the other party get when an Absage failed?")),
    "no_winner_keeps": Words(
        _("When nobody wins"), _("What still counts when both parties announced too much and both failed?")
    ),
    "gegen_die_alten": Words(_("Against the old ones"), _("Points for Kontra when it wins.")),
    "gegen_die_alten_solo": Words(
        _("Against the old ones in a solo"), _("Do the three get these points too when they beat a soloist?")
    ),
    "gegen_die_alten_armut": Words(
        _("Against the old ones in an Armut"), _("Does Kontra get these points too when it beats an Armut?")
    ),
    "extras": Words(
        _("Sonderpunkte"), _("What each is worth in a normal game."), empty=_("Empty means: it does not count.")
    ),
    "extras_solo": Words(
        _("Sonderpunkte in a solo"),
        _("What each is worth when one plays alone."),
        empty=_("Empty means: it does not count."),
    ),
    "karlchen_cap": Words(
        _("At most for Karlchen"),
        _("Karlchen and Karlchen caught together bring a party no more than this."),
        empty=_("Empty means: no limit."),
    ),
    "doppelkopf": Words(_("Doppelkopf"), _("Which trick is one?")),
    "karlchen_card": Words(_("Who wins the last trick"), _("With which card does it count as a Sonderpunkt?")),
    "extra_names": Words(_("Your own Sonderpunkte"), _("Whatever else counts at your table, by its name.")),
    "solos": Words(
        _("Solos that you play"),
        _("The entry form offers these and no others, by their rank where a table ranks them."),
    ),
    "solo_names": Words(_("Your own solos"), _("Whatever else is played alone at your table, by its name.")),
    "armut": Words(_("You play Armut"), _("Then the entry form offers it.")),
    "solo_factor": Words(
        _("A solo counts this many times"), _("For the soloist. With plus and minus points it is always three times.")
    ),
    "solo_points": Words(_("Points for a solo"), _("Points on top of every solo, before anything is doubled.")),
    "solo_points_to": Words(_("These points go to"), _("Who gets the points for a solo?")),
    "notation": Words(_("What is written"), _("How do the points stand on the sheet?")),
    "bock": Words(_("You play Bock"), _("In a Bock game, points count more.")),
    "bock.effect": Words(_("In a Bock game"), _("What counts more, and how?")),
    "bock.points": Words(
        _("Points in a Bock game"), _("Points to the winners for each level, where Bock adds points.")
    ),
    "bock.length": Words(
        _("Games in a Bockrunde"),
        _("Number of games, beginning with the next one."),
        empty=_("Empty means: as many as players at the table."),
    ),
    "bock.triggers": Words(
        _("What starts a Bockrunde"), _("Any one of these. Several in one game still make one Bockrunde.")
    ),
    "bock.overlap": Words(_("A Bockrunde in a Bockrunde"), _("What happens when one is started while one is running?")),
    "bock.max_level": Words(
        _("Highest level"), _("1 is Bock, 2 is Doppelbock, and so on."), empty=_("Empty means: no limit.")
    ),
    "bock.overflow": Words(_("Above the highest level"), _("What happens to a Bockrunde that would rise above it?")),
    "bock.solo_extends_at": Words(
        _("A solo does not use up a Bock game"), _("At tables of which size is a solo played on top?")
    ),
    "bock.in_solo": Words(_("Bock in a solo"), _("Does a solo in a Bock game count more too, as every other game?")),
    "pflichtsolo": Words(
        _("Everybody owes a Pflichtsolo"),
        _("One solo per list; whoever has not played it when the games run out has to (Vorführung)."),
    ),
    "games_per_list": Words(
        _("Games in a list"), _("For four players; with five, a quarter more."), empty=_("Empty means: no fixed end.")
    ),
    "dealer_after_solo": Words(_("Who deals after a solo"), _("The same player again, or the next?")),
    "deck": Words(
        _("Cards"),
        _("With the nines, or without? There are 240 Augen either way; deadlines and reasons to deal again follow."),
    ),
    "call_cards": Words(
        _("Cards in hand"),
        _("How many cards must still be in hand when it is announced?"),
        empty=_("Empty means: not fixed."),
    ),
    "call_cards_hochzeit": Words(
        _("Cards in hand in a Hochzeit"), empty=_("Empty means: counted from the trick in which the partner is found.")
    ),
    "skip_steps": Words(_("Steps may be left out"), _("May a later card say no 60 where nobody said no 90 in time?")),
    "solo_leads": Words(_("Who leads to a solo"), _("Who plays the first card of a solo?")),
    "redeals": Words(
        _("What is dealt again"), _("The entry form offers these as reasons; a misdeal it always offers.")
    ),
    "marks": Words(
        _("Schweine and the like"), _("What players announce without points for it. The entry form offers these.")
    ),
    "marks_force_ansage": Words(
        _("Marks that force Re or Kontra"),
        _("Whoever has one must announce; the entry form hints where that is missing."),
    ),
    "forced_ansage": Words(
        _("Forced announcements"), _("The entry form then asks which was forced, and statistics leave it out.")
    ),
    "by_kind": Words(_("By kind of game"), _("What counts otherwise in a solo or a Hochzeit.")),
    "gegen_die_alten_as": Words(_("Against the old ones belongs"), _("Counts only where the game alone is doubled.")),
    "raises": Words(_("Further calls"), _("After Re and Kontra, or knocks: at most so many.")),
    "steps": Words(_("Steps of a game"), _("Two steps more: plus two, or times four?")),
    "points_times": Words(_("Written times"), _("Each point stands so often on the sheet.")),
    "solo_factor_for": Words(_("Counted several times in a solo"), _("His three opponents then write once.")),
    "at_120": Words(_("120 to 120"), _("How much does the game count that is split evenly?")),
    "feigheit": Words(
        _("Too timid"), _("So many steps announced too few: lost."), empty=_("Empty: there is no such thing.")
    ),
    "loser_can_gain": Words(_("Losers can gain"), _("By Sonderpunkte. Otherwise the game is worth nothing at most.")),
    "limits": Words(_("Steps that count"), _("Without a tick, the step is neither played nor announced.")),
    "payments": Words(_("From hand to hand"), _("What single players pay or get, beside the game.")),
    "offender_pays": Words(
        _("A wrong card: one pays for both"), _("Whoever plays a wrong card bears his partner's share, too.")
    ),
    "redeal_names": Words(_("A reason of your own"), _("Whatever else cards are dealt again for at your table.")),
    "call_cards_kontra": Words(_("Cards in hand: Kontra"), empty=_("Empty: as for Re.")),
    "call_cards_solo": Words(_("Cards in hand in a solo"), empty=_("Empty: as ever.")),
    "solo_leads_first": Words(
        _("Only in the first … solos"), _("After that, the player left of the dealer leads."), empty=_("Empty: always.")
    ),
    "solo_leads_duties": Words(_("The soloist leads in"), _("Without a tick, the player left of the dealer leads.")),
    "bock.several": Words(_("Several triggers in one game"), _("Such as a lost Re and a Herz trick.")),
    "table_notes": Words(
        _("Notes for the table"), _("Reservations, Armut, Hochzeit, Schweine: whatever else a guest should know.")
    ),
}

_WHEN: Final[Texts] = {
    "never": _("never"),
    "kontra_only": _("when only Kontra is announced"),
    "kontra_any": _("as soon as Kontra is announced, beside Re too"),
}

# Possible words of a parameter.
VALUES: Final[Mapping[str, Texts]] = {
    "re_needs_120": _WHEN,
    "kontra_needs_121": {**_WHEN, "any_call": _("as soon as anybody announces, if only Re")},
    "schwarz": {"no_trick": _("without a trick"), "zero_points": _("without Augen")},
    "ansage": {
        "add": _("points are added"),
        "double": _("the game is doubled"),
        "double_game": _("double the game, not the Sonderpunkte"),
    },
    "ansage_double_loser": {
        "literal": _("doubled only if they alone had announced"),
        "never": _("never doubled"),
        "always": _("doubled as for winners"),
    },
    "against": {
        "30_over": _("1 per step, from 120 Augen (no 90), 90 (no 60), 60 (no 30), 30 (schwarz)"),
        "per_level": _("1 for each announced step, to the winners"),
        "none": _("nothing"),
    },
    "no_winner_keeps": {
        "under": _("played under 90, 60, 30"),
        "against": _("points against an Absage"),
        "extras": _("Sonderpunkte"),
    },
    "solo_points_to": {"winner": _("whoever wins"), "soloist": _("the soloist, who must win for it")},
    "doppelkopf": {
        "augen_40": _("one of 40 Augen or more"),
        "also_pairs": _("also one of two pairs of identical cards"),
    },
    "karlchen_card": {
        "jack": _("the jack of clubs: Karlchen"),
        "queen": _("the queen of clubs: Lieschen Müller"),
    },
    "notation": {
        "zero_sum": _("plus and minus; every row sums to 0"),
        "plus_only": _("only plus, for those who get points"),
        "minus_only": _("only minus, for those who lose points"),
    },
    "dealer_after_solo": {
        "same_after_pflichtsolo": _("the same after a Pflichtsolo, otherwise the next"),
        "same_at_four": _("the same at a table of four, otherwise the next"),
        "same": _("the same"),
        "next": _("the next"),
        "same_after_first_solo": _("the same after a player's first solo, otherwise the next"),
    },
    "gegen_die_alten_as": {"extra": _("to the Sonderpunkte"), "game": _("to the game")},
    "steps": {"add": _("are added"), "double": _("double each")},
    "solo_factor_for": {"whoever": _("whoever writes"), "soloist": _("the soloist alone")},
    "at_120": {"as_won": _("as won"), "without_won": _("without the point for winning"), "double": _("doubled")},
    "limits": ABSAGEN,
    "solo_leads_duties": get_names(DUTIES),
    "bock.several": {"one": _("one Bockrunde"), "each": _("one for each")},
    "solos": get_names(SOLOS | {alias: SOLOS[key] for alias, key in SOLO_ALIASES.items()}),
    "bock.effect": {
        "double_all": _("everything counts double"),
        "double_game": _("the game counts double, Sonderpunkte do not"),
        "add": _("points are added"),
    },
    "bock.length": {"round": _("as many as players at the table")},
    "bock.overlap": {
        "stack": _("the coming games rise by one level"),
        "append": _("the new one follows afterwards"),
        "restart": _("the running one begins anew"),
        "ignore": _("nothing"),
    },
    "bock.overflow": {"append": _("it follows afterwards"), "ignore": _("it is dropped")},
    "bock.triggers": {
        "lost_announcement": _("Re or Kontra was announced and did not win"),
        "lost_re": _("Re was announced and Kontra won"),
        "lost_kontra": _("Kontra was announced and Re won"),
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
        "armut_refused": _("an Armut that is refused"),
        "double_armut": _("a double Armut"),
        "no_high_trump": _("nothing above the fox"),
        "few_trumps": _("few trumps"),
        "full_hand": _("80 Augen, or seven full cards"),
    },
    "forced_ansage": {
        "first_trick_30": _("after 30 Augen in the first trick"),
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
    "call_cards_hochzeit": _("counted from the trick in which the partner is found"),
}

SOURCES: Final[Mapping[str, Promise]] = {
    "TSR": _("Turnier-Spielregeln of the Deutscher Doppelkopf-Verband"),
    "HB": _("a Doppelkopf handbook"),
    "HAM": _("an online tutorial on Ansagen and Absagen"),
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
