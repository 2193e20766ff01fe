"""A list of which nothing but its sums is known, and one from old paper with half points: counted beside its games."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('evenings', '0004_sendings'),
    ]

    operations = [
        migrations.AddField(
            model_name='result',
            name='doubled',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='result',
            name='summed',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
