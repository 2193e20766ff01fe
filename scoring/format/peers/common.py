"""What all readers share: the file in its possible shapes, strict values, days, and the document they build."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from scoring.format.building import DocumentBuilder, as_name, points_row, seat_players, untold_rules
from scoring.format.parsing import NoJson, decode_text, parse_text
from scoring.format.workbook import Tab
from scoring.terms import PLAYING, Problem, say

Json: TypeAlias = dict[str, Any]
DayOf: TypeAlias = Callable[[int], date]  # of a moment, in seconds since 1970
T = TypeVar("T")

NO_DAY: Final = say("The day of an evening: there is none in the file")
_EPOCH: Final = date(1970, 1, 1)
_DAY: Final = 86_400  # seconds
_HOUR: Final = 3600
_NIGHT: Final = 6 * _HOUR  # a game before six belongs to the evening before
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z?)")
_FRACTIONS: Final = re.compile(r'("(?:[^"\\]|\\.)*")|(-?\d+\.\d+(?:[eE][-+]?\d+)?)')
_MOST_SHOWN: Final = 40


class Refused(Exception):
    """The file cannot be taken; `problem` says why, and where."""

    def __init__(self, problem: str, where: str = "", **values: object) -> None:
        super().__init__(problem)
        self.problem = Problem(where, problem, values)

    @classmethod
    def of(cls, problem: Problem) -> Refused:
        refused = cls(problem.problem, problem.field)
        refused.problem = problem
        return refused


class Question(Exception):
    """Somebody must give names to the `ids` first: each with its games and points."""

    def __init__(self, ids: Mapping[str, tuple[int, int]]) -> None:
        super().__init__("names")
        self.ids = ids


class Imported(NamedTuple):
    """A file of another program as a document; `losses`: data missing in the document, each as often as lost."""

    peer: str
    document: Json
    losses: list[Problem]


def central_european_day(seconds: int) -> date:
    """Return the day of a game in central Europe; before 6 o'clock it belongs to the evening before."""
    year = (_EPOCH + timedelta(seconds // _DAY)).year
    summer = _last_sunday(year, 3) <= seconds < _last_sunday(year, 10)
    return _EPOCH + timedelta((seconds + (2 if summer else 1) * _HOUR - _NIGHT) // _DAY)


def _last_sunday(year: int, month: int) -> int:
    """Return when the clocks change: 1 o'clock UTC on the last Sunday of the month, in seconds since 1970."""
    last = date(year, month, 31)
    return (last - timedelta((last.weekday() + 1) % 7) - _EPOCH).days * _DAY + _HOUR


@dataclass
class Source:
    """A file, in each shape that a signature may ask for."""

    content: bytes
    tabs: Sequence[Tab] = ()  # of a workbook
    names: Mapping[str, str] = field(default_factory=dict)  # of people who have only ids
    day_of: DayOf = central_european_day

    @cached_property
    def text(self) -> str:
        """Return the text; nothing if it is none."""
        try:
            return "" if self.tabs else decode_text(self.content)
        except NoJson:
            return ""

    @cached_property
    def json(self) -> Any:
        """Return the JSON value; None if it is none. Fractions are texts, which no reader takes for a number."""
        try:
            return parse_text(_FRACTIONS.sub(_quote_fraction, self.text)) if self.text[:1] in "{[ \n\r\t" else None
        except NoJson:
            return None

    @cached_property
    def rows(self) -> list[list[str]]:
        """Return the rows of a CSV file with commas; none if it is no CSV."""
        try:
            return [row for row in csv.reader(self.text.splitlines(), strict=True) if any(row)]
        except csv.Error:
            return []


def _quote_fraction(found: re.Match[str]) -> str:
    return found[1] or json.dumps(found[2])


# --- Values, read strictly -------------------------------------------------------------------------------------------


def take_value(owner: Any, key: str, kind: type[T], where: str) -> T:
    """Return a value that must be there and of this type. Raises Refused."""
    value = owner.get(key) if isinstance(owner, dict) else None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refused(say("“{key}” is not there as it should be: the file is damaged or newer."), where, key=key)
    return value


def take_texts(owner: Any, key: str, where: str) -> list[str]:
    """Return a list of texts. Raises Refused."""
    listed = take_value(owner, key, list, where)
    if not all(isinstance(one, str) for one in listed):
        raise Refused(say("This must be a list of texts: the file is damaged or newer."), f"{where}/{key}")
    return listed


def take_objects(owner: Any, key: str, where: str) -> list[tuple[Json, str]]:
    """Return the objects of a list with their pointers. Raises Refused."""
    return as_objects(take_value(owner, key, list, where), f"{where}/{key}")


def as_objects(listed: Any, where: str) -> list[tuple[Json, str]]:
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise Refused(say("This must be a list of objects: the file is damaged or newer."), where)
    return [(one, f"{where}/{place}") for place, one in enumerate(listed)]


def take_name(text: object, where: str) -> str:
    """Return a name. Raises Refused."""
    name = as_name(text) if isinstance(text, str) else ""
    if not name:
        raise Refused(say("A name is missing."), where)
    return name


def take_whole(text: str, where: str) -> int:
    """Return a whole number in a cell of a table. Raises Refused."""
    if not re.fullmatch(r"[-+−]?\d{1,9}", text.strip()):
        raise Refused(say("“{text}” is no whole number."), where, text=text[:_MOST_SHOWN])
    return int(text.strip().replace("−", "-"))


def check_zero_sum(points: Iterable[int], where: str) -> None:
    """Raise Refused if the points of a game do not sum to zero."""
    if sum(points):
        raise Refused(say("The points of this game do not sum to 0: the file is damaged."), where)


def check_looks_like_game(points: Sequence[int], where: str) -> None:
    """Raise Refused unless two win what two lose, or one thrice what three lose."""
    check_zero_sum(points, where)
    sizes = sorted(abs(number) for number in points if number)
    if sizes and not (len(sizes) == PLAYING and sizes[0] == sizes[2] and sizes[3] in (sizes[0], 3 * sizes[0])):
        raise Refused(say("These points come from no game: the file is damaged."), where)


# --- Moments ----------------------------------------------------------------------------------------------------------


def moment_of(seconds: int) -> str:
    """Return a moment as a document writes it."""
    minutes, second = divmod(seconds % _DAY, 60)
    return f"{_EPOCH + timedelta(seconds // _DAY)}T{minutes // 60:02}:{minutes % 60:02}:{second:02}Z"


def seconds_of(text: object, where: str) -> int:
    """Return the seconds since 1970 of `2026-05-09T18:55:00.000Z`. Raises Refused."""
    return _seconds(text, where)[0]


def day_in_text(text: object, day_of: DayOf, where: str) -> str:
    """Return the day of a game from a moment; without a Z it is a local time. Raises Refused."""
    seconds, is_utc = _seconds(text, where)
    return str(day_of(seconds) if is_utc else _EPOCH + timedelta((seconds - _NIGHT) // _DAY))


def _seconds(text: object, where: str) -> tuple[int, bool]:
    found = _MOMENT.match(text) if isinstance(text, str) else None
    if found is None:
        raise Refused(say("This is no moment: the file is damaged or newer."), where)
    day, hours, minutes, seconds, utc = found.groups()
    try:
        days = (date.fromisoformat(day) - _EPOCH).days
    except ValueError:
        raise Refused(say("There is no such day."), where) from None
    return days * _DAY + int(hours) * _HOUR + int(minutes) * 60 + int(seconds), bool(utc)


def seconds_in(value: object, where: str) -> int:
    """Return the seconds since 1970 in a number of milliseconds. Raises Refused."""
    if type(value) is not int or not 0 <= value < 10**14:
        raise Refused(say("This is no moment: the file is damaged or newer."), where)
    return value // 1000


def digest_of(*parts: object) -> str:
    """Return a short key of a file that has none of its own."""
    return sha256(repr(parts).encode()).hexdigest()[:24]


# --- The document -----------------------------------------------------------------------------------------------------


class PeerDocument:
    """The document of a peer's file: evenings whose games are points, under rules that nobody told."""

    def __init__(self, peer: str, name: str = "") -> None:
        self._peer = peer
        self.builder = DocumentBuilder(peer, name)
        self.losses: list[Problem] = []
        self._rules: int | None = None

    @property
    def rules(self) -> int:
        if self._rules is None:
            self._rules = self.builder.add_rules(untold_rules())
        return self._rules

    def lose(self, problem: str, times: int = 1, **values: object) -> None:
        self.losses += [Problem("", problem, values)] * times

    def game(self, points: Mapping[Any, int], *, note: str = "", key: object = "", written: str = "") -> Json:
        """Return a game by the points of known people, each by its key."""
        numbered = {self.builder.player_of(person): number for person, number in points.items()}
        return points_row(numbered, note=note, key=self.key_of(key) if key not in ("", None) else "", written=written)

    def key_of(self, key: object) -> str:
        """Return our id of something that has one there."""
        whole = f"{self._peer}:{key}"
        return whole if re.fullmatch(r"[A-Za-z0-9._:-]{1,64}", whole) else f"{self._peer}:{digest_of(key)}"

    def add_evening(
        self, rows: Sequence[Json], *, day: str | None, key: object, place: str = "", seats: Iterable[str | int] = ()
    ) -> None:
        """Add an evening with one sheet, if anything was played."""
        if not rows:
            return
        players, whole = seat_players(rows, [self.builder.player_of(person) for person in seats])
        sheet: Json = {"rules": self.rules, "players": players, "rows": whole}
        self.builder.add_evening([sheet], day=day, key=self.key_of(key), place=place)

    def finish(self) -> Imported:
        if not self.builder.evenings:
            raise Refused(say("There are no games in it."))
        return Imported(self._peer, self.builder.build(), self.losses)
