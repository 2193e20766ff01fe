"""What is stored about somebody: his answers, and which addresses are his."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.dates.models import Date, Reminder, Reply, Secret, Subscription
from dokoclub.webpush.places import read_place

_REPLY = ("date__start", "answer", "guests", "comes_at", "remark", "late", "given_at")


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """Hooked into stored_about_player. Three queries."""
    return "dates", _stored(Q(player=player), Q(player=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Hooked into stored_about. Seven queries. Of a browser's address only whose it is: the rest is a secret."""
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
