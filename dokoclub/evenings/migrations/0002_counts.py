"""Counters and extras of a result move into JSON, so that a new one needs no column. A pure copy.

Extras of a club's own were not counted by player: sheets whose rules have some are left to `manage.py repost`, as
counted by version 0.
"""

from typing import Any

from django.db import migrations, models

COUNTERS = (
    "re_announced",
    "re_kept",
    "kontra_announced",
    "kontra_kept",
    "absagen",
    "absagen_kept",
    "bock_games",
    "pflichtsoli_open",
)
EXTRAS = ("fuchs", "karlchen", "karlchen_gefangen", "doppelkopf")
OBJECT = {
    "sqlite": "json_patch('{{}}', json_object({pairs}))",  # a null takes its key away
    "postgresql": "jsonb_strip_nulls(jsonb_build_object({pairs}))",
}


def copy(apps: Any, schema_editor: Any) -> None:
    """What is not 0, in one statement."""
    made = OBJECT[schema_editor.connection.vendor]
    counts, extras = (
        made.format(pairs=", ".join(f"'{name}', NULLIF({name}, 0)" for name in names)) for names in (COUNTERS, EXTRAS)
    )
    schema_editor.execute(f"UPDATE evenings_result SET counts = {counts}, extras = {extras}")  # noqa: S608


def mark(apps: Any, schema_editor: Any) -> None:
    """Which sheets are counted as version 1 counts."""
    sheets = apps.get_model("evenings", "Sheet").objects.order_by()
    own = [pk for pk, rules in sheets.values_list("pk", "rules").iterator() if has_own_extras(rules)]
    sheets.update(counted_by=1)
    for start in range(0, len(own), 500):
        sheets.filter(pk__in=own[start : start + 500]).update(counted_by=0)


def has_own_extras(rules: Any) -> bool:
    return any(not set(rules.get(kind) or ()) <= set(EXTRAS) for kind in ("extras", "extras_solo"))


class Migration(migrations.Migration):
    dependencies = [("evenings", "0001_initial")]

    operations = [
        migrations.AddField("result", "counts", models.JSONField(default=dict)),
        migrations.AddField("result", "extras", models.JSONField(default=dict)),
        migrations.AddField("sheet", "counted_by", models.PositiveSmallIntegerField(default=0, editable=False)),
        migrations.RunPython(copy),
        migrations.RunPython(mark),
    ]
