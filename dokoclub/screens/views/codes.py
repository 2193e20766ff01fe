"""Codes that are typed instead of a link: made below the QR code of the link, typed at /c/ on any device."""

from datetime import timedelta
from typing import Final, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.access.throttling import ThrottleKey, get_address_key
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.views.sign_in import answer_wrong
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Right
from dokoclub.clubs.views.invitations import came_by_code, page_of_invitation
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data, stands_on
from dokoclub.evenings.access import evening_to_score, get_link, sheet_to_score
from dokoclub.evenings.selectors import evenings, people
from dokoclub.evenings.views.links import not_to_be_found
from dokoclub.screens.access import Opened, opened_by_code
from dokoclub.screens.forms import CodeForm, JoinCodeForm, ScreenCodeForm
from dokoclub.screens.models import CODE_LASTS, SEED, LinkKind, random_seed
from dokoclub.screens.plugins import code_of_invitation
from dokoclub.screens.services import end_code, give_code, use_code

MOST_ON_A_DEVICE: Final = 10  # wrong codes without a right one, from any address
FIRST_ON_A_DEVICE: Final = timedelta(seconds=5)  # the first wait
MOST_AN_HOUR: Final = 50  # wrong codes from all addresses: five tries from each of a million would be many
OPENS: Final = {
    LinkKind.WRITE: "evenings:show_sheet_by_pen",
    LinkKind.READ: "evenings:show_by_link",
    LinkKind.JOIN: "clubs:open_invitation",
    LinkKind.SIGN_IN: "accounts:use_login_link",
}
SAY_THEMSELVES: Final = (LinkKind.JOIN, LinkKind.SIGN_IN)  # Their own pages explain the link, and wait for a tap.


class Guesses(NamedTuple):
    """The limits on guesses, for codes of screens or those of people."""

    what: str
    for_screens: bool
    first_here: timedelta  # the first wait of an address
    window: timedelta
    first_everywhere: timedelta  # the first wait of all addresses without a right code today
    wrong: Promise
    too_many: Promise


OF_SCREENS: Final = Guesses(
    "screen code",
    for_screens=True,
    first_here=CODE_LASTS[LinkKind.SCREEN],
    window=timedelta(days=1),
    first_everywhere=timedelta(minutes=1),
    wrong=_("Wrong or expired code. Codes last 10 minutes: get a new one."),
    too_many=_("Too many wrong codes. Use the long address under the code."),
)
OF_PEOPLE: Final = Guesses(
    "table code",
    for_screens=False,
    first_here=timedelta(minutes=1),
    window=timedelta(minutes=10),
    first_everywhere=timedelta(seconds=5),
    wrong=_("This code is invalid or has expired. Ask for another."),
    too_many=_("Too many wrong codes. Try again later."),
)


def look_up(request: HttpRequest, form: CodeForm | ScreenCodeForm, guesses: Guesses, key: str = "") -> Opened | None:
    """Return the target of the code in the form; without one the form shows the reason.

    After five wrong codes no code of this address is checked for a while, after ten none of this device, and after
    many from everywhere none of an address without a right code today.
    """
    if not form.is_valid():
        return None
    here, *others = guessers_of_code(request, guesses)
    is_known = sign_ins.was_right_today(here)
    everywhere = others.pop()
    try:
        guess = sign_ins.count_guess((here, *others) if is_known else (here, *others, everywhere))
    except sign_ins.HeldUp as held_up:
        held_up.message = str(guesses.too_many)
        form.add_error("code", held_up)
        return None
    opened = opened_by_code(form.cleaned_data["code"], for_screens=guesses.for_screens, key=key)
    if opened is None:
        form.add_error("code", ValidationError(str(guesses.wrong)))
        return None
    sign_ins.give_back(guess)
    if not is_known:
        sign_ins.note_right(here)
    return opened


def guessers_of_code(request: HttpRequest, guesses: Guesses) -> list[ThrottleKey]:
    """Return the throttle keys: the address, the device by the cookie of its forms, and at the end everybody."""
    found = [get_address_key(request, guesses.what, guesses.first_here, guesses.window)]
    if device := request.META.get("CSRF_COOKIE", ""):
        found.append(ThrottleKey(f"{guesses.what} device {device}", MOST_ON_A_DEVICE, first=FIRST_ON_A_DEVICE))
    hour = f"{guesses.what} {timezone.now():%Y-%m-%d %H}"
    return [*found, ThrottleKey(hour, MOST_AN_HOUR, shared=True, first=guesses.first_everywhere)]


@login_not_required
@not_to_be_found(referrer="same-origin")
@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("code")
def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code, show its purpose, and open it at the tap. The device then has the same access as by the link."""
    form = CodeForm(sent_data(request))
    if request.method != "POST":
        return render(request, "screens/enter_code.html", {"form": form})
    form_id = request.POST.get("form_id", "")[:SEED]  # the form that uses up a code of one use
    opened = look_up(request, form, OF_PEOPLE, form_id)
    if opened is not None:
        kind = LinkKind(opened.code.kind)
        if kind == LinkKind.JOIN:
            came_by_code(request, opened.token, opened.code.most_uses, opened.code.until)
        if kind in SAY_THEMSELVES:
            return redirect(OPENS[kind], opened.token)
        if not form_id:
            return _format_what(request, form, opened)
        if use_code(opened.code, form_id):
            return redirect(OPENS[kind], opened.token)
        form.add_error("code", str(OF_PEOPLE.wrong))
    return answer_wrong(answer_invalid(request, "screens/enter_code.html", {"form": form}), form)


def _format_what(request: HttpRequest, form: CodeForm, opened: Opened) -> HttpResponse:
    is_alone = opened.evening is None or evenings.has_one_sheet(opened.evening)
    context = {"opened": opened, "signs": form.cleaned_data["code"], "form_id": random_seed(), "is_alone": is_alone}
    return render(request, "screens/open_code.html", context)


@require_POST
def give_pen_code(request: UserRequest, sheet_id: int) -> HttpResponse:
    at = sheet_to_score(request.user, sheet_id)
    token = people.get_pen(at.sheet)
    if "end" in request.POST:
        end_code(LinkKind.WRITE, sheet_id)
    elif token and at.sheet.evening.is_open:
        give_code(LinkKind.WRITE, sheet_id, token, by=request.user)
    return _back_to_code("evenings:show_pen", sheet_id)


@require_POST
def give_link_code(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = evening_to_score(request.user, evening_id)
    link = get_link(at.evening.secret_links, link_id)
    if "end" in request.POST:
        end_code(LinkKind.READ, evening_id)
    elif link.is_open and at.evening.is_open:
        give_code(LinkKind.READ, evening_id, link.token, by=request.user)
    return _back_to_code("evenings:show_link", evening_id, link_id)


@stands_on("clubs:show_invitation", "club_id", "token")
def give_invitation_code(request: UserRequest, club_id: int, token: str) -> HttpResponse:
    """Make the code of an invitation. Only the maker of the invitation knows the token in this address."""
    me = enter_club(request.user, club_id, Right.OWN)
    invitation = get_object_or_404(me.club.invitations.of(token))
    form = JoinCodeForm(request.POST)
    if "end" in request.POST:
        end_code(LinkKind.JOIN, club_id)
    elif invitation.state == "open" and (invitation.single_use or form.is_valid()):
        most = 1 if invitation.single_use else invitation.uses + form.cleaned_data["most"]
        give_code(LinkKind.JOIN, club_id, token, by=request.user, most_uses=most)
    elif part := code_of_invitation(invitation, token, form):
        context = page_of_invitation(me, invitation, token, [part])
        return answer_invalid(request, "clubs/show_invitation.html", context)
    return _back_to_code("clubs:show_invitation", club_id, token)


def _back_to_code(page: str, *args: int | str) -> HttpResponse:
    """Redirect to the code on its page: on a phone it is below the QR code."""
    return redirect(reverse(page, args=args, fragment="typed-code"))
