"""Must somebody prove again who he is? Not in the minutes after signing in, longer after a login link.

And is it a session that an owner's login link began? That may have been the owner: it never opens bank details, and
where there is a password, passkey or code to prove oneself by, it must.
"""

import time
from typing import Final

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.http import HttpRequest

from dokoclub.accounts.models import SignIn

AFTER_SIGN_IN: Final = 5 * 60  # seconds
# Who was locked out comes to set a new password or passkey, and cannot prove himself by the lost one.
AFTER_LOGIN_LINK: Final = 15 * 60
AFTER_OWNERS_LINK: Final = 0

_SESSION_KEY: Final = "trusted_until"
_SIGN_IN: Final = "sign_in"
_OWNERS_LINK: Final = "owners_link"  # templates read it, too


def trust_session(request: HttpRequest, seconds: int) -> None:
    request.session[_SESSION_KEY] = int(time.time()) + seconds


def is_trusted(request: HttpRequest) -> bool:
    """After a clock was set back nobody is trusted until it is where it was."""
    left = float(request.session.get(_SESSION_KEY, 0)) - time.time()
    return 0 < left <= AFTER_LOGIN_LINK


def forget_future_proofs(request: HttpRequest) -> None:
    """The same for what allauth has noted: a proof of tomorrow would hold until then."""
    proofs = request.session.get(AUTHENTICATION_METHODS_SESSION_KEY, [])
    past = [proof for proof in proofs if proof["at"] <= time.time()]
    if past != proofs:
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = past


def note_sign_in(request: HttpRequest, sign_in: SignIn) -> None:
    """The session knows its row, and for as long as it lasts whether an owner's link began it."""
    request.session[_SIGN_IN] = sign_in.pk
    if sign_in.link is not None and sign_in.link.is_of_owner:
        request.session[_OWNERS_LINK] = True


def sign_in_of(request: HttpRequest) -> int | None:
    """The number of the row of this session; None where it began before sign-ins were noted."""
    number: int | None = request.session.get(_SIGN_IN)
    return number


def forget_sign_in(request: HttpRequest, **_signal: object) -> None:
    """Whoever signs out leaves no row behind, nor what later apps have tied to it. Hears Django's signal. One query."""
    if number := sign_in_of(request):
        SignIn.objects.filter(pk=number).delete()


def is_by_owners_link(request: HttpRequest) -> bool:
    return _OWNERS_LINK in request.session
