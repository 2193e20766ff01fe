"""Every address of the money."""

from django.urls import URLPattern, URLResolver, include, path

from dokoclub.settlement.views import bank, cash_box, evening, girocode, method, owing

app_name = "settlement"

of_evening = [
    path("", evening.show_evening, name="show_evening"),
    path("pay/", evening.pay_transfer, name="pay"),
    path("pay-all/", evening.pay_all, name="pay_all"),
    path("take-back/", evening.take_back, name="take_back"),
    path("freeze/", evening.freeze_evening, name="freeze"),
    path("let-go/", evening.let_go, name="let_go"),
    path("excuse/", evening.excuse_player, name="excuse"),
    path("code/", girocode.show_evening_code, name="show_evening_code"),
    path("method/", method.edit_evening, name="edit_evening"),
    path("method/preview/", method.preview_evening, name="preview_evening"),
]

of_club = [
    path("money/", owing.show_overview, name="show_overview"),
    path("money/net/", owing.net_pair, name="net"),
    path("money/payments/<int:payment_id>/take-back/", owing.take_back, name="take_back_payment"),
    path("money/players/<int:player_id>/", owing.show_person, name="show_person"),
    path("money/players/<int:player_id>/code/", girocode.show_code, name="show_code"),
    path("money/method/", method.edit_club, name="edit_club"),
    path("money/method/preview/", method.preview_club, name="preview_club"),
    path("cash-box/", cash_box.show_cash_box, name="show_cash_box"),
    path("cash-box/book/", cash_box.book_cash, name="book_cash"),
    path("cash-box/rows/<int:cash_id>/reverse/", cash_box.reverse_cash, name="reverse_cash"),
    path("cash-box/<int:year>/", cash_box.show_statement, name="show_statement"),
    path("cash-box/<int:year>/csv/", cash_box.download_statement, name="download_statement"),
]

of_account = [
    path("bank/", bank.edit_bank_account, name="edit_bank_account"),
    path("bank/remove/", bank.remove_bank_account, name="remove_bank_account"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("evenings/<int:evening_id>/settlement/", include(of_evening)),
    path("clubs/<int:club_id>/", include(of_club)),
    path("account/", include(of_account)),
]
