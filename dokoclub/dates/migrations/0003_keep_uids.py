"""Dates keep the uid that subscribed calendars know: the one with the host of this install."""

from django.conf import settings
from django.db import migrations


AT_ONCE = 500


def keep_uids(apps, _schema_editor):
    Date = apps.get_model("dates", "Date")
    host = settings.PUBLIC_ADDRESS.hostname
    some = []
    for date in Date.objects.filter(uid="").only("uuid").iterator(chunk_size=AT_ONCE):
        date.uid = f"date-{date.uuid}@{host}"
        some.append(date)
        if len(some) == AT_ONCE:
            Date.objects.bulk_update(some, ["uid"])
            some = []
    Date.objects.bulk_update(some, ["uid"])


class Migration(migrations.Migration):

    dependencies = [
        ("dates", "0002_uid"),
    ]

    operations = [
        migrations.RunPython(keep_uids, migrations.RunPython.noop),
    ]
