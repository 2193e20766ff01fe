"""The account of a member as a file."""

from __future__ import annotations

import csv
from io import StringIO

from tests.cast import Cast
from tests.evenings.pages import phone
from tests.exports.test_files import tabs
from tests.settlement.test_accounts import charge, pay


def test_every_row_with_what_it_settled(cast: Cast) -> None:
    charge(cast, 500, "=1+1", reason="Mai")
    pay(cast, 250)
    base = f"/clubs/{cast.club.pk}/money/accounts/{cast.players['Ben'].pk}/account"
    dora = phone(cast, "Dora")
    answer = dora.get(f"{base}.csv")
    assert 'filename="linde-mitgliedskonto-ben.csv"' in answer.headers["Content-Disposition"]
    rows = list(csv.reader(StringIO(answer.getvalue().decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == ["Datum", "Zweck", "Grund", "Betrag", "Währung", "Offen", "Beleg", "Begleicht"]
    assert rows[1] == ["2026-05-01", "'=1+1", "Mai", "5,00", "EUR", "5,00", "", ""]
    assert rows[2][1:] == ["Bezahlt: =1+1", "", "-2,50", "EUR", "2,50", "1", "'=1+1"]
    (found,) = tabs(dora.get(f"{base}.xlsx").getvalue()).values()
    assert [str(cell) for cell in found[2][3:7]] in (["-2.5", "EUR", "2.5", "1"], ["-2.5", "EUR", "2.5", "1.0"])
