"""An owner closes a month."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.standings import access
from dokoclub.standings.forms.closings import CloseForm
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors import closings
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.services.closings import Overtaken
from dokoclub.standings.services.closings import close_month as close


@require_http_methods(PAGE_AND_FORM)
def close_month(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    at = access.league_to_own(request.user, club_id, period)
    if period.span is not Span.MONTH:
        raise Http404
    live = league_table(at.club, period, at.rules, today=date_of_play())
    closed = closings.closed_month(at.club, live)
    newest = closed.closing.number if closed else 0
    seen = request.POST.get("expected", "0") if request.method == "POST" else str(newest)
    form = CloseForm(sent_data(request), again=seen != "0", initial={"expected": newest})
    context = {
        "me": at.me,
        "club": at.club,
        "period": period,
        "league": live,
        "people": live.people.by_number,
        "closed": closed,
        "is_unchanged": closed is not None and closings.is_unchanged(closed, live),
        "form": form,
        "is_nothing": live.is_empty and not closed and not live.running,
        "is_over": period.is_over(date_of_play()),
    }
    if request.method != "POST":
        return render(request, "standings/close_month.html", context)
    if form.is_valid():
        try:
            closing = close(at.club, period, **form.cleaned_data, by=request.user)
        except Overtaken as overtaken:
            messages.warning(
                request, _("Meanwhile version %(number)s was closed.") % {"number": overtaken.newer.number}
            )
            return redirect("standings:show_table", club_id, period)
        except ValidationError as refused:
            form.add_error(None, refused)
        except Reused:
            form.used_before()
        else:
            messages.success(
                request,
                _("%(month)s is closed, version %(number)s.") % {"month": period, "number": closing.number},
            )
            return redirect("standings:show_table", club_id, period)
    return answer_invalid(request, "standings/close_month.html", context)
