"""Dates with the answers of current members: those to come, those over, excuses, and proposals for an evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.dates.models import Answer, Date, DateKind, Reply
from dokoclub.evenings.hooks import Arrivals
from dokoclub.evenings.models import Evening, PlayerMerge
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.glances import evening_of_day
from scoring.terms import PLAYING
from scoring.text import fold_name
from scoring.tournament.sizes import table_sizes

MOST_SHOWN: Final = 60  # dates on a page
MOST_BEFORE: Final = 12
EXCUSED: Final = "excused"
LATE: Final = "late"
SAID: Final = (EXCUSED, LATE)

Excuses = Mapping[int, str]  # by player; players without an excuse are missing
NEAR: Final = timedelta(days=2)  # The dates of today begin within this distance.


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A date with its answers. `expected`: players asked, by name; `replies`: by player, also of others."""

    date: Date
    expected: tuple[Player, ...]
    people: Mapping[int, Player]
    replies: Mapping[int, Reply]

    def by_answer(self, answer: Answer) -> list[Reply]:
        """List these answers by name; those from before the date was moved count until they are renewed."""
        found = [reply for reply in self.replies.values() if reply.answer == answer]
        return sorted(found, key=lambda reply: (reply.player.folded_name, reply.player_id))

    @property
    def yes(self) -> list[Reply]:
        return self.by_answer(Answer.YES)

    @property
    def maybe(self) -> list[Reply]:
        return self.by_answer(Answer.MAYBE)

    @property
    def guests(self) -> list[tuple[str, Player]]:
        """List the guests, each with the player who brings them."""
        return [(name, reply.player) for reply in self.yes for name in reply.guests]

    @property
    def heads(self) -> int:
        """Return the number of people coming, with guests; for a past date also with players erased since."""
        gone = [said for said in self.date.kept.values() if said == Answer.YES]
        return len(self.yes) + len(self.guests) + len(gone)

    @property
    def open(self) -> list[Player]:
        """List the players asked who have not answered, or not since the date was moved."""
        return [player for player in self.expected if not self.has_answered(player)]

    @property
    def tables(self) -> list[int]:
        """List the sizes of the tables, the largest first; empty if too few come."""
        return sorted(table_sizes(self.heads), reverse=True) if self.heads >= PLAYING else []

    @property
    def lacking(self) -> int:
        """Return the number of players missing for a table."""
        return max(0, PLAYING - self.heads)

    @property
    def free(self) -> int | None:
        """Return the free places, negative if too many come; None without a limit."""
        return None if self.date.places is None else self.date.places - self.heads

    def reply_of(self, player: Player | None) -> Reply | None:
        return self.replies.get(player.pk) if player else None

    def has_answered(self, player: Player) -> bool:
        reply = self.replies.get(player.pk)
        return reply is not None and reply.moves == self.date.moves

    def is_asked_again(self, player: Player) -> bool:
        """Return whether the player answered before the date was moved."""
        return player.pk in self.replies and not self.has_answered(player)


def dates_of_club(club: Club, now: datetime) -> list[Coming]:
    """List all dates that are not over, the next first. Four queries for any number of dates."""
    return _with_answers(club, list(Date.objects.filter(club=club).to_come(now)[:MOST_SHOWN]))


def replies_before(club: Club, now: datetime) -> list[Coming]:
    """List the last dates that are over, the newest first. Four queries."""
    over = Date.objects.filter(club=club, end__lte=now).order_by("-start", "-pk")
    return _with_answers(club, list(over[:MOST_BEFORE]))


def read_date(date: Date) -> Coming:
    """Return a date with its answers. Three queries."""
    return _with_answers(date.club, [date])[0]


def list_open_answers(account: Account, now: datetime, until: datetime) -> list[tuple[Player, list[Coming]]]:
    """List the dates until then without an answer of the account, the next first, by player in each of its clubs.

    Three queries for any number of clubs and dates; one if nothing is planned.
    """
    seen = Club.objects.seen_by(account)
    dates = list(Date.objects.planned().filter(club__in=seen, start__gt=now, start__lt=until)[:MOST_SHOWN])
    if not dates:
        return []
    playing = Player.objects.active().filter(account=account, club__in={meeting.club_id for meeting in dates})
    players = list(playing.select_related("club").order_by("club__name", "pk"))
    mine = Reply.objects.filter(date__in=dates, player__in=players)
    answered = {reply.date_id: reply for reply in mine}
    found: dict[int, list[Coming]] = {player.club_id: [] for player in players}
    by_club = {player.club_id: player for player in players}
    for meeting in dates:
        if meeting.club_id not in by_club:
            continue
        player, reply = by_club[meeting.club_id], answered.get(meeting.pk)
        replies = {player.pk: reply} if reply else {}
        coming = Coming(date=meeting, expected=(player,), people={player.pk: player}, replies=replies)
        if not coming.has_answered(player):
            found[meeting.club_id].append(coming)
    return [
        (player, found[player.club_id]) for player in players if found[player.club_id] and player.club.uses("dates")
    ]


def next_date(club: Club, now: datetime) -> Date | None:
    """Return the next date that is not cancelled. One query."""
    return Date.objects.planned().filter(club=club).to_come(now).order_by("start", "pk").first()


def last_date(club: Club) -> Date | None:
    """Return the date that was planned last. One query."""
    return Date.objects.filter(club=club).order_by("-pk").first()


def player_of_account(club: Club, account: Account) -> Player | None:
    """Return the account's player; a member need not play. One query."""
    mine = (one for one in everybody_in(club) if one.account_id == account.pk and one.left_at is None)
    return next(mine, None)


def _with_answers(club: Club, dates: Sequence[Date]) -> list[Coming]:
    """Add the answers. Three queries: players, answers, and merged players; none without a date.

    Players who have left are still listed for a date that has begun.
    """
    if not dates:
        return []
    now = timezone.now()
    everybody = {player.pk: player for player in everybody_in(club)}
    people = {pk: player for pk, player in everybody.items() if player.left_at is None}
    replies = list(Reply.objects.filter(date__in=[date.pk for date in dates]).order_by("given_at", "pk"))
    has_others = any(reply.player_id not in people for reply in replies)  # merged players have left
    merges = PlayerMerge.objects.active().filter(club=club) if has_others else PlayerMerge.objects.none()
    kept = dict(merges.values_list("merged", "kept"))
    by_date: dict[int, dict[int, Reply]] = {date.pk: {} for date in dates}
    begun = {date.pk for date in dates if date.start <= now}
    for player, reply in with_players(replies, everybody, kept):
        if player.pk in people or reply.date_id in begun:
            by_date[reply.date_id][player.pk] = reply
    expected = tuple(player for player in people.values() if player.active and not player.guest)
    return [Coming(date=date, expected=expected, people=people, replies=by_date[date.pk]) for date in dates]


def with_players(
    replies: Iterable[Reply], players: Mapping[int, Player], kept: Mapping[int, int]
) -> Iterable[tuple[Player, Reply]]:
    """Yield each answer with its current player; of two merged players the later answer comes last. No query."""
    for reply in replies:
        player = players.get(follow_merges(reply.player_id, kept))
        if player is not None:
            attached: Any = reply
            attached.player = player
            yield player, reply


def follow_merges(player: int, kept: Mapping[int, int]) -> int:
    while player in kept:
        player = kept[player]
    return player


def get_excuses(club: Club, evenings: Iterable[Evening]) -> Mapping[int, Excuses]:
    """Return the refusals by evening and player. Three queries for any number of evenings.

    An evening has the answers of the dates of its day; a cancelled date does not count.
    """
    wanted = list(evenings)
    days = {evening.date for evening in wanted}
    dates = list(Date.objects.planned().filter(club=club, day__in=days, kind=DateKind.EVENING).only("day", "kept"))
    kept = dict(PlayerMerge.objects.active().filter(club=club).values_list("merged", "kept"))
    by_day: dict[object, dict[int, str]] = {day: {} for day in days}
    day_of = {meeting.pk: meeting.day for meeting in dates}
    for meeting in dates:
        said = {follow_merges(int(player), kept): word for player, word in meeting.kept.items() if word in SAID}
        by_day[meeting.day].update(said)
    replies = Reply.objects.filter(date__in=list(day_of)).order_by("given_at", "pk")
    for date_id, player, answer, late in replies.values_list("date", "player", "answer", "late"):
        said = by_day[day_of[date_id]]
        if answer == Answer.NO:
            said[follow_merges(player, kept)] = LATE if late else EXCUSED
        else:
            said.pop(follow_merges(player, kept), None)
    return {evening.pk: by_day[evening.date] for evening in wanted}


def club_days(club: Club, first: date, last: date) -> list[date]:
    """List the days with a planned evening, each once. One query."""
    planned = Date.objects.planned().filter(club=club, kind=DateKind.EVENING, day__range=(first, last))
    return list(planned.order_by("day").values_list("day", flat=True).distinct())


def planned_today(club: Club) -> Date | None:
    """Return today's date if its evening has not begun. Two queries, one if nothing is planned."""
    today = date_of_play()
    near = Date.objects.planned().filter(club=club, start__range=(timezone.now() - NEAR, timezone.now() + NEAR))
    found = next((date for date in near.order_by("start", "pk") if date.day == today), None)
    return found if found and evening_of_day(club, today) is None else None


def propose_coming(club: Club, number: int) -> Arrivals | None:
    """Return the people coming to that date, with the guests known by name. Hooked into evenings' arrivals.

    Four queries. None if it is no date of the club.
    """
    date = Date.objects.planned().filter(club=club, pk=number).first()
    if date is None or not club.uses("dates"):
        return None
    date.club = club
    coming = read_date(date)
    known = {fold_name(player.name): player.pk for player in coming.people.values()}
    guests = [known[fold_name(name)] for name, _ in coming.guests if fold_name(name) in known]
    players = [reply.player.pk for reply in coming.yes]
    return Arrivals(
        players=tuple(dict.fromkeys([*players, *guests])),
        place=date.place,
        day=date.day,
        club_evening=date.kind != DateKind.OTHER,
    )
