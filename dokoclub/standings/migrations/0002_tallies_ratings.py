"""Sums that are kept, the rating of a league, and who hides his own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('clubs', '0003_deal_cards'),
        ('evenings', '0004_sendings_old_paper_parts_of_a_cent'),
        ('standings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('of', models.CharField(max_length=30)),
                ('ranked_by', models.CharField(max_length=10)),
                ('stamp', models.CharField(max_length=32)),
                ('sums', models.BinaryField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='clubs.club')),
                ('evening', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='evenings.evening')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'ranked_by', 'of'), name='tally_is_kept_once')],
            },
        ),
        migrations.AddField(
            model_name='league',
            name='framed_by',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='league',
            name='rated',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='HiddenRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='hidden_rating', to='clubs.player')),
            ],
        ),
    ]
