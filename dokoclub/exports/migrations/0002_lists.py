"""A list with all that was written waits whole, beside the points that the preview shows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exports", "0001_initial")]

    operations = [migrations.AddField("importedsheet", "line", models.JSONField(null=True))]
