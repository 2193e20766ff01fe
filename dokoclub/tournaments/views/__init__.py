"""Shared helpers of tournament views: common context, and calls that report errors as messages."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect

from dokoclub.accounts.access import UserRequest
from dokoclub.tournaments.access import AtTournament


def get_context(at: AtTournament, **more: Any) -> dict[str, Any]:
    return {"at": at, "me": at.me, "club": at.tournament.club, "tournament": at.tournament, **more}


def try_it(request: UserRequest, do: Callable[[], object], done: str, *where: Any) -> HttpResponse:
    """Call `do`, show `done` or the error as a message, and redirect to `where`."""
    try:
        do()
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        if done:
            messages.success(request, done)
    return redirect(*where)


def save_form(
    request: UserRequest, form: BaseForm, do: Callable[[], object], done: str, *where: Any
) -> HttpResponse | None:
    """Call `do`, show `done`, and redirect to `where`; None if it was refused, with the reason in the form."""
    try:
        do()
    except ValidationError as refusal:
        form.add_error(None, refusal.messages)
        return None
    messages.success(request, done)
    return redirect(*where)
