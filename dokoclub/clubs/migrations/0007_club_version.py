"""The tables keep their names: triggers of the release before write to them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_features")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Stamp", "ClubVersion"),
                migrations.RenameModel("MonthStamp", "MonthVersion"),
                migrations.AlterModelTable("ClubVersion", "clubs_stamp"),
                migrations.AlterModelTable("MonthVersion", "clubs_monthstamp"),
                migrations.AlterField(
                    "ClubVersion",
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="version",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
                migrations.AlterField(
                    "MonthVersion",
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="month_versions", to="clubs.club"
                    ),
                ),
            ]
        )
    ]
