"""All URLs of evenings and sheets."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path

from dokoclub.accounts.access.throttling import limit_unknown
from dokoclub.evenings.views import (
    charts,
    corrections,
    evening,
    further,
    links,
    offline_start,
    opening,
    operations,
    seats,
    sheet,
)
from dokoclub.evenings.views.links import not_to_be_found

app_name = "evenings"

of_sheet = [
    path("", sheet.show_sheet, name="show_sheet"),
    path("follow/", sheet.follow_sheet, name="follow_sheet"),
    path("kit/", operations.show_kit, name="show_kit"),
    path("ops/", operations.send_ops, name="send_ops"),
    path("chart/", charts.show_chart, name="show_chart"),
    path("large/", sheet.show_large, name="show_large"),
    path("seats/", seats.change_seats, name="change_seats"),
    path("entries/<uuid:uuid>/", sheet.show_entry, name="show_entry"),
    path("entries/<uuid:uuid>/edit/", seats.amend_seats, name="amend_entry"),
]

of_table = [  # actions on a sheet as a whole
    path("close/", seats.close_sheet, name="close_sheet"),
    path("correct/", corrections.correct_sheet, name="correct_sheet"),
    path("correct/<uuid:uuid>/undo/", corrections.undo_correction, name="undo_correction"),
    path("reopen/", seats.reopen_sheet, name="reopen_sheet"),
    path("withdraw/", seats.withdraw_sheet, name="withdraw_sheet"),
    path("pen/", seats.show_pen, name="show_pen"),
    path("pen/revoke/", seats.revoke_pen, name="revoke_pen"),
]

of_evening = [
    path("", evening.show_evening, name="show_evening"),
    path("follow/", evening.follow_evening, name="follow_evening"),
    path("chart/", charts.show_evening_chart, name="show_evening_chart"),
    path("picture.svg", charts.show_picture, name="show_picture"),
    path("edit/", evening.edit_evening, name="edit_evening"),
    path("tables/", further.open_tables, name="open_tables"),
    path("next-round/", further.next_round, name="next_round"),
    path("close/", evening.close_evening, name="close_evening"),
    path("reopen/", evening.reopen_evening, name="reopen_evening"),
    path("delete/", evening.delete_evening, name="delete_evening"),
    path("take-back/", evening.take_back_evening, name="take_back_evening"),
    path("what-if/", charts.show_what_if, name="show_what_if"),
    path("links/", links.list_links, name="list_links"),
    path("links/<int:link_id>/", links.show_link, name="show_link"),
    path("links/<int:link_id>/revoke/", links.revoke_link, name="revoke_link"),
]

of_club = [
    path("evenings/", evening.list_evenings, name="list_evenings"),
    path("evenings/new/", opening.start_evening, name="start_evening"),
    path("evenings/blank/", offline_start.show_blank, name="show_blank"),
    path("evenings/begun/", offline_start.open_begun, name="open_begun"),
    path("sheet-style/", evening.edit_style, name="edit_style"),
    path("players/<int:player_id>/merge/", corrections.merge_player, name="merge_player"),
    path("merges/<int:merge_id>/take-back/", corrections.take_back_merge, name="take_back_merge"),
]


def by_pen(pattern: URLPattern) -> URLPattern:
    """Return the same URL for the table's scoring link, without an account; its name ends in `_by_pen`."""
    view: Callable[..., HttpResponseBase] = pattern.callback

    @login_not_required
    @not_to_be_found(referrer="same-origin")
    @limit_unknown("pen")
    @wraps(view)
    def with_pen(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(*args, **kwargs)

    return path(str(pattern.pattern), with_pen, name=f"{pattern.name}_by_pen")


urlpatterns: list[URLPattern | URLResolver] = [
    path("now/", evening.go_on, name="go_on"),
    path("clubs/<int:club_id>/", include(of_club)),
    path("evenings/<int:evening_id>/", include(of_evening)),
    path("try/", offline_start.try_out, name="try_out"),
    path("try/picture.svg", charts.show_sample_picture, name="show_sample_picture"),
    path("try/<slug:preset>/", offline_start.show_try_kit, name="show_try_kit"),
    path("sheets/new/", offline_start.begin_evening, name="begin_evening"),
    path("sheets/<int:sheet_id>/", include([*of_sheet, *of_table])),
    path("e/<str:token>/", links.show_by_link, name="show_by_link"),
    path("pen/<str:token>/", include([by_pen(pattern) for pattern in of_sheet])),
]
