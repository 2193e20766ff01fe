from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('dates', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='date',
            name='uid',
            field=models.CharField(default='', editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name='historicaldate',
            name='uid',
            field=models.CharField(default='', editable=False, max_length=300),
        ),
    ]
