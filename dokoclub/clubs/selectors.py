"""Queries for pages about clubs, each with a fixed number of queries."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.db.models.functions import Lower
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Awaited, Claim, Club, Invitation, Membership, Player, Right, RulesVersion
from dokoclub.clubs.models.club import KEPT_AFTER_DELETION

PRESENT = Q(players__left_at=None)

Found = TypeVar("Found")


def read_once(club: Club, what: str, read: Callable[[], Found]) -> Found:
    """Cache the result of `read` in `club.read` for one page; the view enables this by setting `club.read`."""
    if club.read is None:
        return read()
    if what not in club.read:
        club.read[what] = read()
    found: Found = club.read[what]
    return found


def everybody_in(club: Club) -> list[Player]:
    """List all present and former players by name, with accounts and club. One query, shared by a whole page."""

    def read() -> list[Player]:
        players = list(Player.objects.filter(club=club).select_related("account", "awaited"))
        for player in players:
            player.club = club
        return players

    return read_once(club, "everybody", read)


def list_clubs(account: Account) -> list[Club]:
    """List the account's clubs with .member_count and .guest_count. One query."""
    mine = Club.objects.filter(pk__in=Club.objects.seen_by(account).values("pk"))
    return list(
        mine.annotate(
            member_count=Count("players", filter=PRESENT & Q(players__guest=False)),
            guest_count=Count("players", filter=PRESENT & Q(players__guest=True)),
        ).order_by("name", "pk")  # grouping drops the model's ordering
    )


def find_own_player(account: Account, club: int | None) -> Player | None:
    """Return the account's present player in that club, else in the first one it may see. One query."""
    mine = Player.objects.active().filter(account=account, club__in=Club.objects.seen_by(account))
    return mine.order_by(Case(When(club=club, then=0), default=1), "club").first()


def count_clubs() -> int:
    """Count the clubs, without the demo club. One query."""
    return _clubs_of_people().count()


def count_players() -> int:
    """Count the present players of these clubs; members of two clubs count twice. One query."""
    return Player.objects.active().filter(club__in=_clubs_of_people()).count()


def _clubs_of_people() -> QuerySet[Club]:
    shown = Membership.objects.filter(account__is_visitor=True)
    return Club.objects.not_deleted().exclude(pk__in=shown.values("club"))


def clubs_to_write_in(account: Account) -> list[Club]:
    """List the clubs in which the account may write sheets now, by name. One query."""
    mine = Membership.objects.filter(
        account=account, club__in=Club.objects.not_deleted(), club__moving_to=""
    ).select_related("club")
    return [membership.club for membership in mine.order_by("club__name", "club") if membership.may_score]


class Gone(NamedTuple):
    """Clubs that are deleted or have moved, but are not purged yet."""

    deleted: list[Club]  # those that the account may restore
    moved: list[Club]  # those with the account as a member


def get_gone_clubs(account: Account) -> Gone:
    """Return the deleted and moved clubs of an account. One query."""
    gone = Q(club__deleted_at__gt=timezone.now() - KEPT_AFTER_DELETION)
    members = list(
        Membership.objects.filter(gone, account=account).select_related("club").order_by("club__name", "club")
    )
    return Gone(
        [member.club for member in members if not member.club.has_moved and member.may(Right.OWN)],
        [member.club for member in members if member.club.has_moved],
    )


class Headcount(NamedTuple):
    members: int  # players who belong to the club now, without guests
    guests: int
    playing: int  # members and guests who are proposed for an evening
    accounts: int  # accounts that can sign in
    awaited: int = 0  # players who had an account at the previous install, and have none here


def count_heads(club: Club) -> Headcount:
    """Count the people of a club. Two queries, shared by a whole page."""
    players = active_players(club)
    guests = sum(player.guest for player in players)
    return Headcount(
        members=len(players) - guests,
        guests=guests,
        playing=sum(player.active for player in players),
        accounts=read_once(club, "accounts", club.memberships.count),
        awaited=sum(hasattr(player, "awaited") for player in players),
    )


def active_players(club: Club) -> list[Player]:
    """List the present players: members first, then guests, by name. One query."""
    return sorted((player for player in everybody_in(club) if player.left_at is None), key=lambda one: one.guest)


def players_gone(club: Club) -> list[Player]:
    """List the players who left, the latest first. One query."""
    return list(club.players.gone().order_by("-left_at", "pk"))


class Member(NamedTuple):
    membership: Membership
    player: Player | None  # the player of the account


def list_members(club: Club) -> list[Member]:
    """List the members: owners first, then by name. Two queries."""
    players = {player.account_id: player for player in club.players.active().exclude(account=None)}
    rows = club.memberships.select_related("account").order_by("-owner", Lower("account__display_name"), "pk")
    return [Member(row, players.get(row.account_id)) for row in rows]


def list_invitations(club: Club) -> list[Invitation]:
    """List the invitations, newest first. One query."""
    return list(club.invitations.select_related("player", "created_by"))


def find_moved(account: Account, path: str, number: int) -> Club | None:
    """Find the account's moved club that has `number` at the end of `path`. One query."""
    return Club.objects.moved().filter(**{path: number}, memberships__account=account).first()


def membership_in_moved(club: Club, account: Account) -> Membership | None:
    """Return the account's membership in a moved club. One query."""
    return club.memberships.filter(account=account).select_related("club").first()


def awaited_in(club: Club) -> list[Awaited]:
    """List the players who had an account at the previous install and have none here, by name. One query."""
    return list(Awaited.objects.to_invite().filter(player__club=club).select_related("player"))


def club_entered(token: str, account: Account) -> Club | None:
    """Return the club of that token's invitation, open or not, if the account is a member. One query."""
    return Club.objects.seen_by(account).filter(invitations__in=Invitation.objects.of(token)).first()


def is_open(invitation: int) -> bool:
    """Return True if the invitation with that id is still valid. One query."""
    return Invitation.objects.open().filter(pk=invitation).exists()


def find_player(club: Club, account: Account) -> Player | None:
    """Return the player of an account, including one who left. One query."""
    return club.players.filter(account=account).order_by(F("left_at").desc(nulls_first=True)).first()


def find_membership(club: Club, account: Account | None) -> Membership | None:
    """Return the membership of the account, if any. One query."""
    return club.memberships.filter(account=account).first() if account else None


def unclaimed_players(club: Club) -> list[Player]:
    """List the players without an account here: members first, then guests, by name. One query."""
    return list(club.players.active().without_member().order_by("guest", "folded_name", "pk"))


def claims_waiting(club: Club) -> list[Claim]:
    """List the claims that wait for an owner. One query, three more where anybody does, which is seldom."""
    waiting = Claim.objects.waiting().filter(membership__club=club)
    return list(waiting.prefetch_related("membership__account", "player"))


def find_claim(club: Club, number: int) -> Claim | None:
    """Find a claim in this club, answered or not. One query."""
    claims = Claim.objects.filter(pk=number, membership__club=club)
    return claims.select_related("membership__account", "player__club").first()


def find_own_claim(me: Membership) -> Claim | None:
    """Return the member's claim, even if refused. One query."""
    return Claim.objects.filter(membership=me).select_related("player").first()


def current_rules(club: Club) -> RulesVersion:
    """Return the rules in force. One query."""
    return club.rules_versions.select_related("created_by").latest("number")


def rules_history(club: Club) -> list[RulesVersion]:
    """List all versions of the rules, newest first. One query."""
    return list(club.rules_versions.select_related("created_by"))


def stored_about(account: Account) -> tuple[str, list[dict[str, Any]]]:
    """Return the data that clubs store about an account, for "what is stored about me". Hooked into stored_about.

    It includes former clubs in which the account's player remains.
    """
    clubs = Club.objects.filter(Q(memberships__account=account) | Q(players__account=account)).distinct()
    return "clubs", [_stored_in(club, account) for club in clubs]


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """Return the data about a player, with or without an account. Hooked into stored_about_player. Two queries."""
    rights = Awaited.objects.filter(player=player).values("owner", "scorer", "treasurer", "came_at")
    return "player", _stored_player(player) | {"awaited_with": list(rights)}


def _stored_in(club: Club, account: Account) -> dict[str, Any]:
    made = Invitation.objects.filter(club=club, created_by=account)
    written = RulesVersion.objects.filter(club=club, created_by=account)
    return {
        "name": club.name,
        "deleted_at": club.deleted_at,
        "rights": list(
            Membership.objects.filter(club=club, account=account).values("owner", "scorer", "treasurer", "joined_at")
        ),
        "players": [_stored_player(player) for player in club.players.filter(account=account)],
        "says_to_be": list(
            Claim.objects.filter(membership__club=club, membership__account=account).values(
                "asked_at", "refused_at", name=F("player__name")
            )
        ),
        "invitations_made": list(made.values("created_at", "expires_at", "revoked_at", "uses")),
        "rules_versions_written": list(written.values("number", "created_at")),
    }


def _stored_player(player: Player) -> dict[str, Any]:
    fields = ("name", "short_name", "guest", "active", "notes", "tint", "monogram", "left_at")
    return {
        **{field: getattr(player, field) for field in fields},
        "earlier": list(player.history.values(*fields, changed_at=F("history_date"))),
    }


def is_owner(account: Account, club: Club) -> bool:
    """Return True if the account owns the club. One query."""
    return Membership.objects.filter(club=club, account=account, owner=True).exists()
