"""Calendar feeds: 60 days back, 13 months ahead; their secret addresses; and personal data."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.dates.models import Date, DateState, Notice, Opens, Reminder, Reply, Secret, Subscription, Wish
from dokoclub.evenings.models import PlayerMerge
from dokoclub.webpush import read_place

DAYS_BACK: Final = 60
DAYS_AHEAD: Final = 397  # thirteen months
_REPLY = ("date__start", "answer", "guests", "comes_at", "remark", "late", "given_at")


class FeedDate(NamedTuple):
    """A date with the answer of the feed's owner. `answers`: the feed shows answers at all."""

    date: Date
    reply: Reply | None = None
    answers: bool = False


def dates_in_feed(secret: Secret, now: datetime) -> list[FeedDate]:
    """List the dates of a feed in order. One query for the feed of a club, four at most for a personal one."""
    if secret.opens == Opens.CLUB:
        return [FeedDate(date) for date in _dates(Q(club=secret.club), now)]
    if secret.player is not None:
        return _own([secret.player], Q(club=secret.player.club_id), now)
    account = secret.account
    players = Player.objects.active().filter(account=account)
    return _own(list(players), Q(club__memberships__account=account), now)


def _dates(of: Q, now: datetime) -> list[Date]:
    """List the dates of clubs that use them. Cancelled ones remain for that time, or a calendar would keep them."""
    back = now - timedelta(days=DAYS_BACK)
    window = Q(end__gte=back, start__lte=now + timedelta(days=DAYS_AHEAD))
    told = window | Q(state=DateState.CANCELLED, changed_at__gte=back)
    found = Date.objects.not_deleted().filter(of).filter(told).select_related("club").order_by("start", "pk")
    return [date for date in found if date.club.uses("dates")]


def _own(players: list[Player], of: Q, now: datetime) -> list[FeedDate]:
    dates = _dates(of, now)
    ids = {player.pk for player in players}
    kept = dict(PlayerMerge.objects.active().filter(kept__in=ids).values_list("merged", "kept"))
    replies = Reply.objects.filter(date__in=[date.pk for date in dates], player__in=ids | kept.keys())
    newest = {reply.date_id: reply for reply in replies.order_by("given_at", "pk")}
    playing = {player.club_id for player in players}
    return [FeedDate(date, newest.get(date.pk), answers=date.club_id in playing) for date in dates]


def get_feed_date(date: Date, player: Player | None) -> FeedDate:
    """Return one date for a personal calendar. One query."""
    reply = Reply.objects.filter(date=date, player=player).first() if player else None
    return FeedDate(date, reply, answers=player is not None)


class PlayersLink(NamedTuple):
    player: Player
    secret: Secret | None  # None: has no link


class Calendars(NamedTuple):
    own: Secret | None
    club: Secret | None


def answer_links(club: Club) -> list[PlayersLink]:
    """List the links of all current players, members first. Two queries."""
    secrets = Secret.objects.open().filter(opens=Opens.ANSWERS, player__club=club)
    by_player = {secret.player_id: secret for secret in secrets}
    players = club.players.active().order_by("guest", "folded_name", "pk")
    return [PlayersLink(player, by_player.get(player.pk)) for player in players]


def date_secret(player: Player, opens: Opens) -> Secret | None:
    """Return the player's open secret of that kind. One query."""
    return Secret.objects.open().filter(player=player, opens=opens).first()


def get_calendars(account: Account, club: Club) -> Calendars:
    """Return the account's feeds. One query."""
    found = {secret.opens: secret for secret in Secret.objects.open().filter(account=account, club__in=[club])}
    own = Secret.objects.open().filter(account=account, opens=Opens.OWN).first()
    return Calendars(own, found.get(Opens.CLUB))


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """Return a player's answers and secret addresses. Hooked into stored_about_player. Three queries."""
    return "dates", _stored(Q(player=player), Q(player=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the same for an account. Hooked into stored_about. Nine queries.

    Of a browser's address only its push service: the rest is a secret.
    """
    given = Reply.objects.filter(given_by=account).exclude(player__account=account).values("date__start", "given_at")
    return "dates", {
        **_stored(Q(player__account=account), Q(player__account=account) | Q(account=account)),
        "answered_for_others": list(given.order_by("pk")),
        "reminded_in": [
            {
                "browser": one.sign_in.browser,
                "push_service": read_place(one.endpoint).host,
                "language": one.language,
                "since": one.made_at,
            }
            for one in Subscription.objects.filter(account=account).select_related("sign_in")
        ],
        "reminded_of": list(Reminder.objects.filter(account=account).values("date__start", "sent_at")),
        "told_of": list(Wish.objects.filter(account=account).order_by("kind").values_list("kind", flat=True)),
        "notices": list(Notice.objects.filter(account=account).values("kind", "club__name", "day", "sent_at")),
        "dates_made": list(Date.objects.filter(made_by=account).order_by("pk").values("club__name", "start", "place")),
    }


def _stored(replies: Q, secrets: Q) -> dict[str, Any]:
    before = Reply.history.filter(replies).values("date_id", "answer", "remark", "guests", "history_date")
    return {
        "answers": list(Reply.objects.filter(replies).order_by("pk").values(*_REPLY)),
        "answers_before": list(before.order_by("history_id")),
        "secret_addresses": list(
            Secret.objects.filter(secrets).order_by("pk").values("opens", "made_at", "revoked_at")
        ),
    }
