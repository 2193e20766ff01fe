"""Every amount says in which currency it was made."""

from django.conf import settings
from django.db import migrations, models

AMOUNTS = (
    "budgetline",
    "cashclosing",
    "cashentry",
    "charge",
    "due",
    "eveningmoney",
    "fine",
    "historicaleveningmoney",
    "payment",
)


def keep_currency(apps, schema_editor):
    """What is there was made in the currency that its club has now."""
    club = apps.get_model("clubs", "Club")
    for currency in club.objects.exclude(currency="EUR").order_by().values_list("currency", flat=True).distinct():
        of_it = club.objects.filter(currency=currency).values("pk")
        for name in AMOUNTS:
            apps.get_model("settlement", name).objects.filter(club__in=of_it).update(currency=currency)


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_stamps'),
        ('settlement', '0003_accounts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='budgetline',
            name='purpose_once_in_a_budget',
        ),
        migrations.RemoveConstraint(
            model_name='cashclosing',
            name='cash_year_is_closed_once',
        ),
        migrations.AddField(
            model_name='budgetline',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='cashclosing',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='cashentry',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='charge',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='due',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='eveningmoney',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='fine',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='historicaleveningmoney',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AddField(
            model_name='payment',
            name='currency',
            field=models.CharField(default='EUR', max_length=3),
        ),
        migrations.AlterField(
            model_name='cashentry',
            name='kind',
            field=models.CharField(choices=[('booked', 'deposit or withdrawal'), ('opening', 'opening balance'), ('difference', 'difference found in counting'), ('exchange', 'change of the currency'), ('account', 'on the account of a member')], default='booked', max_length=10),
        ),
        migrations.RunPython(keep_currency, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='budgetline',
            constraint=models.UniqueConstraint(fields=('club', 'year', 'currency', 'folded'), name='purpose_once_in_a_budget'),
        ),
        migrations.AddConstraint(
            model_name='cashclosing',
            constraint=models.UniqueConstraint(fields=('club', 'year', 'currency'), name='cash_year_is_closed_once'),
        ),
    ]
