"""Addresses of dates: of a club, of one date, and the secret ones."""

from django.urls import path

from dokoclub.dates.views import answering, begin, by_link, calendars, links, planning, reading, reminders

app_name = "dates"
urlpatterns = [
    path("clubs/<int:club_id>/dates/", reading.list_dates, name="list_dates"),
    path("clubs/<int:club_id>/dates/new/", planning.plan_dates, name="plan_dates"),
    path("clubs/<int:club_id>/dates/links/", links.list_links, name="list_links"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/", links.show_link, name="show_link"),
    path("clubs/<int:club_id>/dates/links/<int:player_id>/revoke/", links.revoke_link, name="revoke_link"),
    path("clubs/<int:club_id>/calendar/", calendars.show_calendars, name="show_calendars"),
    path("clubs/<int:club_id>/calendar/revoke/", calendars.revoke_calendar, name="revoke_calendar"),
    path("dates/<int:date_id>/", reading.show_date, name="show_date"),
    path("dates/<int:date_id>/answer/", answering.answer_date, name="answer_date"),
    path("dates/<int:date_id>/players/<int:player_id>/", answering.answer_for, name="answer_for"),
    path("dates/<int:date_id>/edit/", planning.edit_date, name="edit_date"),
    path("dates/<int:date_id>/cancel/", planning.cancel_date, name="cancel_date"),
    path("dates/<int:date_id>/renew/", planning.renew_date, name="renew_date"),
    path("dates/<int:date_id>/begin/", begin.begin_evening, name="begin_evening"),
    path("dates/<int:date_id>/date.ics", reading.download_date, name="download_date"),
    path("t/<str:token>/", by_link.show_by_link, name="show_by_link"),
    path("t/<str:token>/<int:date_id>/", by_link.answer_by_link, name="answer_by_link"),
    path("t/<str:token>/<int:date_id>/date.ics", by_link.download_by_link, name="download_by_link"),
    path("t/<str:token>/calendar/", by_link.make_calendar_by_link, name="make_calendar_by_link"),
    path("reminders/", reminders.show_reminders, name="show_reminders"),
    path("reminders/here/", reminders.subscribe_browser, name="subscribe_browser"),
    path("reminders/<int:subscription_id>/end/", reminders.end_subscription, name="end_subscription"),
    path("calendar/<str:token>.ics", calendars.read_feed, name="read_feed"),
]
