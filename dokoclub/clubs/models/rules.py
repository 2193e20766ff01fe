"""The rules a club plays by, version by version."""

from __future__ import annotations

import uuid
from functools import cached_property

from django.conf import settings
from django.db import models
from django.utils import timezone

from dokoclub.clubs.models.club import Club
from scoring.rules.rules import Rules, restore_rules


class RulesVersion(models.Model):
    """Complete rules from one day on. A new version never touches an old one, nor a sheet opened under it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rules_versions")
    number = models.PositiveIntegerField()
    preset = models.CharField(max_length=40)  # what it was made from: the page shows the differences
    rules = models.JSONField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="rules_version_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rules_versions_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.number}"

    @cached_property
    def parsed(self) -> Rules:
        rules = restore_rules(self.rules)
        if not isinstance(rules, Rules):
            raise ValueError(rules)  # what is stored was checked when it was written: our own bug
        return rules
