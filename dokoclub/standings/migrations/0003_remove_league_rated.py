from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0008_used_features"),  # reads it
        ("standings", "0002_tallies_ratings"),
    ]

    operations = [
        migrations.RemoveField(model_name="league", name="rated"),
    ]
