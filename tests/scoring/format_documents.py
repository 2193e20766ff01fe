"""Documents of the format: the examples of its text, and broken copies of them by chance."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent / "doko_zettel"
PEERS: Final = FOLDER / "peers"
VERDICTS: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))
VALID: Final = [name for name, verdict in VERDICTS.items() if verdict["valid"]]

ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 5, 9, 121, 100_001, 10**14, "", "re", "1", "x", "\u0001", "2026-02-30", "normal",
    "manual", "table", "sums", "solo", "penalty", [], {}, [1], ["x"], [[]], [{}], [1, 2, 3, 4], [1, 1, 2, 3], {"1": 1},
    {"by": 1}, {"re": {"fuchs": [{"by": {}}]}}, {"announced": {"re": {"re": []}}}, {"marks": [{"key": [], "by": 1}]},
    {"owing": [{}]}, {"resting": 1}, {"kind": []}, {"until": 1}, {"9": -1}, {"scores": {}},
)  # fmt: skip
KEYS: Final = (
    "x", "kind", "n", "id", "rules", "players", "points", "was", "who", "computed", "totals", "day", "solo", "re",
    "announced", "extras", "struck", "imported", "dealer", "owing", "preset", "meaning", "overrides", "scope", "1",
)  # fmt: skip


def read_example(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def broken_files(seed: int, count: int) -> Iterator[bytes]:
    """Yield examples with values, keys and bits changed by chance: always the same for the same seed."""
    chance = random.Random(seed)
    wholes = [json.loads(read_example(name)) for name in VERDICTS if VERDICTS[name].get("by") != "json"]
    for _ in range(count):
        document = copy.deepcopy(chance.choice(wholes))
        for _turn in range(chance.randint(1, 4)):
            break_one(document, chance)
        content = bytearray(json.dumps(document).encode())
        if chance.random() < 0.2:
            for _turn in range(chance.randint(1, 4)):
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.05:
            del content[chance.randrange(len(content)) :]
        yield bytes(content)


def break_one(document: Any, chance: random.Random) -> None:
    """Change one value or key anywhere in it."""
    places = [place for place in _walk(document) if place[0] is not None]
    if not places:
        return
    owner, key = chance.choice(places)
    what = chance.random()
    if what < 0.5:
        owner[key] = copy.deepcopy(chance.choice(ODD))
    elif what < 0.65:
        del owner[key]
    elif what < 0.8 and isinstance(owner, dict):
        owner[chance.choice(KEYS)] = owner.pop(key)
    elif isinstance(owner, list):
        owner.insert(key, copy.deepcopy(chance.choice(owner)))
    else:
        other, at = chance.choice(places)
        owner[key] = copy.deepcopy(other[at])


def _walk(value: Any, owner: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a document: what holds it, and its key."""
    yield owner, key
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, one in inner:
        yield from _walk(one, value, at)
