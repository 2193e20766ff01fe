"""Notes of the presets for the table: statements of the published texts beyond the parameters, in players' words.
They are for human readers only; a club's own notes replace them. Each sentence says the same as the text of its preset,
no more; if the text is ambiguous, a reading of the preset says so (`readings`).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from scoring.terms import say

OFFICIAL: Final = say(
    "A solo needs a reservation; all with a reservation are asked in turn, clockwise. A Pflichtsolo goes before any "
    "other solo, a solo before a Hochzeit; of equals, the first to speak plays.\n"
    "Hochzeit: the first other player to win a trick is the partner, if that happens within the first three tricks. "
    "Otherwise it is a trump solo. A player with both queens of clubs who says nothing plays alone.\n"
    "In a normal game the player left of the dealer leads."
)
HAM: Final = say(
    "An Absage needs an Ansage before it, and no step is left out. Several can be said at once, with enough cards in "
    "hand for each of them. Both players of a party may announce."
)
PARLETT: Final = say(
    "In a Hochzeit, Re may wait for the trick that finds the partner. The answer to an Absage may come with one card "
    "less in hand.\n"
    "A captured ace of diamonds is left face up."
)
FORUM: Final = say(
    "Reservations are announced in the order of dealing. Their rank: solo, new deal, Armut, Hochzeit. The rank of "
    "solos: trump solo, suit solo, queens solo, jacks solo, Fleischloser.\n"
    "New deal: a player with five or more nines (without nines: kings) may ask for it and lays the cards open.\n"
    "Armut: a player with only one or two trumps may pass them on, clockwise. The taker gives as many cards back and "
    "says whether trumps are among them.\n"
    "Schweine: both aces of diamonds in one hand, if announced; they force Re or Kontra. Hyperschweine: once Schweine"
    " are announced, both nines of diamonds in one hand, the same or another, if announced; they force nothing. In an"
    " Armut or a Hochzeit both are announced separately, in an Armut before the trumps are taken; cards taken never "
    "make Schweine or Hyperschweine. In a suit solo, both aces of that suit are the Schweine and both nines the "
    "Hyperschweine.\n"
    "A player who takes 30 Augen or more in the first trick must announce Re or Kontra, or no 90 if that was "
    "announced already. Exception: one player announced a Hochzeit and another the Schweine, and the trick that "
    "decides makes them partners; then 30 Augen in that trick force neither of them, because the Schweine already "
    "force Re.\n"
    "A player who gets through all three suits in the first three tricks must announce, too; in a suit solo, the side"
    " suits of that solo.\n"
    "Hochzeit: the player who takes the first trick is the partner; after three tricks of one's own it is a trump "
    "solo. Announcements wait for the trick that decides.\n"
    "Of two tens of hearts (Dullen) the second beats the first. The jack of clubs is called Karlchen."
)
WIKIPEDIA2010: Final = say(
    "Hochzeit: the first foreign player to win a trick is the partner; at most tables a kind of trick can be "
    "announced, such as the first without trumps.\n"
    "Most tables: the ten of hearts (Dulle) is the highest trump, and of two in one trick the second beats the first;"
    " at some tables not in the last trick.\n"
    "Schweinchen: both aces of diamonds in one hand, if announced, are the highest trumps. Super-Schweinchen: another"
    " player's two tens of diamonds beat them. Schweinchen often force an announcement; some say them at any time.\n"
    "Many tables: a player who takes 30 Augen or more in the first trick must announce (some: or say the next step), "
    "but not in tricks that decide a Hochzeit. An answer may come before one's own next card."
)
HAUSRUNDE: Final = say(
    "Reservations in order of dealing: solo, dealt again, Armut, Hochzeit.\n"
    "Hochzeit: the first other player to win a trick is the partner, if that happens within the first three tricks. "
    "Otherwise it is a trump solo."
)

# Released notes of presets that differed from their text, by SHA-256, with the corrected notes.
_PUT_RIGHT: Final = {
    "919538639b5b4dd8c6dcb77ec1d3587dc1d409895a056754a61013298df8a02c": OFFICIAL,
    "1c8a09716b7f784178011d40eb64c498d788d43be155d6eb595e2b2f93f32d34": HAM,
    "41ba109e55fad3b3f76dd81b5756e0a711176bb6c7b82096774cbdd2978e4d51": PARLETT,
    "1eb29a19b1ddbe2075a171db9d5a55d43e43a76468aefca1ae922f310f475872": FORUM,
    "916a98d7d289401aa94204bedafe6692f44962620bfcd4d7afd770212ddaad72": WIKIPEDIA2010,
}


def put_right(note: str) -> str:
    """Return today's wording of a preset's note that was stored in an earlier one; return any other note unchanged."""
    return _PUT_RIGHT.get(sha256(note.encode("utf-8", "surrogatepass")).hexdigest(), note) if note else note
