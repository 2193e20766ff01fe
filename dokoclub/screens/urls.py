"""Addresses of screens: pages for their links and codes, and the pages these open."""

from django.urls import path

from dokoclub.screens.views import codes, screens

app_name = "screens"
urlpatterns = [
    path("evenings/<int:evening_id>/screen/", screens.show_evening, name="show_evening"),
    path("evenings/<int:evening_id>/screen/code/", screens.give_evening_code, name="give_evening_code"),
    path("evenings/<int:evening_id>/screen/end/", screens.end_evening, name="end_evening"),
    path("tournaments/<int:tournament_id>/screen/", screens.show_tournament, name="show_tournament"),
    path("tournaments/<int:tournament_id>/screen/code/", screens.give_tournament_code, name="give_tournament_code"),
    path("tournaments/<int:tournament_id>/screen/end/", screens.end_tournament, name="end_tournament"),
    path("clubs/<int:club_id>/screen/", screens.show_league, name="show_league"),
    path("clubs/<int:club_id>/screen/code/", screens.give_league_code, name="give_league_code"),
    path("clubs/<int:club_id>/screen/end/", screens.end_league, name="end_league"),
    path("c/", codes.enter_code, name="enter_code"),
    path("sheets/<int:sheet_id>/pen/code/", codes.give_pen_code, name="give_pen_code"),
    path("evenings/<int:evening_id>/links/<int:link_id>/code/", codes.give_link_code, name="give_link_code"),
    path(
        "clubs/<int:club_id>/invitations/link/<str:token>/code/",
        codes.give_invitation_code,
        name="give_invitation_code",
    ),
    path("tv/", screens.type_code, name="type_code"),
    path("tv/<str:token>/", screens.open_screen, name="open_screen"),
    path("tv/<str:token>/follow/", screens.follow_screen, name="follow_screen"),
]
