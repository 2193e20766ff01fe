"""Money that goes the wrong way, twice, or to another club."""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "paid-while-open",
        "dokoclub/settlement/services/holding.py",
        "    if any(money.evening and money.evening.is_open and not money.evening.deleted_at for money in monies):\n"
        "        raise StillOpen\n",
        "    return\n",
        "A transfer is marked as paid while its evening is open again and may change.",
        "tests/settlement/test_opened_again.py",
    ),
    Mutant(
        "deleted-evening-still-owed",
        "dokoclub/settlement/services/correcting.py",
        "update(gone=not is_there)",
        "update(gone=is_there)",
        "A deleted evening stays to be paid, and one that is there does not.",
        "tests/settlement/test_deleted.py",
    ),
    Mutant(
        "correction-turned",
        "dokoclub/settlement/services/correcting.py",
        "return correct_listing(before, right, seats)",
        "return correct_listing(right, before, seats)",
        "A correction takes from whom it should give to.",
        "tests/settlement/test_freeze.py",
    ),
    Mutant(
        "payment-of-another-amount",
        "dokoclub/settlement/services/paying.py",
        "    if net_amounts(amounts_owed(row) for row in rows).get(taker, 0) != cents:\n        raise Changed\n",
        "",
        "Several evenings are settled by a payment that does not come to them.",
        "tests/settlement/test_pay.py",
    ),
    Mutant(
        "payment-of-another-club",
        "dokoclub/settlement/selectors/payments.py",
        "Payment.objects.filter(club=club, pk=payment_id)",
        "Payment.objects.filter(pk=payment_id)",
        "A treasurer takes back payments of other clubs from the overview of his own.",
        "tests/settlement/test_netting.py",
    ),
    Mutant(
        "paid-list-let-go",
        "dokoclub/settlement/services/freezing.py",
        "    if Transfer.objects.filter(list__money=money).exclude(payment=None).exists():\n        raise Changed\n",
        "",
        "A settlement is undone of which something has been paid.",
        "tests/settlement/test_freeze.py",
    ),
    Mutant(
        "taken-back-without-correction",
        "dokoclub/settlement/services/paying.py",
        "    for money in monies:\n        recompute_correction(money)\n",
        "",
        "A payment that is taken back leaves corrections that count it.",
        "tests/settlement/test_deleted.py",
    ),
    Mutant(
        "reversed-twice-over",
        "dokoclub/settlement/services/cash_box.py",
        "cents=-entry.cents",
        "cents=entry.cents",
        "Reversing a deposit doubles it.",
        "tests/settlement/test_cash_box.py",
    ),
    Mutant(
        "taken-back-out-of-the-box",
        "dokoclub/settlement/selectors/cash_box.py",
        'sums["came"] - sums["back"] - sums["went"] + sums["again"]',
        'sums["came"] - sums["back"] - sums["went"] - sums["again"]',
        "A payment out of the cash box that was taken back is paid twice.",
        "tests/settlement/test_cash_box.py",
    ),
    Mutant(
        "one-cash-box-for-all",
        "dokoclub/settlement/selectors/cash_box.py",
        "    booked = CashEntry.objects.filter(club=club).aggregate(cents",
        "    booked = CashEntry.objects.aggregate(cents",
        "The balance of a cash box holds the money of all clubs.",
        "tests/settlement/test_cash_box.py",
    ),
    Mutant(
        "owed-in-another-club",
        "dokoclub/settlement/selectors/owing.py",
        "of_evenings_that_are_over().filter(club=club).order_by",
        "of_evenings_that_are_over().order_by",
        "What is open in one club stands in the overview of all.",
        "tests/settlement/test_netting.py",
    ),
    Mutant(
        "guests-pay-for-staying-away",
        "dokoclub/settlement/selectors/live.py",
        "filter(club=club, guest=False)",
        "filter(club=club)",
        "A guest owes for an evening to which nobody expected him.",
        "tests/settlement/test_absent.py",
    ),
    Mutant(
        "iban-for-everybody",
        "dokoclub/settlement/selectors/girocode.py",
        "if payer is None or receiver is None or payer.account_id != account.pk or receiver.account_id is None:",
        "if payer is None or receiver is None or receiver.account_id is None:",
        "Whoever is in the club sees an IBAN, not only who owes.",
        "tests/settlement/test_code_page.py",
    ),
    Mutant(
        "check-misses-small-payment",
        "dokoclub/settlement/services/checking.py",
        "if due != payment.cents:",
        "if due < payment.cents:",
        "check_ledger does not see a payment that is less than what it settles.",
        "tests/settlement/test_kept_right.py",
    ),
    Mutant(
        "box-rounds-down",
        "scoring/money/settlement.py",
        "pot = paid - -(-paid * rules.cash_box_share // 100)",
        "pot = paid - paid * rules.cash_box_share // 100",
        "The cash box gets a cent less than its share.",
        "tests/scoring/test_settlement.py",
    ),
)
