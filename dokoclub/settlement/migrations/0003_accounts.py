"""Accounts of members, dues, fines, budgets, the club's bank; clearings: what they settle names them."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_deal_cards'),
        ('evenings', '0004_sendings_old_paper_parts_of_a_cent'),
        ('settlement', '0002_cash_year'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Due',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('cents', models.PositiveIntegerField()),
                ('currency', models.CharField(default='EUR', max_length=3)),
                ('every', models.CharField(choices=[('month', 'every month'), ('quarter', 'every quarter'), ('year', 'every year')], max_length=7)),
                ('first', models.DateField()),
                ('last', models.DateField(null=True)),
                ('raised_to', models.DateField(null=True)),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dues', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'due',
                'verbose_name_plural': 'dues',
                'ordering': ['pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('cents__gte', 1), models.Q(('name', ''), _negated=True)), name='due_is_an_amount_with_a_name'),
                    models.CheckConstraint(condition=models.Q(('last', None), ('last__gte', models.F('first')), _connector='OR'), name='due_ends_after_it_begins'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Charge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('due', 'dues'), ('fine', 'fine'), ('fee', 'fee'), ('advance', 'advance')], max_length=7)),
                ('cents', models.IntegerField()),
                ('currency', models.CharField(default='EUR', max_length=3)),
                ('purpose', models.CharField(max_length=80)),
                ('reason', models.CharField(blank=True, max_length=80)),
                ('day', models.DateField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='charges', to='clubs.club')),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='charge', to='settlement.cashentry')),
                ('evening', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='evenings.evening')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='charges', to='clubs.player')),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='reversed_by', to='settlement.charge')),
                ('due', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='charges', to='settlement.due')),
            ],
            options={
                'verbose_name': 'charge',
                'verbose_name_plural': 'charges',
                'ordering': ['day', 'pk'],
                'indexes': [
                    models.Index(fields=['club', 'player'], name='charges_of_a_member'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('cents__gte', 1), ('reverses', None)), models.Q(('cents__lte', -1), ('reverses__isnull', False)), _connector='OR'), name='charge_is_owed_or_taken_back'),
                    models.CheckConstraint(condition=models.Q(('purpose', ''), _negated=True), name='charge_has_a_purpose'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DueException',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.PositiveIntegerField()),
                ('first', models.DateField(null=True)),
                ('last', models.DateField(null=True)),
                ('due', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exceptions', to='settlement.due')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'exception of a due',
                'verbose_name_plural': 'exceptions of dues',
                'ordering': ['due', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Fine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('cents', models.PositiveIntegerField()),
                ('currency', models.CharField(default='EUR', max_length=3)),
                ('is_off', models.BooleanField(default=False)),
                ('key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fines', to='clubs.club')),
            ],
            options={
                'verbose_name': 'fine',
                'verbose_name_plural': 'fines',
                'ordering': ['is_off', 'name', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('cents__gte', 1), models.Q(('name', ''), _negated=True)), name='fine_is_an_amount_with_a_name'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Settled',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.PositiveIntegerField()),
                ('charge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settled', to='settlement.charge')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settles', to='settlement.cashentry')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('charge', 'entry'), name='row_settles_a_charge_once'),
                    models.CheckConstraint(condition=models.Q(('cents__gte', 1)), name='settled_is_worth_a_cent'),
                ],
            },
        ),
        migrations.CreateModel(
            name='BudgetLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField()),
                ('purpose', models.CharField(max_length=80)),
                ('folded', models.CharField(max_length=160)),
                ('cents', models.IntegerField()),
                ('currency', models.CharField(default='EUR', max_length=3)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='budget', to='clubs.club')),
            ],
            options={
                'ordering': ['-cents', 'purpose'],
                'constraints': [models.UniqueConstraint(fields=('club', 'year', 'currency', 'folded'), name='purpose_once_in_a_budget'), models.CheckConstraint(condition=models.Q(models.Q(('cents', 0), _negated=True), models.Q(('purpose', ''), _negated=True)), name='budget_line_says_something')],
            },
        ),
        migrations.CreateModel(
            name='ClubBank',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(max_length=70)),
                ('iban', models.CharField(max_length=34)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='bank', to='clubs.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('iban', ''), _negated=True), models.Q(('holder', ''), _negated=True)), name='club_bank_has_iban_and_holder')],
            },
        ),
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
                ('settles', models.ManyToManyField(related_name='+', to='settlement.transfer')),
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
