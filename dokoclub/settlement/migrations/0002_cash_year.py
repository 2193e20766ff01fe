"""Rows of the cash box get the numbers of their vouchers, in the order in which they were booked; years can be closed.

Every amount says in which currency it was made, and a payout by a table of which time it was.
"""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


AMOUNTS = ("cashentry", "eveningmoney", "historicaleveningmoney", "payment")


def number_rows(apps: Any, schema_editor: Any) -> None:
    """From 1 in each club; no year was closed yet, so each row counts on its day."""
    entries = apps.get_model("settlement", "CashEntry").objects
    entries.update(counts_on=F("day"))
    last: dict[int, int] = {}
    numbered = []
    for entry in entries.order_by("pk").only("pk", "club_id").iterator(chunk_size=500):
        entry.number = last[entry.club_id] = last.get(entry.club_id, 0) + 1
        numbered.append(entry)
    entries.bulk_update(numbered, ["number"], batch_size=200)


def keep_currency(apps: Any, schema_editor: Any) -> None:
    """What is there was made in the currency that its club has now."""
    clubs = apps.get_model("clubs", "Club").objects.exclude(currency="EUR").order_by()
    for currency in clubs.values_list("currency", flat=True).distinct():
        of_it = clubs.filter(currency=currency).values("pk")
        for name in AMOUNTS:
            apps.get_model("settlement", name).objects.filter(club__in=of_it).update(currency=currency)


def check_rows_now(apps: Any, schema_editor: Any) -> None:
    """PostgreSQL checks references at the end of a transaction, and alters no table that has checks waiting."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("settlement", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex("cashentry", "cash_entries_of_a_club_by_day"),
        migrations.AddField("cashentry", "counts_on", models.DateField(null=True)),
        migrations.AddField("cashentry", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "cashentry",
            "kind",
            models.CharField(
                choices=[
                    ("booked", "deposit or withdrawal"),
                    ("opening", "opening balance"),
                    ("difference", "difference found in counting"),
                    ("exchange", "change of the currency"),
                    ("account", "on the account of a member"),
                ],
                default="booked",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "cashentry",
            "player",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField("cashentry", "table_first", models.DateField(null=True)),
        migrations.AddField("cashentry", "table_last", models.DateField(null=True)),
        migrations.AddField("payment", "kept_days", models.JSONField(null=True)),
        *(migrations.AddField(name, "currency", models.CharField(default="EUR", max_length=3)) for name in AMOUNTS),
        migrations.RunPython(number_rows, migrations.RunPython.noop),
        migrations.RunPython(keep_currency, migrations.RunPython.noop),
        migrations.RunPython(check_rows_now, migrations.RunPython.noop),
        migrations.AlterField("cashentry", "counts_on", models.DateField()),
        migrations.AlterField("cashentry", "number", models.PositiveIntegerField()),
        migrations.AlterModelOptions(
            "cashentry",
            {
                "ordering": ["-counts_on", "-pk"],
                "verbose_name": "entry of the cash box",
                "verbose_name_plural": "entries of the cash box",
            },
        ),
        migrations.AddIndex(
            "cashentry", models.Index(fields=["club", "counts_on"], name="cash_entries_of_a_club_by_day")
        ),
        migrations.AddConstraint(
            "cashentry",
            models.UniqueConstraint(fields=("club", "number"), name="cash_entry_number_once_in_a_club"),
        ),
        migrations.AddConstraint(
            "cashentry",
            models.CheckConstraint(
                condition=Q(("kind", "account"), _negated=True) | Q(("player__isnull", False)),
                name="account_of_a_member_is_somebodys",
            ),
        ),
        migrations.CreateModel(
            name="CashClosing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("year", models.PositiveSmallIntegerField()),
                ("opening", models.BigIntegerField()),
                ("began", models.BigIntegerField()),
                ("came_in", models.BigIntegerField()),
                ("went_out", models.BigIntegerField()),
                ("rows", models.PositiveIntegerField()),
                ("counted", models.BigIntegerField(null=True)),
                ("currency", models.CharField(default="EUR", max_length=3)),
                ("closed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cash_closings", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-year"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "year", "currency"), name="cash_year_is_closed_once")
                ],
            },
        ),
    ]
