"""Addresses of screens: where their links are handed out, and what they open."""

from django.urls import path

from dokoclub.screens.views import handing, showing

app_name = "screens"
urlpatterns = [
    path("evenings/<int:evening_id>/screen/", handing.show_evening, name="show_evening"),
    path("evenings/<int:evening_id>/screen/code/", handing.give_evening_code, name="give_evening_code"),
    path("evenings/<int:evening_id>/screen/end/", handing.end_evening, name="end_evening"),
    path("tournaments/<int:tournament_id>/screen/", handing.show_tournament, name="show_tournament"),
    path("tournaments/<int:tournament_id>/screen/code/", handing.give_tournament_code, name="give_tournament_code"),
    path("tournaments/<int:tournament_id>/screen/end/", handing.end_tournament, name="end_tournament"),
    path("clubs/<int:club_id>/screen/", handing.show_league, name="show_league"),
    path("clubs/<int:club_id>/screen/code/", handing.give_league_code, name="give_league_code"),
    path("clubs/<int:club_id>/screen/end/", handing.end_league, name="end_league"),
    path("tv/", showing.type_code, name="type_code"),
    path("tv/<str:token>/", showing.open_screen, name="open_screen"),
    path("tv/<str:token>/follow/", showing.follow_screen, name="follow_screen"),
]
