"""The budget of a year, with the year before next to it."""

from __future__ import annotations

from datetime import date

from dokoclub.settlement.models import BudgetLine
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement.test_kitty import put
from tests.settlement.test_kitty_page import url


def test_what_was_planned_stands_beside_what_came_of_it(cast: Cast) -> None:
    put(cast, -1000, "Karten", date(2024, 5, 1))
    put(cast, -1200, "karten", date(2025, 5, 1))
    put(cast, 5000, "Spende", date(2025, 6, 1))
    cleo = phone(cast, "Cleo")
    plan = url(cast, "2025/budget/plan/")
    for amount in ("10", "15"):
        sent = {"purpose": "Karten", "way": "out", "amount": amount}
        assert cleo.post(plan, sent).headers["Location"] == url(cast, "2025/budget/")
    assert BudgetLine.objects.get().cents == -1500
    page = seen(phone(cast, "Dora").get(url(cast, "2025/budget/")))
    assert "Zweck 2024 Geplant 2025 Spende – – +50,00 " in page
    assert "Karten −10,00 −15,00 −12,00 " in page, "years stand above their columns alone"
    assert "Summe −10,00 −15,00 +38,00 " in page
    assert cleo.post(plan, {"purpose": " KARTEN", "way": "out", "amount": ""}).status_code == 302
    assert not BudgetLine.objects.exists()


def test_without_a_year_before_there_is_no_column_of_dashes(cast: Cast) -> None:
    put(cast, 5000, "Spende", date(2025, 6, 1))
    assert "Zweck Geplant 2025 Spende – +50,00 " in seen(phone(cast, "Dora").get(url(cast, "2025/budget/")))


def test_a_past_year_without_a_budget_says_so_and_prints_nothing(cast: Cast) -> None:
    page = seen(phone(cast, "Dora").get(url(cast, "2024/budget/")))
    assert "Kein Plan für 2024" in page
    assert "Drucken" not in page


def test_what_is_wrong_is_said(cast: Cast) -> None:
    answer = phone(cast, "Cleo").post(url(cast, "2025/budget/plan/"), {"purpose": "", "way": "up", "amount": "x"})
    assert answer.status_code == 422
    assert not BudgetLine.objects.exists()
    assert phone(cast, "Ben").post(url(cast, "2025/budget/plan/"), {}).status_code == 403
