"""A new club has dates alone; an existing one keeps the features that it has used."""

from django.db import migrations, models

import dokoclub.clubs.models.features

INTO_THE_BOX = ("per_point_loss", "gap_to_winner", "split", "per_game")
SHARED_OUT = ("by_place", "lost_games", "lost_solos")  # to the cash box only where the pot is "box"
FLAT = ("present", "absent", "absent_late", "absent_excused")
NO_PARTY = models.Q(payer=None) | models.Q(receiver=None)


def pays_into_box(rules):
    method = rules.get("method")
    is_box = method in INTO_THE_BOX or (method in SHARED_OUT and rules.get("pot", "box") == "box")
    return is_box or any(rules.get(name) for name in FLAT)


def find_used(apps):
    """Return the keys of the clubs that have used each feature."""
    def clubs_of(app, *names, where=models.Q()):
        return {club for name in names for club in apps.get_model(app, name).objects.filter(where).values_list("club", flat=True)}

    money = apps.get_model("settlement", "ClubMoney").objects.values_list("club", "rules")
    dues = clubs_of("settlement", "Due", "Fine", "Charge", "ClubBank")
    box = clubs_of("settlement", "CashEntry", "CashClosing", "BudgetLine")
    box |= clubs_of("settlement", "Transfer", "Payment", where=NO_PARTY)
    return {
        "kitty": dues | box | {club for club, rules in money if pays_into_box(rules)},
        "dues": dues,
        "tournaments": clubs_of("tournaments", "Tournament", "Series"),
        "ratings": clubs_of("standings", "League", where=models.Q(rated=True)),
        "seasons": clubs_of("clubs", "Season"),
        "screens": clubs_of("screens", "ScreenLink"),
        "imports": clubs_of("exports", "Import"),
    }


def keep_used(apps, schema_editor):
    used = find_used(apps)
    clubs = apps.get_model("clubs", "Club").objects
    for club in clubs.only("features").order_by("pk"):
        kept = [key for key in club.features if key not in used or club.pk in used[key]]
        if kept != club.features:
            clubs.filter(pk=club.pk).update(features=kept)


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0007_club_version"),
        ("exports", "0004_tables"),
        ("screens", "0002_typed_codes"),
        ("settlement", "0003_accounts"),
        ("standings", "0002_tallies_ratings"),
        ("tournaments", "0002_series_and_entering"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="features",
            field=models.JSONField(default=dokoclub.clubs.models.features.features_at_first, editable=False),
        ),
        migrations.AlterField(
            model_name="historicalclub",
            name="features",
            field=models.JSONField(default=dokoclub.clubs.models.features.features_at_first, editable=False),
        ),
        migrations.RunPython(keep_used, migrations.RunPython.noop),
    ]
