"""Every address of the league: tables, what it is ranked by, closings, statistics."""

from django.urls import URLPattern, URLResolver, include, path

from dokoclub.standings.views import (
    closing,
    corrections,
    elsewhere,
    hall,
    links,
    ratings,
    reading,
    seasons,
    settings,
    statistics,
    tables,
)

app_name = "standings"

of_table: list[URLPattern | URLResolver] = [
    path("", tables.show_table, name="show_table"),
    path("why/<int:player_id>/<slug:column>/", tables.show_explanation, name="explain"),
    path("close/", closing.close_month, name="close_month"),
    path("versions/<int:number>/", tables.show_version, name="show_version"),
    path("certificate/", hall.show_certificate, name="show_certificate"),
]

of_club: list[URLPattern | URLResolver] = [
    path("table/", tables.show_league, name="show_league"),
    path("table/season/", tables.show_season, name="show_season"),
    path("table/<period:period>/", include(of_table)),
    path("hall-of-fame/", hall.show_hall, name="show_hall"),
    path("seasons/", seasons.list_seasons, name="list_seasons"),
    path("seasons/new/", seasons.make_season, name="make_season"),
    path("seasons/<int:season_id>/", seasons.edit_season, name="edit_season"),
    path("seasons/<int:season_id>/delete/", seasons.delete_season, name="delete_season"),
    path("corrections/", corrections.list_corrections, name="list_corrections"),
    path("corrections/new/", corrections.correct_points, name="correct_points"),
    path("corrections/<int:correction_id>/take-back/", corrections.take_back_correction, name="take_back_correction"),
    path("league/rules/", settings.edit_league, name="edit_league"),
    path("league/rating/", ratings.switch_rating, name="switch_rating"),
    path("league/columns/", settings.choose_columns, name="choose_columns"),
    path("league/links/", links.list_links, name="list_league_links"),
    path("league/links/<int:league_link_id>/", links.show_link, name="show_league_link"),
    path("league/links/<int:league_link_id>/revoke/", links.revoke_link, name="revoke_league_link"),
]

# Statistics
of_club += [
    path("statistics/", statistics.show_statistics, name="show_statistics"),
    path("statistics/<period:period>/", statistics.show_club_statistics, name="show_club_statistics"),
    path("statistics/<period:period>/matrix/", statistics.show_matrix, name="show_matrix"),
    path("players/<int:player_id>/statistics/", statistics.show_player, name="show_player"),
    path(
        "players/<int:player_id>/statistics/<period:period>/",
        statistics.show_player_statistics,
        name="show_player_statistics",
    ),
]

# How well somebody plays
of_club += [
    path("rating/", ratings.show_rating, name="show_rating"),
    path("rating/own/", ratings.hide_rating, name="hide_rating"),
    path("players/<int:player_id>/rating/", ratings.show_player_rating, name="show_player_rating"),
]

# The table on pages and in programs elsewhere
of_club += [path("league/frames/", elsewhere.choose_frames, name="choose_frames")]
elsewhere_by_link: list[URLPattern | URLResolver] = [
    path("league.json", elsewhere.show_json, name="show_json"),
    path("league.csv", elsewhere.show_csv, name="show_csv"),
    path("embed/", elsewhere.show_embedded, name="show_embedded"),
]
elsewhere_of_period: list[URLPattern | URLResolver] = [
    path("league.json", elsewhere.show_json, name="show_period_json"),
    path("league.csv", elsewhere.show_csv, name="show_period_csv"),
    path("embed/", elsewhere.show_embedded, name="show_period_embedded"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<int:club_id>/", include(of_club)),
    path("l/<str:token>/", reading.show_by_link, name="show_by_link"),
    path("l/<str:token>/<period:period>/", reading.show_by_link, name="show_table_by_link"),
    path("l/<str:token>/", include(elsewhere_by_link)),
    path("l/<str:token>/<period:period>/", include(elsewhere_of_period)),
]
