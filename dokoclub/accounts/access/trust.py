"""Must somebody prove again who he is? Not in the minutes after signing in, longer after a login link."""

import time
from typing import Final

from django.http import HttpRequest

AFTER_SIGN_IN: Final = 5 * 60  # seconds
# Who was locked out comes to set a new password or passkey, and cannot prove himself by the lost one.
AFTER_LOGIN_LINK: Final = 15 * 60

_SESSION_KEY: Final = "trusted_until"


def trust_session(request: HttpRequest, seconds: int) -> None:
    request.session[_SESSION_KEY] = int(time.time()) + seconds


def is_trusted(request: HttpRequest) -> bool:
    return time.time() < float(request.session.get(_SESSION_KEY, 0))
