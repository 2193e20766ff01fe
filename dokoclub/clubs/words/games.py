"""Words for what happens in a game: parties, the reckoning and the reasons. Kinds, solos, extras carry their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from dokoclub.look.words import name_of, short_of, translate_text
from scoring.game.extras import EXTRAS, LIESCHEN, variant_extras
from scoring.rules.kinds import ALONE, KINDS, SOLOS
from scoring.rules.rules import Rules
from scoring.terms import Call

Texts = Mapping[str, Promise]

PARTIES: Final[Texts] = {"re": _("Re"), "kontra": _("Kontra"), "none": _("nobody")}

# What a party can have announced, beside its Re or Kontra.
ABSAGEN: Final[Texts] = {
    "no90": _("no 90"),
    "no60": _("no 60"),
    "no30": _("no 30"),
    "schwarz": _("schwarz"),
}

# The steps of the ladder: Re or Kontra, then each Absage.
STEPS: Final[Texts] = {"ansage": _("Re/Kontra"), **ABSAGEN}

# Why cards are dealt again, in a sentence.
REDEALS: Final[Texts] = {
    "nines": _("five nines"),
    "kings": _("five kings"),
    "armut_refused": _("Armut refused"),
    "double_armut": _("double Armut"),
    "misdeal": _("misdeal"),
}
NO_REASON: Final = _("without a reason")

# The lines of a reckoning, but for the extras.
ITEMS: Final[Texts] = {
    "won": _("won"),
    "under_90": _("played under 90"),
    "under_60": _("played under 60"),
    "under_30": _("played under 30"),
    "schwarz_played": _("played schwarz"),
    "announced_re": _("Re announced"),
    "announced_kontra": _("Kontra announced"),
    "absage_no90_re": _("no 90 announced by Re"),
    "absage_no60_re": _("no 60 announced by Re"),
    "absage_no30_re": _("no 30 announced by Re"),
    "absage_schwarz_re": _("schwarz announced by Re"),
    "absage_no90_kontra": _("no 90 announced by Kontra"),
    "absage_no60_kontra": _("no 60 announced by Kontra"),
    "absage_no30_kontra": _("no 30 announced by Kontra"),
    "absage_schwarz_kontra": _("schwarz announced by Kontra"),
    "against_no90": _("120 against no 90"),
    "against_no60": _("90 against no 60"),
    "against_no30": _("60 against no 30"),
    "against_schwarz": _("30 against schwarz"),
    "solo": _("solo"),
    "gegen_die_alten": _("against the old ones"),
    "bock": _("Bock"),
}

# Where `against` is "per_level", no number of Augen is asked for.
AGAINST_PER_LEVEL: Final[Texts] = {
    "against_no90": _("against no 90"),
    "against_no60": _("against no 60"),
    "against_no30": _("against no 30"),
    "against_schwarz": _("against schwarz"),
}

# What multiplies a game.
FACTORS: Final[Texts] = {
    "bock_game": _("Bock, without Sonderpunkte"),
    "announced_re": _("Re announced"),
    "announced_kontra": _("Kontra announced"),
    "bock": _("Bock"),
}

# Why a party won or did not; filled with party, needed, had and absage.
REASONS: Final[Texts] = {
    "needed_augen": _("%(party)s needed %(needed)s and had %(had)s."),
    "needed_augen_after": _("After %(absage)s, %(party)s needed %(needed)s and had %(had)s."),
    "needed_every_trick": _("%(party)s had announced schwarz and needed every trick."),
    "needed_a_trick": _("Against schwarz, %(party)s needed a trick."),
}


class OwnName(NamedTuple):
    """What some rules call an extra, a solo or a mark. `is_word`: a text of `scoring`, to be translated."""

    key: str
    text: str
    is_word: bool = False


def list_names(rules: Rules) -> list[OwnName]:
    """Where it is not the name in the registry; own solos as `solo.…`, marks `mark.…`."""
    return [
        *(OwnName(key, name) for key, name in rules.extra_names.items() if key not in EXTRAS),
        *(OwnName(f"solo.{key}", name) for key, name in rules.solo_names.items()),
        *(OwnName(f"mark.{key}", name) for key, name in rules.marks.items()),
        *(OwnName(key, extra.name, is_word=True) for key, extra in variant_extras(rules).items()),
    ]


def tell_names(names: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """By key, in the reader's language."""
    return {key: translate_text(text) if is_word else text for key, text, is_word in names}


def own_names(rules: Rules) -> dict[str, str]:
    """`list_names`, by key, in the reader's language."""
    return tell_names(list_names(rules))


def solo_name(key: str, own: Mapping[str, str]) -> str:
    """The name of a solo, or of the kind of game that was played alone; `own`: what the rules have `called`."""
    known = SOLOS.get(key) or KINDS.get(key)
    return name_of(known) if known else own.get(f"solo.{key}", key)


def short_solo_name(key: str, own: Mapping[str, str]) -> str:
    """The same on a button, and below the number of a row."""
    return short_of(ALONE[key]) if key in ALONE else solo_name(key, own)


def extra_name(key: str, own: Mapping[str, str]) -> str:
    """The name of an extra: as these rules have `called` it, else of the registry, or else its key."""
    return own.get(key) or (name_of(EXTRAS[key]) if key in EXTRAS else key)


def short_extra_name(key: str, own: Mapping[str, str]) -> str:
    """The same on a button."""
    if key in EXTRAS:
        return short_of(LIESCHEN[key] if key in own else EXTRAS[key])
    return own.get(key, key)


def redeal_name(reason: str | None) -> str:
    """Why cards were dealt again, on a button or at the beginning of a line; None: nobody wrote it down."""
    return capfirst(str(REDEALS[reason] if reason else NO_REASON))


def mark_name(key: str, own: Mapping[str, str]) -> str:
    """What the rules call a mark."""
    return own.get(f"mark.{key}", key)


def call_name(party: str, call: Call) -> str:
    """Re, Kontra, no 90 …"""
    return str(PARTIES[party] if call is Call.ANSAGE else ABSAGEN[call.key])


def item_name(key: str, *, against: str, own: Mapping[str, str]) -> str | Promise:
    """A line of a reckoning under rules with this `against` and these own extras."""
    if against == "per_level" and key in AGAINST_PER_LEVEL:
        return AGAINST_PER_LEVEL[key]
    return ITEMS.get(key) or extra_name(key, own)
