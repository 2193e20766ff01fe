"""The settlement of an evening: its transfers, marked as paid with one tap."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe
from django_htmx.http import trigger_client_event

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.http import stands_on
from dokoclub.evenings.access import AtEvening
from dokoclub.settlement import access, texts
from dokoclub.settlement.forms.method import STANDS
from dokoclub.settlement.forms.payments import ExcuseForm, read_payments, read_seen
from dokoclub.settlement.presenters import evening
from dokoclub.settlement.selectors.evening import EveningSettlement, chosen_rules, evening_settlement
from dokoclub.settlement.services import freezing, locks, payments, rules
from dokoclub.settlement.services.locks import OtherCurrency
from dokoclub.ui.texts import get_name, translate_text
from scoring.money.methods import METHODS

NOT_WHOLE: Final = gettext_lazy("Incomplete. Try again.")


@require_safe
def show_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_read(request.user, evening_id)
    return show_to_member(request, "settlement/show_evening.html", lambda: _context(at), at.membership)


@stands_on("settlement:show_evening", "evening_id")
def pay_transfer(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)
    wanted = read_seen(request.POST)

    def mark() -> str:
        payments.pay_some(at.evening, seen=wanted, by=request.user)
        return ""

    return _done(request, at, mark)


@stands_on("settlement:show_evening", "evening_id")
def pay_all(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)

    def mark() -> str:
        payments.pay_all(at.evening, seen=read_seen(request.POST), by=request.user)
        return _("All paid.")

    return _done(request, at, mark)


@stands_on("settlement:show_evening", "evening_id")
def take_back(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)
    wanted = read_payments(request.POST)
    if not wanted:
        return _refused(request, at, NOT_WHOLE)
    made = access.list_payments(at.evening, wanted)

    def open_again() -> str:
        count = sum(payment.settles.count() for payment in made)
        payments.take_back_payments(made, by=request.user)
        if count < 2:
            return ""
        return ngettext("%(number)s payment is open again.", "%(number)s payments are open again.", count) % {
            "number": count
        }

    return _done(request, at, open_again)


@stands_on("settlement:show_evening", "evening_id")
def freeze_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)

    def freeze() -> str:
        freezing.freeze_evening(at.evening, by=request.user)
        return _("The settlement is locked. Later changes become corrections.")

    return _done(request, at, freeze)


@stands_on("settlement:show_evening", "evening_id")
def let_go(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)

    def unfreeze() -> str:
        freezing.unfreeze_evening(at.evening, by=request.user)
        return _("The settlement follows the sheets again.")

    return _done(request, at, unfreeze)


@stands_on("settlement:show_evening", "evening_id")
def excuse_player(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_book(request.user, evening_id)
    form = ExcuseForm(request.POST)
    if not form.is_valid():
        return _refused(request, at, NOT_WHOLE)
    player = access.get_player(at.evening, form.cleaned_data["player"])

    def note() -> str:
        rules.excuse_player(at.evening, player, excused=form.cleaned_data["excused"], by=request.user)
        return ""

    return _done(request, at, note)


def _done(request: UserRequest, at: AtEvening, do: Callable[[], str]) -> HttpResponse:
    """Render the current lists after an action, in place, or as a whole page without a script."""
    try:
        said = do()
    except locks.Changed:
        return _refused(request, at, _("Someone changed this. Here is the current list."))
    except locks.StillOpen:
        return _refused(request, at, _("The evening is still open: close it first."))
    except OtherCurrency:
        return _refused(request, at, STANDS)
    if not request.htmx:
        if said:
            messages.success(request, said)
        return redirect("settlement:show_evening", at.evening.pk)
    context = _context(at)
    context["just_paid"] = not context["page"].open_lines  # the stamp falls once, not on every visit
    response = render(request, "settlement/_evening.html", context)
    return trigger_client_event(response, "toast", {"text": said}) if said else response


def _refused(request: UserRequest, at: AtEvening, why: Promise | str) -> HttpResponse:
    template = "settlement/_evening.html" if request.htmx else "settlement/show_evening.html"
    return render(request, template, {**_context(at), "refusal": why}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _context(at: AtEvening) -> dict[str, Any]:
    return get_context(at, evening_settlement(at.evening))


def get_context(at: AtEvening, page: EveningSettlement) -> dict[str, Any]:
    """Return the context of the page. One query at most."""
    may_book = at.membership.may_keep_money and not at.evening.is_open
    method = METHODS[page.live.rules.method]
    absent, lists = (
        evening.render_absent(page),
        evening.render_frozen_lists(page, at.membership.account, may_book=may_book),
    )
    return {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "page": page,
        "is_chosen": bool(page.lines) or chosen_rules(at.evening.club) is not None,
        "lists": lists,
        "single": [one for some in lists for one in some.single],
        "results": evening.list_results(page),
        "reasons": evening.list_reasons(page),
        "absent": absent,
        "of_absent": evening.cents_of_absent(page),
        "somebody_excused": any(one.excused for one in absent),
        "may_book": may_book,
        "method": get_name(method),
        "sentence": translate_text(method.sentence),
        "about": texts.in_words(page.live.rules, page.currency),
        "text": evening.text_to_share(page),
    }
