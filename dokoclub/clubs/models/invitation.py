"""Invitations (links into a club), claims to be a player, and awaited players of a moved club."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from dokoclub.accounts.models import hash_token
from dokoclub.clubs.models.club import Club
from dokoclub.clubs.models.player import Membership, Player

KEPT: Final = timedelta(days=30)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def of(self, token: str) -> InvitationQuerySet:
        """Return the invitation of this token, open or not."""
        return self.filter(token_hash=hash_token(token))

    def open(self) -> InvitationQuerySet:
        """Return the invitations that are still valid."""
        return self.filter(
            Q(single_use=False) | Q(uses=0),
            revoked_at=None,
            expires_at__gt=timezone.now(),
            club__deleted_at=None,
        )

    def take(self, most: int | None = None) -> bool:
        """Count one use if it is still open; two simultaneous requests cannot both take the last one.

        `most`: how many uses its code to type allows in all.
        """
        left = self.open() if most is None else self.open().filter(uses__lt=most)
        return left.update(uses=F("uses") + 1) == 1


class Invitation(models.Model):
    """An invitation link with its rights, never the owner's: there is no field for it.

    Only the SHA-256 of the token is stored; the link is shown once, to its creator.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="invitations")
    scorer = models.BooleanField(default=False)
    treasurer = models.BooleanField(default=False)
    single_use = models.BooleanField(default=True)
    uses = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player=None) | Q(single_use=True), name="invitation_of_a_player_is_for_one_person"
            ),
            models.CheckConstraint(
                condition=Q(single_use=False) | Q(uses__lte=1), name="invitation_for_one_is_used_once"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="invitation_expires_after_it_was_made"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.player}" if self.player else str(self.club)

    @property
    def state(self) -> str:
        """Return `open`, `revoked`, `used` or `expired`."""
        if self.revoked_at:
            return "revoked"
        if self.single_use and self.uses:
            return "used"
        return "open" if self.expires_at > timezone.now() else "expired"


class ClaimQuerySet(models.QuerySet["Claim"]):
    def waiting(self) -> ClaimQuerySet:
        """Return the claims without an answer."""
        return self.filter(refused_at=None)


class Claim(models.Model):
    """The claim "Das bin ich": it has no effect until an owner confirms it, and then it is deleted.

    A refused claim stays refused. It ends with the membership, and when the player leaves.
    """

    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    asked_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True)

    objects = ClaimQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]

    def __str__(self) -> str:
        return f"{self.membership} = {self.player}"


class AwaitedQuerySet(models.QuerySet["Awaited"]):
    def to_invite(self) -> AwaitedQuerySet:
        """Return those who still belong to the club and have no account in it."""
        players = Player.objects.active().without_member()
        return self.filter(player__in=players)

    def to_purge(self) -> AwaitedQuerySet:
        return self.filter(came_at__lte=timezone.now() - KEPT)


class Awaited(models.Model):
    """A player with rights from a club file. It grants nothing, and is deleted on invitation or after a month."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="awaited")
    owner = models.BooleanField(default=False)
    scorer = models.BooleanField(default=False)
    treasurer = models.BooleanField(default=False)
    came_at = models.DateTimeField(default=timezone.now)

    objects = AwaitedQuerySet.as_manager()

    class Meta:
        ordering = ["player__folded_name", "pk"]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def may_score(self) -> bool:
        """Return True if an invitation includes scoring. It never makes an owner, but includes an owner's rights."""
        return self.owner or self.scorer

    @property
    def may_keep_money(self) -> bool:
        return self.owner or self.treasurer
