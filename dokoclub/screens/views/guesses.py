"""What was typed as a code: every guess is counted before it is looked at."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.access.guessers import Guesser, guesser_at_address
from dokoclub.accounts.services import guessing
from dokoclub.screens.access import Opened, opened_by_code
from dokoclub.screens.forms import CodeForm, ScreenCodeForm
from dokoclub.screens.models import CODE_LASTS, Kind

MOST_ON_A_DEVICE: Final = 10  # wrong codes without a right one, from any address
FIRST_ON_A_DEVICE: Final = timedelta(seconds=5)  # the first wait
MOST_AN_HOUR: Final = 50  # wrong codes, from wherever: five tries at each of a million addresses would be many


class Guesses(NamedTuple):
    """How codes of screens, or those of people, are guarded."""

    what: str
    for_screens: bool
    first_here: timedelta  # the first wait of an address
    window: timedelta
    first_everywhere: timedelta  # the first wait of all addresses at which nothing right was typed today
    wrong: Promise
    too_many: Promise


OF_SCREENS: Final = Guesses(
    "screen code",
    for_screens=True,
    first_here=CODE_LASTS[Kind.SCREEN],
    window=timedelta(days=1),
    first_everywhere=timedelta(minutes=1),
    wrong=_("This code opens nothing. Codes end after 10 minutes: make another one."),
    too_many=_("Too many wrong codes. Open the long address, which stands beside the code."),
)
OF_PEOPLE: Final = Guesses(
    "table code",
    for_screens=False,
    first_here=timedelta(minutes=1),
    window=timedelta(minutes=10),
    first_everywhere=timedelta(seconds=5),
    wrong=_("This code opens nothing, or nothing any more. Ask for another one."),
    too_many=_("Too many wrong codes. Try again later."),
)


def look_up(request: HttpRequest, form: CodeForm | ScreenCodeForm, guesses: Guesses, key: str = "") -> Opened | None:
    """Return what the code in the form opens; without it the form says why.

    After five wrong ones no code of this address is looked at for a while, after ten none of this device, and after
    many from everywhere none of an address where nothing right was typed today.
    """
    if not form.is_valid():
        return None
    here, *others = guessers_of_code(request, guesses)
    is_known = guessing.was_right_today(here)
    everywhere = others.pop()
    try:
        guess = guessing.count_guess((here, *others) if is_known else (here, *others, everywhere))
    except guessing.HeldUp as held_up:
        held_up.message = str(guesses.too_many)
        form.add_error("code", held_up)
        return None
    opened = opened_by_code(form.cleaned_data["code"], for_screens=guesses.for_screens, key=key)
    if opened is None:
        form.add_error("code", ValidationError(str(guesses.wrong)))
        return None
    guessing.give_back(guess)
    if not is_known:
        guessing.note_right(here)
    return opened


def guessers_of_code(request: HttpRequest, guesses: Guesses) -> list[Guesser]:
    """Return who is counted: the address, the device by the cookie of its forms, and at the end everybody."""
    found = [guesser_at_address(request, guesses.what, guesses.first_here, guesses.window)]
    if device := request.META.get("CSRF_COOKIE", ""):
        found.append(Guesser(f"{guesses.what} device {device}", MOST_ON_A_DEVICE, first=FIRST_ON_A_DEVICE))
    hour = f"{guesses.what} {timezone.now():%Y-%m-%d %H}"
    return [*found, Guesser(hour, MOST_AN_HOUR, shared=True, first=guesses.first_everywhere)]
