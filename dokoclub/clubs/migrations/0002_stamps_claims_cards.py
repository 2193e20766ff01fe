"""Stamps of what has changed, who a member says to be, and the cards of players."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import dokoclub.clubs.models.stamp


class Migration(migrations.Migration):
    dependencies = [
        ('clubs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Stamp',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='stamp', serialize=False, to='clubs.club')),
                ('people', models.CharField(default=dokoclub.clubs.models.stamp.new_word, max_length=36)),
                ('play', models.CharField(default=dokoclub.clubs.models.stamp.new_word, max_length=36)),
                ('money', models.CharField(default=dokoclub.clubs.models.stamp.new_word, max_length=36)),
            ],
        ),
        migrations.CreateModel(
            name='MonthStamp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.CharField(max_length=7)),
                ('word', models.CharField(max_length=36)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='month_stamps', to='clubs.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'month'), name='month_of_a_club_has_one_stamp')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('refused_at', models.DateTimeField(null=True)),
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='claim', to='clubs.membership')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='clubs.player')),
            ],
            options={
                'ordering': ['asked_at', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='historicalplayer',
            name='monogram',
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddField(
            model_name='historicalplayer',
            name='tint',
            field=models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(12)]),
        ),
        migrations.AddField(
            model_name='player',
            name='monogram',
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddField(
            model_name='player',
            name='tint',
            field=models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(12)]),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('tint__range', (1, 12))), name='player_has_one_of_the_tints'),
        ),
    ]
