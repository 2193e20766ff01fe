"""Bank details of the user and of the club, and payment codes. Only the user ever sees their own IBAN's page."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.views.account import prove_first, refuse_owners_link
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.settlement import access as settlement_access
from dokoclub.settlement.forms.payments import BankAccountForm
from dokoclub.settlement.models.bank import group_iban
from dokoclub.settlement.presenters import girocode
from dokoclub.settlement.presenters.cash_texts import purpose_of_code
from dokoclub.settlement.presenters.owing_texts import get_purpose, line_title
from dokoclub.settlement.selectors import bank as selectors
from dokoclub.settlement.selectors import open_transfers
from dokoclub.settlement.selectors.bank import Code, bank_account, code_for_all, code_for_one, what_is_missing
from dokoclub.settlement.services import kitty as services


@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("holder", "iban")
@refuse_owners_link
@prove_first
def edit_bank_account(request: UserRequest) -> HttpResponse:
    """Show and store the user's IBAN after proof of identity: a borrowed phone must not redirect payments."""
    kept = bank_account(request.user)
    initial = {"holder": kept.holder, "iban": group_iban(kept.iban)} if kept else {"holder": request.user.display_name}
    form = BankAccountForm(sent_data(request), initial=initial)
    context: dict[str, Any] = {"form": form, "kept": kept}
    if request.method != "POST":
        return render(request, "settlement/edit_bank_account.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_bank_account.html", context)
    services.save_bank_account(request.user, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:show_account")


@require_POST
@refuse_owners_link
def remove_bank_account(request: UserRequest) -> HttpResponse:
    services.forget_bank_account(request.user)
    messages.success(request, _("IBAN removed."))
    return redirect("accounts:show_account")


@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("holder", "iban")
def edit_club_bank(request: UserRequest, club_id: int) -> HttpResponse:
    """Show and store the club's IBAN, for the treasurer after proof: a phone left lying must not redirect the dues."""
    return _edit(request, access.enter_club(request.user, club_id, Right.MONEY))


@require_POST
def remove_club_bank(request: UserRequest, club_id: int) -> HttpResponse:
    return _remove(request, access.enter_club(request.user, club_id, Right.MONEY))


@require_safe
@refuse_owners_link
def show_club_code(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the code for all that the reader owes the kitty apart from evenings; never another member's code.

    A treasurer does not see it either.
    """
    me = access.enter_club(request.user, club_id, Right.READ)
    code = selectors.code_for_club(me.club, request.user)
    if code is None:
        why = girocode.format_missing(selectors.list_missing_bank_details(me.club, request.user))
        context = {"me": me, "club": me.club, "why": why, "back": girocode.back_to_payments(club_id)}
        return render(request, "settlement/no_code.html", context)
    purpose = purpose_of_code(me.club, code.standing)
    context = {
        "me": me,
        "club": me.club,
        "code": code,
        "iban": group_iban(code.iban),
        "purpose": purpose,
        "drawing": girocode.draw_girocode(holder=code.holder, iban=code.iban, cents=code.cents, purpose=purpose),
    }
    return render(request, "settlement/show_club_code.html", context)


@refuse_owners_link
@prove_first
def _edit(request: UserRequest, me: Membership) -> HttpResponse:
    kept = selectors.club_bank(me.club)
    initial = {"holder": kept.holder, "iban": group_iban(kept.iban)} if kept else {"holder": me.club.name}
    form = BankAccountForm(sent_data(request), initial=initial)
    context: dict[str, Any] = {"me": me, "club": me.club, "form": form, "kept": kept}
    if request.method != "POST":
        return render(request, "settlement/edit_club_bank.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_club_bank.html", context)
    services.save_club_bank(me.club, **form.cleaned_data, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("settlement:list_dues", me.club.pk)


@refuse_owners_link
def _remove(request: UserRequest, me: Membership) -> HttpResponse:
    services.forget_club_bank(me.club)
    messages.success(request, _("IBAN removed."))
    return redirect("settlement:list_dues", me.club.pk)


@require_safe
@refuse_owners_link
def show_code(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show the code for all that is owed to a player."""
    me = access.enter_club(request.user, club_id, Right.READ)
    receiver = get_object_or_404(me.club.players, pk=player_id)
    return _page(
        request, me, code_for_all(me.club, request.user, receiver.pk), receiver, girocode.back_to_payments(club_id)
    )


@require_safe
@refuse_owners_link
def show_evening_code(request: UserRequest, evening_id: int) -> HttpResponse:
    """Show the code for one transfer of an evening, named by `?seen=`."""
    at = settlement_access.evening_to_read(request.user, evening_id)
    wanted = open_transfers.parse_seen(request.GET.get("seen", ""))
    receiver = at.evening.club.players.filter(pk=wanted.receiver or 0).first() if wanted else None
    code = code_for_one(at.evening, request.user, wanted) if wanted else None
    return _page(request, at.membership, code, receiver, girocode.back_to_evening(evening_id))


def _page(
    request: UserRequest, me: Membership, code: Code | None, receiver: Player | None, back: girocode.Back
) -> HttpResponse:
    """Render the code, or the reason why there is none.

    Only those who owe the receiver learn whether an IBAN is stored.
    """
    if code is None:
        why = girocode.format_missing(what_is_missing(me.club, request.user, receiver), receiver)
        return render(request, "settlement/no_code.html", {"me": me, "club": me.club, "why": why, "back": back})
    what_for = get_purpose(me.club, code.lines)
    context = {
        "me": me,
        "club": me.club,
        "code": code,
        "back": back,
        "iban": group_iban(code.iban),
        "purpose": what_for,
        "titles": [line_title(line) for line in code.lines],
        "drawing": girocode.draw_girocode(holder=code.holder, iban=code.iban, cents=code.cents, purpose=what_for),
    }
    return render(request, "settlement/show_code.html", context)
