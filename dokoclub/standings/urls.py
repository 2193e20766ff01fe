"""Addresses of the league: tables, settings, closings, statistics, ratings and public tables."""

from django.urls import URLPattern, URLResolver, include, path

from dokoclub.standings.views import public, settings, statistics, tables

app_name = "standings"

of_table: list[URLPattern | URLResolver] = [
    path("", tables.show_table, name="show_table"),
    path("why/<int:player_id>/<slug:column>/", tables.show_explanation, name="explain"),
    path("periods/", tables.choose_period, name="choose_period"),
    path("close/", settings.close_month, name="close_month"),
    path("versions/<int:number>/", tables.show_version, name="show_version"),
    path("certificate/", tables.show_certificate, name="show_certificate"),
]

of_club: list[URLPattern | URLResolver] = [
    path("table/", tables.show_league, name="show_league"),
    path("table/season/", tables.show_season, name="show_season"),
    path("table/<period:period>/", include(of_table)),
    path("hall-of-fame/", tables.show_hall, name="show_hall"),
    path("seasons/", settings.list_seasons, name="list_seasons"),
    path("seasons/new/", settings.make_season, name="make_season"),
    path("seasons/<int:season_id>/", settings.edit_season, name="edit_season"),
    path("seasons/<int:season_id>/delete/", settings.delete_season, name="delete_season"),
    path("corrections/", settings.list_corrections, name="list_corrections"),
    path("corrections/new/", settings.correct_points, name="correct_points"),
    path("corrections/<int:correction_id>/take-back/", settings.take_back_correction, name="take_back_correction"),
    path("league/rules/", settings.edit_league, name="edit_league"),
    path("league/rating/", statistics.switch_rating, name="switch_rating"),
    path("league/columns/", settings.choose_columns, name="choose_columns"),
    path("league/links/", public.list_links, name="list_league_links"),
    path("league/links/<int:league_link_id>/", public.show_link, name="show_league_link"),
    path("league/links/<int:league_link_id>/revoke/", public.revoke_link, name="revoke_league_link"),
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

# Ratings
of_club += [
    path("rating/", statistics.show_rating, name="show_rating"),
    path("rating/own/", statistics.hide_rating, name="hide_rating"),
    path("players/<int:player_id>/rating/", statistics.show_player_rating, name="show_player_rating"),
]

# The table on external pages and in programs
of_club += [path("league/frames/", public.choose_frames, name="choose_frames")]
elsewhere_by_link: list[URLPattern | URLResolver] = [
    path("league.json", public.show_json, name="show_json"),
    path("league.csv", public.show_csv, name="show_csv"),
    path("embed/", public.show_embedded, name="show_embedded"),
]
elsewhere_of_period: list[URLPattern | URLResolver] = [
    path("league.json", public.show_json, name="show_period_json"),
    path("league.csv", public.show_csv, name="show_period_csv"),
    path("embed/", public.show_embedded, name="show_period_embedded"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<int:club_id>/", include(of_club)),
    path("l/<str:token>/", public.show_by_link, name="show_by_link"),
    path("l/<str:token>/<period:period>/", public.show_by_link, name="show_table_by_link"),
    path("l/<str:token>/", include(elsewhere_by_link)),
    path("l/<str:token>/<period:period>/", include(elsewhere_of_period)),
]
