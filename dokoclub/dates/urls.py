"""Addresses of dates: of a club, of one date, and the secret ones."""

from django.urls import path

from dokoclub.dates.views import answering, dates, links

app_name = "dates"
urlpatterns = [
    path("clubs/<int:club_id>/dates/", dates.list_dates, name="list_dates"),
    path("clubs/<int:club_id>/dates/new/", dates.plan_dates, name="plan_dates"),
    path("clubs/<int:club_id>/dates/links/", links.list_links, name="list_links"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/", links.show_link, name="show_link"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/revoke/", links.revoke_link, name="revoke_link"),
    path("clubs/<int:club_id>/calendar/", links.show_calendars, name="show_calendars"),
    path("clubs/<int:club_id>/calendar/revoke/", links.revoke_calendar, name="revoke_calendar"),
    path("dates/<int:date_id>/", dates.show_date, name="show_date"),
    path("dates/<int:date_id>/answer/", answering.answer_date, name="answer_date"),
    path("dates/<int:date_id>/players/<int:player_id>/", answering.answer_for, name="answer_for"),
    path("dates/<int:date_id>/edit/", dates.edit_date, name="edit_date"),
    path("dates/<int:date_id>/cancel/", dates.cancel_date, name="cancel_date"),
    path("dates/<int:date_id>/renew/", dates.renew_date, name="renew_date"),
    path("dates/<int:date_id>/begin/", dates.begin_evening, name="begin_evening"),
    path("dates/<int:date_id>/date.ics", dates.download_date, name="download_date"),
    path("t/<str:token>/", answering.show_by_link, name="show_by_link"),
    path("t/<str:token>/<int:date_id>/", answering.answer_by_link, name="answer_by_link"),
    path("t/<str:token>/<int:date_id>/date.ics", answering.download_by_link, name="download_by_link"),
    path("t/<str:token>/calendar/", answering.make_calendar_by_link, name="make_calendar_by_link"),
    path("reminders/", answering.show_reminders, name="show_reminders"),
    path("reminders/here/", answering.subscribe_browser, name="subscribe_browser"),
    path("reminders/<int:subscription_id>/end/", answering.end_subscription, name="end_subscription"),
    path("calendar/<str:token>.ics", links.read_feed, name="read_feed"),
]
