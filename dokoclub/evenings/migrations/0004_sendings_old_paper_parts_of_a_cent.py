"""What phones sent at once; lists from old paper; a stake may have fractions of a cent."""

from decimal import Decimal

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('evenings', '0003_drop_counted_columns'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uuid", models.UUIDField(editable=False, unique=True)),
                ("digest", models.CharField(editable=False, max_length=32)),
                ("base", models.PositiveIntegerField(editable=False)),
                ("version", models.PositiveIntegerField(editable=False)),
                ("ops", models.PositiveSmallIntegerField(editable=False)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sendings", to="evenings.sheet"
                    ),
                ),
            ],
            options={
                "verbose_name": "sending",
                "verbose_name_plural": "sendings",
                "ordering": ["pk"],
            },
        ),
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
