from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('exports', '0003_running_imports'),
    ]

    operations = [
        migrations.AddField(
            model_name='import',
            name='tables',
            field=models.JSONField(default=list),
        ),
    ]
