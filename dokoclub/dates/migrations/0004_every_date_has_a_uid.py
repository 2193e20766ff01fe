from django.db import migrations, models

import dokoclub.dates.models.date


class Migration(migrations.Migration):

    dependencies = [
        ('dates', '0003_keep_uids'),
    ]

    operations = [
        migrations.AlterField(
            model_name='date',
            name='uid',
            field=models.CharField(default=dokoclub.dates.models.date.make_uid, editable=False, max_length=300),
        ),
        migrations.AlterField(
            model_name='historicaldate',
            name='uid',
            field=models.CharField(default=dokoclub.dates.models.date.make_uid, editable=False, max_length=300),
        ),
    ]
