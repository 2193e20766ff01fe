"""Addresses of dates: of a club, of one date, and the secret ones."""

from django.urls import path

from dokoclub.dates.views import answering, dates, links
from dokoclub.dates.views import answering as answering_views
from dokoclub.dates.views import links as links_views

app_name = "dates"
urlpatterns = [
    path("clubs/<int:club_id>/dates/", dates.list_dates, name="list_dates"),
    path("clubs/<int:club_id>/dates/new/", dates.plan_dates, name="plan_dates"),
    path("clubs/<int:club_id>/dates/links/", links.list_links, name="list_links"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/", links.show_link, name="show_link"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/revoke/", links.revoke_link, name="revoke_link"),
    path("clubs/<int:club_id>/calendar/", links_views.show_calendars, name="show_calendars"),
    path("clubs/<int:club_id>/calendar/revoke/", links_views.revoke_calendar, name="revoke_calendar"),
    path("dates/<int:date_id>/", dates.show_date, name="show_date"),
    path("dates/<int:date_id>/answer/", answering.answer_date, name="answer_date"),
    path("dates/<int:date_id>/players/<int:player_id>/", answering.answer_for, name="answer_for"),
    path("dates/<int:date_id>/edit/", dates.edit_date, name="edit_date"),
    path("dates/<int:date_id>/cancel/", dates.cancel_date, name="cancel_date"),
    path("dates/<int:date_id>/renew/", dates.renew_date, name="renew_date"),
    path("dates/<int:date_id>/begin/", dates.begin_evening, name="begin_evening"),
    path("dates/<int:date_id>/date.ics", dates.download_date, name="download_date"),
    path("t/<str:token>/", answering_views.show_by_link, name="show_by_link"),
    path("t/<str:token>/<int:date_id>/", answering_views.answer_by_link, name="answer_by_link"),
    path("t/<str:token>/<int:date_id>/date.ics", answering_views.download_by_link, name="download_by_link"),
    path("t/<str:token>/calendar/", answering_views.make_calendar_by_link, name="make_calendar_by_link"),
    path("reminders/", answering_views.show_reminders, name="show_reminders"),
    path("reminders/here/", answering_views.subscribe_browser, name="subscribe_browser"),
    path("reminders/<int:subscription_id>/end/", answering_views.end_subscription, name="end_subscription"),
    path("calendar/<str:token>.ics", links_views.read_feed, name="read_feed"),
]
