"""Every address of imports and exports."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from dokoclub.exports.files.formats import FormatInAddress
from dokoclub.exports.views import club_files, files, imports, papers

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
    path("files/table-<period:period>.<format:format>", files.export_table, name="export_table"),
    path("paper/", papers.print_empty, name="print_empty"),
    path("paper/<period:period>/", papers.print_table, name="print_table"),
]

urlpatterns = [
    path("clubs/from-file/", club_files.found_from_file, name="found_from_file"),
    path("clubs/<int:club_id>/", include(of_club)),
    path("evenings/<int:evening_id>/files/", files.show_evening_files, name="show_evening_files"),
    path("evenings/<int:evening_id>/files/evening.<format:format>", files.export_evening, name="export_evening"),
    path("sheets/<int:sheet_id>/sheet.<format:format>", files.export_sheet, name="export_sheet"),
    path("sheets/<int:sheet_id>/paper/", papers.print_sheet, name="print_sheet"),
]
