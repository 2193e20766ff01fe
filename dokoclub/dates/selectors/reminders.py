"""Due reminders and notices by account, and the browsers of an account that get them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from dokoclub.accounts.models import Account, SignIn
from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.models.features import is_used
from dokoclub.dates.models import Date, News, Notice, Reminder, Reply, Subscription, Wish
from dokoclub.dates.selectors.answers import follow_merges
from dokoclub.evenings.models import PlayerMerge

FRESH: Final = timedelta(days=2)  # After that a notice is old news.
AHEAD: Final = timedelta(days=2)  # before the last moment to answer, so that a night remains to decide


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """An account without an answer to a date.

    `again`: answered, but the date was moved since. `tried`: a failed message.
    """

    date: Date
    account: int
    again: bool
    subscriptions: tuple[Subscription, ...]
    tried: Reminder | None


def is_anybody_asked(now: datetime, key: str) -> bool:
    """Return whether a date is soon, in a club of an account with reminders. One query; `list_due` is exact."""
    asked = _soon(now).filter(club__players__account__in=_wishing(key).values("account"))
    return any(is_used("dates", used) for used in asked.order_by().values_list("club__features", flat=True).distinct())


def list_due(now: datetime, key: str) -> list[Due]:
    """List all accounts that have not answered a date of the next days, the next first. Six queries at most."""
    dates = [date for date in _soon(now).select_related("club") if date.club.uses("dates")]
    browsers = _by_account(_wishing(key)) if dates else {}
    players = _asked_players({date.club_id for date in dates}, browsers)
    if not players:
        return []
    merges = PlayerMerge.objects.active().filter(club__in={player.club_id for player in players.values()})
    kept = dict(merges.values_list("merged", "kept"))
    replies = Reply.objects.filter(date__in=dates).order_by("given_at", "pk")
    moves = {(reply.date_id, follow_merges(reply.player_id, kept)): reply.moves for reply in replies}
    reminders = {(one.date_id, one.account_id): one for one in Reminder.objects.filter(date__in=dates)}
    return [
        Due(
            date=date,
            account=account,
            again=(date.pk, player.pk) in moves,
            subscriptions=browsers[account],
            tried=reminders.get((date.pk, account)),
        )
        for date in dates
        for player in players.values()
        for account in [_get_account(player)]
        if player.club_id == date.club_id
        and moves.get((date.pk, player.pk)) != date.moves
        and _may_try(reminders.get((date.pk, account)), now)
    ]


def find_notices(now: datetime, key: str) -> QuerySet[Notice]:
    """Return the notices to send now: of members who still wish them, and have a browser. One query."""
    due = Notice.objects.filter(again_at__lte=now, made_at__gt=now - FRESH, club__deleted_at=None)
    member = Membership.objects.filter(club=OuterRef("club"), account=OuterRef("account"))
    wish = Wish.objects.filter(account=OuterRef("account"), kind=OuterRef("kind"))
    return due.filter(Exists(member), Exists(wish), account__in=_usable(key).values("account"))


def list_notices(now: datetime, key: str) -> list[tuple[Notice, tuple[Subscription, ...]]]:
    """List the notices to send now, the oldest first, with the browsers of their account. Two queries at most."""
    notices = list(find_notices(now, key).select_related("club"))
    browsers = _by_account(_usable(key)) if notices else {}
    return [(one, browsers.get(one.account_id, ())) for one in notices]


def _soon(now: datetime) -> QuerySet[Date]:
    """Return the dates that need an answer soon, without read-only clubs, where nobody can answer."""
    last = Q(answer_until=None, start__lt=now + AHEAD) | Q(answer_until__lt=now + AHEAD)
    return Date.objects.not_deleted().planned().filter(last, start__gt=now, club__moving_to="").order_by("start", "pk")


def _usable(key: str) -> QuerySet[Subscription]:
    """Return the subscriptions of browsers still signed in that have the key of this install."""
    of = Subscription.objects.filter(key=key, account__erased_at=None, account__is_active=True)
    return of.filter(sign_in__in=SignIn.objects.running())


def _wishing(key: str) -> QuerySet[Subscription]:
    """Return those of accounts that want to be reminded of dates."""
    return _usable(key).filter(account__push_wishes__kind=News.ANSWER)


def _by_account(subscriptions: Iterable[Subscription]) -> dict[int, tuple[Subscription, ...]]:
    found: dict[int, tuple[Subscription, ...]] = {}
    for one in subscriptions:
        found[one.account_id] = (*found.get(one.account_id, ()), one)
    return found


def _asked_players(clubs: set[int], browsers: Mapping[int, Any]) -> dict[int, Player]:
    """Return the players who are asked and can read the question.

    A player whose account has left the club still plays in it, but is not asked.
    """
    if not browsers:
        return {}
    members = Membership.objects.filter(club=OuterRef("club"), account=OuterRef("account"))
    asked = Player.objects.active().filter(Exists(members), club__in=clubs, account__in=browsers.keys())
    return {player.pk: player for player in asked.filter(active=True, guest=False).order_by("folded_name", "pk")}


def _get_account(player: Player) -> int:
    assert player.account_id is not None  # noqa: S101  # `_asked_players` returns only players with an account.
    return player.account_id


def _may_try(reminder: Reminder | None, now: datetime) -> bool:
    return reminder is None or (reminder.again_at is not None and reminder.again_at <= now)


def list_subscriptions(account: Account) -> list[Subscription]:
    """List the browsers with reminders for the account, with their session. One query."""
    running = SignIn.objects.running()
    return list(Subscription.objects.filter(account=account, sign_in__in=running).select_related("sign_in"))


def list_wishes(account: Account) -> list[str]:
    """List the kinds of news that the account wants to hear of. One query."""
    return list(Wish.objects.filter(account=account).values_list("kind", flat=True))


def plays_anywhere(account: Account) -> bool:
    """Return whether the account plays in any club; otherwise it is asked for nothing. One query."""
    return Player.objects.active().filter(account=account, club__deleted_at=None).exists()
