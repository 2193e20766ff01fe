"""A stake may have fractions of a cent: those that are there stay what they are."""

import django.core.validators
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_stamps'),
        ('evenings', '0005_old_paper'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='evening',
            name='evening_stake_is_within_reason',
        ),
        migrations.AlterField(
            model_name='evening',
            name='stake',
            field=models.DecimalField(decimal_places=2, default=Decimal('0'), max_digits=7, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(10000)], verbose_name='stake in cents a point'),
        ),
        migrations.AlterField(
            model_name='historicalevening',
            name='stake',
            field=models.DecimalField(decimal_places=2, default=Decimal('0'), max_digits=7, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(10000)], verbose_name='stake in cents a point'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.CheckConstraint(condition=models.Q(('stake__gte', 0), ('stake__lte', 10000)), name='evening_stake_is_within_reason'),
        ),
    ]
