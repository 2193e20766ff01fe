"""Random games like those of real rounds. The same seed gives the same games.

Frequencies follow reports of rounds: four of five games are normal ones, Re wins somewhat more often than Kontra,
every third game has an announcement, and most announcements are kept.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeAlias

from scoring.game.extras import DOPPELKOPF_AUGEN, KARLCHEN
from scoring.rules.rules import Rules
from scoring.terms import ABSAGE_KEYS, AUGEN, LIMIT, Player

Json: TypeAlias = dict[str, Any]

KINDS: Final = {"normal": 78, "hochzeit": 8, "armut": 5, "solo": 8, "stille_hochzeit": 1}
MEAN: Final = 126  # Augen of Re
SPREAD: Final = 30
ALONE_MEAN: Final = 132  # for players who dare to play alone
MISJUDGED: Final = 18  # players' error about their hands, in Augen
ANNOUNCED_FROM: Final = {"re": 143, "kontra": 149}
EXTRAS: Final = {"fuchs": 0.12, "karlchen": 0.1, "karlchen_gefangen": 0.04, "doppelkopf": 0.06}
RARE: Final = 0.04  # an extra of the club's own
ATTRIBUTED: Final = 0.5  # share of games


class Games:
    def __init__(self, random: Random, rules: Rules) -> None:
        self.random = random
        self.rules = rules
        offered = {kind: weight for kind, weight in KINDS.items() if kind != "armut" or rules.armut}
        if not rules.solos:
            offered.pop("solo")
        self._kinds, self._weights = list(offered), list(offered.values())

    def game(self, four: Sequence[Player]) -> tuple[Json, Json]:
        """Return facts and attribution of one game of these players."""
        kind = self.random.choices(self._kinds, self._weights)[0]
        alone = kind in ("solo", "stille_hochzeit") or (kind == "hochzeit" and self.random.random() < 0.1)
        players = self.random.sample(list(four), len(four))
        parties = {"re": players[: 1 if alone else 2], "kontra": players[1 if alone else 2 :]}
        augen = self._augen(ALONE_MEAN if alone else MEAN)
        by_party = {"re": augen, "kontra": AUGEN - augen}
        facts: Json = {"kind": kind, **parties, "re_points": augen}
        if kind == "solo":
            facts["solo"] = self.random.choice(self.rules.solos)
        facts["announced"] = {party: self._call(party, by_party[party]) for party in parties}
        facts["extras"] = self._extras(by_party)
        if augen in (0, AUGEN):
            facts["no_tricks"] = "re" if augen == 0 else "kontra"
        if self.rules.bock and "hearts_trick" in self.rules.bock.triggers:
            facts["hearts_trick"] = self.random.random() < 0.008
        return facts, self._attribution(facts, parties)

    def _augen(self, mean: int) -> int:
        """Return random Augen; 1 and 239 are impossible with the cards."""
        augen = min(max(round(self.random.gauss(mean, SPREAD)), 0), AUGEN)
        return {1: 2, AUGEN - 1: AUGEN - 2}.get(augen, augen)

    def _call(self, party: str, augen: int) -> str | None:
        """Return Re, Kontra, or the highest Absage that the party believes in."""
        believed = augen + self.random.gauss(0, MISJUDGED)
        if believed < ANNOUNCED_FROM[party] or self.random.random() < 0.25:
            return None
        dared = [ABSAGE_KEYS[call] for call, limit in LIMIT.items() if believed > AUGEN - limit + 18]
        return dared[-1] if dared and self.random.random() < 0.6 else party

    def _extras(self, by_party: dict[str, int]) -> dict[str, dict[str, int]]:
        """Return random extras: a Doppelkopf needs its Augen, and only one party wins the last trick."""
        last = self.random.choice([party for party, augen in by_party.items() if augen])
        own = dict.fromkeys(self.rules.extras.keys() - EXTRAS.keys(), RARE)
        found: dict[str, dict[str, int]] = {}
        for party, augen in by_party.items():
            counted = {
                key: 1
                for key, chance in sorted({**EXTRAS, **own}.items())
                if key in self.rules.extras
                and augen >= DOPPELKOPF_AUGEN
                and (party == last or key not in KARLCHEN)
                and self.random.random() < chance
            }
            found[party] = counted
        return found

    def _attribution(self, facts: Json, parties: dict[str, list[Player]]) -> Json:
        """Attribute announcements, Füchse, Armut and Hochzeit to players, in some games."""
        if self.random.random() > ATTRIBUTED:
            return {}
        announced = {
            party: {call: self.random.choice(parties[party])}
            for party, call in facts["announced"].items()
            if call is not None
        }
        others = {"re": parties["kontra"], "kontra": parties["re"]}
        extras = {
            party: {"fuchs": [{"by": self.random.choice(parties[party]), "from": self.random.choice(others[party])}]}
            for party, counts in facts["extras"].items()
            if "fuchs" in counts
        }
        if len(parties["re"]) == 1:
            announced.pop("re", None)
            extras.pop("re", None)
        return {"announced": announced, "extras": extras, **self._hand(facts)}

    def _hand(self, facts: Json) -> Json:
        """Return attribution of the hand. Parties are shuffled, and Augen serve as dice.

        Most partners are found in the first trick.
        """
        giver, *others = facts["re"]
        if facts["kind"] == "armut":
            return {"armut": {"from": giver}}
        if facts["kind"] == "hochzeit" and others:
            return {"hochzeit": {"by": giver, "trick": (1, 1, 1, 2, 3)[facts["re_points"] % 5]}}
        return {}
