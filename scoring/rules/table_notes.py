"""What a published rule text says of the table beyond the parameters, by the key of its preset: in words of players.

Nobody reads them but people; a club's own take their place. Each line stands in the text that its preset cites.
"""

from __future__ import annotations

from typing import Final

from scoring.terms import say

OFFICIAL: Final = say(
    "A solo needs a reservation; who has one says so in turn, beginning left of the dealer. A Pflichtsolo goes before "
    "any other solo, a solo before a Hochzeit; of equals, whoever speaks first plays.\n"
    "Hochzeit: the first other player to win a trick is the partner, if that happens within the first three tricks. "
    "Otherwise it is a trump solo. Whoever says nothing with both queens of clubs plays alone.\n"
    "In a normal game the player left of the dealer leads."
)
HAM: Final = say(
    "An Absage needs an Ansage before it, and no step is left out; several can be said at once. Both players of a "
    "party may announce. After a Hochzeit the later column holds."
)
PARLETT: Final = say(
    "In a Hochzeit, Re and Kontra may wait for the trick that finds the partner. The answer to an announcement may "
    "come one card later.\n"
    "A captured ace of diamonds is left face up before whoever caught it."
)
FORUM: Final = say(
    "Reservations in order of dealing: solo, dealt again, Armut, Hochzeit. Without nines, cards are dealt again with "
    "five kings.\n"
    "Armut: with one or two trumps they are passed clockwise; the taker gives as many cards back and says whether "
    "trumps are among them.\n"
    "Schweine: both aces of diamonds in one hand, if announced; they force Re or Kontra, but not where in a Hochzeit "
    "another player holds them. Hyperschweine: both nines of diamonds beside Schweine, in any hand; they force "
    "nothing. In an Armut or a Hochzeit, Schweine are announced separately, before cards are picked up; cards picked "
    "up never make Schweine. In a suit solo, the aces and nines of that suit are Schweine.\n"
    "Who takes 30 Augen or more in the first trick must announce, or say the next step; so must a party when three "
    "suits go through in the first three tricks.\n"
    "Hochzeit: who takes the first foreign trick is the partner; after three tricks of one's own it is a trump solo. "
    "Announcements wait for the trick that decides.\n"
    "Of two tens of hearts the second beats the first. They are called Dullen, the jack of clubs Karlchen."
)
WIKIPEDIA2010: Final = say(
    "Hochzeit: the first foreign trick decides, or the first of a kind that was announced.\n"
    "Of two tens of hearts the second beats the first, but not in the last trick.\n"
    "Schweinchen: both aces of diamonds in one hand, if announced. Super-Schweinchen: both tens of diamonds beside "
    "them, in another hand. Schweinchen often force an announcement; some say them at any time.\n"
    "Many tables: who takes 30 Augen in the first trick must announce (some: or say the next step), but not in a trick "
    "that decides a Hochzeit. An answer may come before the next card."
)
HAUSRUNDE: Final = say(
    "Reservations in order of dealing: solo, dealt again, Armut, Hochzeit.\n"
    "Hochzeit: the first other player to win a trick is the partner, if that happens within the first three tricks. "
    "Otherwise it is a trump solo."
)
