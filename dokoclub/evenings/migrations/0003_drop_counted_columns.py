"""The columns that 0002 copied go."""

from django.db import migrations

COPIED = (
    "re_announced",
    "re_kept",
    "kontra_announced",
    "kontra_kept",
    "absagen",
    "absagen_kept",
    "bock_games",
    "pflichtsoli_open",
    "fuchs",
    "karlchen",
    "karlchen_gefangen",
    "doppelkopf",
)


class Migration(migrations.Migration):
    dependencies = [("evenings", "0002_counts")]

    operations = [migrations.RemoveField("result", name) for name in COPIED]
