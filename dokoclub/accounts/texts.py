"""Texts for sign-in methods, security events and browsers."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# How a session began: keys of SignIn.how.
HOW: Final = {
    "password": gettext_lazy("with the password"),
    "passkey": gettext_lazy("with a passkey"),
    "code": gettext_lazy("with a recovery code"),
    "link": gettext_lazy("with a login link"),
    "openid": gettext_lazy("through another service"),
    "registered": gettext_lazy("when the account was created"),
}

# Events of an account: keys of SecurityEvent.what.
EVENTS: Final = {
    "password": gettext_lazy("Signed in with the password"),
    "passkey": gettext_lazy("Signed in with a passkey"),
    "code": gettext_lazy("Signed in with a recovery code"),
    "link": gettext_lazy("Signed in with a login link"),
    "openid": gettext_lazy("Signed in through another service"),
    "registered": gettext_lazy("Account created"),
    "wrong_password": gettext_lazy("Wrong password"),
    "wrong_code": gettext_lazy("Wrong recovery code"),
    "wrong_counter": gettext_lazy("Passkey refused: it may be a copy"),
    "password_changed": gettext_lazy("Password changed"),
    "passkey_added": gettext_lazy("Passkey added"),
    "passkey_removed": gettext_lazy("Passkey removed"),
    "openid_connected": gettext_lazy("Another service connected"),
    "openid_removed": gettext_lazy("Another service disconnected"),
    "codes_made": gettext_lazy("New recovery codes created"),
    "device_ended": gettext_lazy("A device signed out from another one"),
    "others_ended": gettext_lazy("All other devices signed out"),
    "downloaded": gettext_lazy("Data downloaded"),
}

# Events that anybody can cause who knows the sign-in name.
GUESSES: Final = ("wrong_password", "wrong_code")


def describe_browser(browser: str) -> str:
    """Describe a browser: `Firefox on Android` for "Firefox/Android"; either part may be missing."""
    program, _slash, system = browser.partition("/")
    if program and system:
        return _("%(browser)s on %(system)s") % {"browser": program, "system": system}
    return program or system or _("Unknown browser")
