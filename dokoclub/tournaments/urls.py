"""URLs of tournaments: of a club, of one, its people, rounds, tables, prints, links and series."""

from django.urls import path

from dokoclub.tournaments.views import entering, founding, people, printing, reading, rounds, tables
from dokoclub.tournaments.views import founding as founding_views
from dokoclub.tournaments.views import people as people_views
from dokoclub.tournaments.views import reading as reading_views
from dokoclub.tournaments.views import rounds as rounds_views
from dokoclub.tournaments.views import tables as tables_views

app_name = "tournaments"
TABLE = "tournaments/<int:tournament_id>/rounds/<int:number>/tables/<int:table>/"
urlpatterns = [
    path("clubs/<int:club_id>/tournaments/", reading.list_tournaments, name="list_tournaments"),
    path("clubs/<int:club_id>/tournaments/new/", founding.found_tournament, name="found_tournament"),
    path("clubs/<int:club_id>/tournaments/series/new/", founding_views.found_series, name="found_series"),
    path("tournament-series/<int:series_id>/", founding_views.show_series, name="show_series"),
    path("tournament-series/<int:series_id>/edit/", founding_views.edit_series, name="edit_series"),
    path("tournament-series/<int:series_id>/delete/", founding_views.delete_series, name="delete_series"),
    path("tournaments/<int:tournament_id>/", reading.show_tournament, name="show_tournament"),
    path("tournaments/<int:tournament_id>/edit/", founding.edit_tournament, name="edit_tournament"),
    path("tournaments/<int:tournament_id>/delete/", founding.delete_tournament, name="delete_tournament"),
    path("tournaments/<int:tournament_id>/people/", people.list_entrants, name="list_entrants"),
    path("tournaments/<int:tournament_id>/people/enter/", people.enter_entrants, name="enter_entrants"),
    path("tournaments/<int:tournament_id>/people/<int:start>/", people.edit_entrant, name="edit_entrant"),
    path("tournaments/<int:tournament_id>/people/<int:start>/pay/", people.pay_fee, name="pay_fee"),
    path(
        "tournaments/<int:tournament_id>/people/<int:start>/withdraw/",
        people.withdraw_entrant,
        name="withdraw_entrant",
    ),
    path("tournaments/<int:tournament_id>/people/<int:start>/return/", people.return_entrant, name="return_entrant"),
    path(
        "tournaments/<int:tournament_id>/people/<int:start>/disqualify/",
        people.disqualify_entrant,
        name="disqualify_entrant",
    ),
    path("tournaments/<int:tournament_id>/entry/", entering.list_entry_links, name="list_entry_links"),
    path(
        "tournaments/<int:tournament_id>/entry/<int:entry_link_id>/",
        entering.show_entry_link,
        name="show_entry_link",
    ),
    path(
        "tournaments/<int:tournament_id>/entry/<int:entry_link_id>/revoke/",
        entering.revoke_entry_link,
        name="revoke_entry_link",
    ),
    path(
        "tournaments/<int:tournament_id>/applicants/<int:applicant_id>/confirm/",
        entering.confirm_applicant,
        name="confirm_applicant",
    ),
    path(
        "tournaments/<int:tournament_id>/applicants/<int:applicant_id>/refuse/",
        entering.refuse_applicant,
        name="refuse_applicant",
    ),
    path("enter/<str:token>/", entering.enter_by_link, name="enter_by_link"),
    path("enter/<str:token>/<uuid:uuid>/", entering.show_applicant, name="show_applicant"),
    path("tournaments/<int:tournament_id>/money/", people_views.show_money, name="show_money"),
    path("tournaments/<int:tournament_id>/money/edit/", people_views.edit_money, name="edit_money"),
    path("tournaments/<int:tournament_id>/money/book/", people_views.book_money, name="book_money"),
    path("tournaments/<int:tournament_id>/plan/", rounds.plan_seating, name="plan_seating"),
    path("tournaments/<int:tournament_id>/search/", rounds.search_further, name="search_further"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/", rounds.show_round, name="show_round"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/swap/", rounds.swap_people, name="swap_people"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/start/", rounds.start_round, name="start_round"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/minutes/", rounds.grant_minutes, name="grant_minutes"),
    path(TABLE, tables.show_table, name="show_table"),
    path(f"{TABLE}hand-in/", tables.hand_in_sheet, name="hand_in_sheet"),
    path(f"{TABLE}totals/", tables.type_totals, name="type_totals"),
    path(f"{TABLE}confirm/", tables.confirm_table, name="confirm_table"),
    path(f"{TABLE}sign/", tables.sign_table, name="sign_table"),
    path(f"{TABLE}back/", tables.give_back, name="give_back"),
    path(f"{TABLE}fill-in/", tables.fill_seat, name="fill_seat"),
    path(f"{TABLE}correct/", tables_views.correct_table, name="correct_table"),
    path(f"{TABLE}leave/", tables_views.leave_sheet, name="leave_sheet"),
    path(f"{TABLE}penalty/", tables_views.note_penalty, name="note_penalty"),
    path("tournaments/<int:tournament_id>/end/", rounds_views.end_tournament, name="end_tournament"),
    path("tournaments/<int:tournament_id>/resume/", rounds_views.resume_tournament, name="resume_tournament"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/cards/", printing.render_cards, name="print_cards"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/print/", printing.render_seating, name="print_seating"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/slips/", printing.render_slips, name="print_slips"),
    path("tournaments/<int:tournament_id>/print/", printing.render_results, name="print_results"),
    path("tournaments/<int:tournament_id>/certificate/", printing.show_certificate, name="show_certificate"),
    path("tournaments/<int:tournament_id>/picture.svg", printing.show_picture, name="show_picture"),
    path("tournaments/<int:tournament_id>/seat/", reading_views.show_seat, name="show_seat"),
    path("tournaments/<int:tournament_id>/links/", reading_views.list_links, name="list_links"),
    path("tournaments/<int:tournament_id>/links/<int:hall_link_id>/", reading_views.show_link, name="show_link"),
    path(
        "tournaments/<int:tournament_id>/links/<int:hall_link_id>/revoke/",
        reading_views.revoke_link,
        name="revoke_link",
    ),
    path("n/<str:token>/", reading_views.show_by_link, name="show_by_link"),
    path("n/<str:token>/<int:start>/", reading_views.show_seat_by_link, name="show_seat_by_link"),
    path("tournaments/<int:tournament_id>/officials/", founding_views.list_officials, name="list_officials"),
    path(
        "tournaments/<int:tournament_id>/officials/<int:official_id>/remove/",
        founding_views.remove_official,
        name="remove_official",
    ),
]
