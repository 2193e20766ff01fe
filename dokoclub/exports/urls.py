"""URLs of imports and exports."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from dokoclub.exports.exporters.formats import FormatInAddress
from dokoclub.exports.views import files, imports, moving

app_name = "exports"
register_converter(FormatInAddress, "format")

of_imports = [
    path("", imports.list_imports, name="list_imports"),
    path("new/", imports.hand_in, name="hand_in"),
    path("<int:import_id>/", imports.show_import, name="show_import"),
    path("<int:import_id>/go-on/", imports.go_on, name="go_on"),
    path("<int:import_id>/undo/", imports.undo_import, name="undo_import"),
    path("<int:import_id>/discard/", imports.discard_import, name="discard_import"),
]

of_club: list[URLPattern | URLResolver] = [
    path("imports/", include(of_imports)),
    path("files/", files.show_files, name="show_files"),
    path("files/games.<format:format>", files.export_games, name="export_games"),
    path("files/club.json", files.export_club, name="export_club"),
    path("files/archive/", files.make_archive, name="make_archive"),
    path("files/archive/<int:archive_id>/", files.show_archive, name="show_archive"),
    path("files/table-<period:period>.<format:format>", files.export_table, name="export_table"),
    path("move/", moving.move_club, name="move_club"),
    path("move/club.json", moving.export_moving, name="export_moving"),
    path("move/confirm/", moving.confirm_move, name="confirm_move"),
    path("move/take-back/", moving.take_back_move, name="take_back_move"),
    path("money/payments.<format:format>", files.export_payments, name="export_payments"),
    path("money/open.<format:format>", files.export_open, name="export_open"),
    path("money/accounts/accounts.<format:format>", files.export_accounts, name="export_accounts"),
    path("money/accounts/<int:player_id>/account.<format:format>", files.export_account, name="export_account"),
    path("cash-box/<int:year>/csv/", files.export_kitty, name="export_cash_csv"),
    path("cash-box/<int:year>/cash-box.<format:format>", files.export_kitty, name="export_kitty"),
    path("paper/", files.render_empty, name="print_empty"),
    path("paper/<period:period>/", files.render_table, name="print_table"),
]

urlpatterns = [
    path("shared/", imports.open_shared, name="open_shared"),
    path("clubs/from-file/", moving.found_from_file, name="found_from_file"),
    path("clubs/<int:club_id>/", include(of_club)),
    path("evenings/<int:evening_id>/files/", files.show_evening_files, name="show_evening_files"),
    path("evenings/<int:evening_id>/files/evening.<format:format>", files.export_evening, name="export_evening"),
    path("sheets/<int:sheet_id>/sheet.<format:format>", files.export_sheet, name="export_sheet"),
    path("tournament-series/<int:series_id>/series.<format:format>", files.export_series, name="export_series"),
    path(
        "tournaments/<int:tournament_id>/tournament.<format:format>", files.export_tournament, name="export_tournament"
    ),
    path("sheets/<int:sheet_id>/paper/", files.render_sheet, name="print_sheet"),
]
