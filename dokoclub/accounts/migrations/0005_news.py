"""Accounts that are here already have read no news; new ones need none."""

from django.db import migrations, models

import dokoclub.accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_better_words")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="news_read",
            field=models.CharField(blank=True, default="", editable=False, max_length=10),
        ),
        migrations.AlterField(
            model_name="account",
            name="news_read",
            field=models.CharField(
                blank=True, default=dokoclub.accounts.models.newest_news, editable=False, max_length=10
            ),
        ),
    ]
