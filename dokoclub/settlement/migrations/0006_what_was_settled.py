"""Clearings remember what they settled, and payouts by a table of which time it was."""

from django.db import migrations, models


def remember(apps, schema_editor):
    """Of those that stand; what another one had settled before it was taken back, nobody knows any more."""
    clearing, transfer = (apps.get_model("settlement", name) for name in ("Clearing", "Transfer"))
    through = clearing.settles.through
    cleared = transfer.objects.exclude(cleared_by=None).values_list("cleared_by", "pk")
    through.objects.bulk_create(through(clearing_id=by, transfer_id=pk) for by, pk in cleared.iterator())


class Migration(migrations.Migration):

    dependencies = [
        ('settlement', '0005_clearings'),
    ]

    operations = [
        migrations.AddField(
            model_name='cashentry',
            name='table_first',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='cashentry',
            name='table_last',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='clearing',
            name='settles',
            field=models.ManyToManyField(related_name='+', to='settlement.transfer'),
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
