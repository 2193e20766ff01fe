"""The accounts of the demo club: its people, who exist only in it, and the visitor who looks at it."""

from typing import Final

from django.contrib.auth.hashers import make_password

from dokoclub.accounts.models import Account

# Nobody can register it: a sign-in name holds no star.
VISITOR_NAME: Final = "*demo"


def demo_visitor() -> Account:
    """The demo visitor, made when first asked for. No password, no passkey: only the button lets in."""
    visitor, _made = Account.objects.get_or_create(
        is_visitor=True,
        defaults={"username": VISITOR_NAME, "display_name": "Demo", "password": make_password(None)},
    )
    return visitor


def demo_person(name: str) -> Account:
    """Somebody of the demo club, made when first asked for; nobody can sign in as such a person."""
    person, _made = Account.objects.get_or_create(
        username=f"{VISITOR_NAME}-{name.lower()}",
        defaults={"display_name": name, "password": make_password(None), "is_active": False},
    )
    return person
