"""Addresses of the money."""

from django.urls import URLPattern, URLResolver, include, path

from dokoclub.settlement.views import accounts, bank, dues, evening, kitty, method, owing

app_name = "settlement"

of_evening = [
    path("", evening.show_evening, name="show_evening"),
    path("pay/", evening.pay_transfer, name="pay"),
    path("pay-all/", evening.pay_all, name="pay_all"),
    path("take-back/", evening.take_back, name="take_back"),
    path("freeze/", evening.freeze_evening, name="freeze"),
    path("let-go/", evening.let_go, name="let_go"),
    path("excuse/", evening.excuse_player, name="excuse"),
    path("code/", bank.show_evening_code, name="show_evening_code"),
    path("method/", method.edit_evening, name="edit_evening"),
    path("method/preview/", method.preview_evening, name="preview_evening"),
]

of_club = [
    path("money/", owing.show_overview, name="show_overview"),
    path("money/all/", owing.show_all, name="show_all"),
    path("money/net/", owing.net_pair, name="net"),
    path("money/net-several/", owing.net_several, name="net_several"),
    path("money/clear/", owing.clear_all, name="clear_all"),
    path("money/clearings/<int:clearing_id>/", owing.show_clearing, name="show_clearing"),
    path("money/clearings/<int:clearing_id>/take-back/", owing.take_back_clearing, name="take_back_clearing"),
    path("money/payments/take-back/", owing.take_back_several, name="take_back_several"),
    path("money/payments/<int:payment_id>/take-back/", owing.take_back, name="take_back_payment"),
    path("money/players/<int:player_id>/", owing.show_person, name="show_person"),
    path("money/players/<int:player_id>/code/", bank.show_code, name="show_code"),
    path("money/method/", method.edit_club, name="edit_club"),
    path("money/method/preview/", method.preview_club, name="preview_club"),
    path("money/accounts/", accounts.show_accounts, name="show_accounts"),
    path("money/accounts/<int:player_id>/", accounts.show_account, name="show_account"),
    path("money/accounts/<int:player_id>/paid/", accounts.pay_tapped, name="pay_tapped"),
    path("money/accounts/<int:player_id>/pay/", accounts.pay_some, name="pay_some"),
    path("money/accounts/<int:player_id>/credit/", accounts.use_credit, name="use_credit"),
    path("money/accounts/<int:player_id>/book/", accounts.book_on_account, name="book_on_account"),
    path("money/charges/<int:charge_id>/take-back/", accounts.take_back_charge, name="take_back_charge"),
    path("money/currency/", method.change_currency, name="change_currency"),
    path("money/dues/", dues.list_dues, name="list_dues"),
    path("money/dues/new/", dues.make_due, name="make_due"),
    path("money/dues/charge/", dues.raise_dues, name="raise_dues"),
    path("money/dues/<int:due_id>/", dues.edit_due, name="edit_due"),
    path("money/dues/<int:due_id>/except/", dues.except_player, name="except_player"),
    path("money/exceptions/<int:exception_id>/remove/", dues.end_exception, name="end_exception"),
    path("money/club-bank/", bank.edit_club_bank, name="edit_club_bank"),
    path("money/club-bank/remove/", bank.remove_club_bank, name="remove_club_bank"),
    path("money/club-code/", bank.show_club_code, name="show_club_code"),
    path("money/fines/new/", dues.add_fine, name="add_fine"),
    path("money/fines/<int:fine_id>/", dues.edit_fine, name="edit_fine"),
    path("money/entry-fee/", dues.charge_entry_fee, name="charge_entry_fee"),
    path("money/payout/", dues.pay_out, name="pay_out"),
    path("cash-box/", kitty.show_kitty, name="show_kitty"),
    path("cash-box/book/", kitty.book_cash, name="book_cash"),
    path("cash-box/rows/<int:cash_id>/reverse/", kitty.reverse_cash, name="reverse_cash"),
    path("cash-box/<int:year>/", kitty.show_statement, name="show_statement"),
    path("cash-box/<int:year>/close/", kitty.close_cash_year, name="close_cash_year"),
    path("cash-box/<int:year>/audit/", kitty.show_audit, name="show_audit"),
    path("cash-box/<int:year>/budget/", kitty.show_budget, name="show_budget"),
    path("cash-box/<int:year>/budget/plan/", kitty.plan_purpose, name="plan_purpose"),
]

of_account = [
    path("bank/", bank.edit_bank_account, name="edit_bank_account"),
    path("bank/remove/", bank.remove_bank_account, name="remove_bank_account"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("evenings/<int:evening_id>/settlement/", include(of_evening)),
    path("sheets/<int:sheet_id>/fine/", dues.fine_at_sheet, name="fine_at_sheet"),
    path("sheets/<int:sheet_id>/fine/<int:charge_id>/take-back/", dues.take_back_fine, name="take_back_fine"),
    path("clubs/<int:club_id>/", include(of_club)),
    path("account/", include(of_account)),
]
