"""Everybody who is there gets a card: in the order in which they were entered, those first who have not left."""

from collections import Counter, defaultdict

from django.db import migrations

TINTS = 12
AT_ONCE = 500


def first_letter(name):
    return next((sign for sign in name if sign.isalnum()), name[:1]).upper()[:2]


def letters_for(name, taken):
    """What is stored: "" where the first letter will do, else two that nobody has."""
    first = first_letter(name)
    if first not in taken:
        return ""
    pairs = [first[:1] + sign.lower() for sign in [sign for sign in name if sign.isalnum()][1:]]
    return next((pair for pair in pairs if pair not in taken), pairs[0] if pairs else "")


def deal_cards(apps, schema_editor):
    player, past = apps.get_model("clubs", "Player"), apps.get_model("clubs", "HistoricalPlayer")
    for found in by_card(player).items():
        (tint, monogram), numbers = found
        for start in range(0, len(numbers), AT_ONCE):
            some = numbers[start : start + AT_ONCE]
            player.objects.filter(pk__in=some).update(tint=tint, monogram=monogram)
            past.objects.filter(id__in=some).update(tint=tint, monogram=monogram)


def by_card(player):
    """Tint and stored letters -> who gets them."""
    dealt = defaultdict(list)
    given, taken = defaultdict(Counter), defaultdict(set)  # of each club
    everybody = player.objects.order_by("pk").values_list("pk", "club", "name", "erased_number", "left_at")
    for pk, club, name, erased, _left in sorted(everybody, key=lambda one: one[4] is not None):
        tint = min(range(1, TINTS + 1), key=lambda one: (given[club][one], one))
        monogram = "" if erased else letters_for(name, taken[club])
        given[club][tint] += 1
        taken[club].add(monogram or first_letter(name))
        dealt[tint, monogram].append(pk)
    return dealt


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_stamps_claims_cards")]
    operations = [migrations.RunPython(deal_cards, migrations.RunPython.noop)]
