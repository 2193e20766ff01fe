"""Where a sheet stands in the files, so that it can be left out; how many games a summed evening had."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('exports', '0002_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='importedsheet',
            name='place',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='importedsheet',
            name='played',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
