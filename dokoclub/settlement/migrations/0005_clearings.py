"""Clearings: what they settle names them."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_stamps'),
        ('settlement', '0004_currencies'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='settledlist',
            name='kind',
            field=models.CharField(choices=[('points', 'points'), ('flat', 'flat amounts'), ('clear', 'clearing')], max_length=6),
        ),
        migrations.CreateModel(
            name='Clearing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('through_others', models.BooleanField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(null=True)),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clearings', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('money', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clearing', to='settlement.eveningmoney')),
                ('taken_back_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'clearing',
                'verbose_name_plural': 'clearings',
                'ordering': ['-made_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='transfer',
            name='cleared_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='cleared', to='settlement.clearing'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('gone', False), ('cleared_by', None), _connector='OR'), name='cleared_transfer_stays'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('payment', None), ('cleared_by', None), _connector='OR'), name='settled_in_one_way'),
        ),
    ]
