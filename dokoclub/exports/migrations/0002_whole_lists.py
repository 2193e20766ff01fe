"""A list waits whole, says where it stands in the files, and of how many games it is the sum."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('exports', '0001_initial'),
    ]

    operations = [
        migrations.AddField('importedsheet', 'line', models.JSONField(null=True)),
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
