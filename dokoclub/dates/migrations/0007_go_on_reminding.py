"""People who have switched reminders on go on being reminded of dates."""

from django.db import migrations


def wish_reminders(apps, schema_editor):
    subscriptions = apps.get_model("dates", "Subscription").objects
    wish = apps.get_model("dates", "Wish")
    accounts = subscriptions.order_by().values_list("account", flat=True).distinct()
    wish.objects.bulk_create((wish(account_id=account, kind="answer") for account in accounts), ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("dates", "0006_news")]

    operations = [migrations.RunPython(wish_reminders, migrations.RunPython.noop)]
