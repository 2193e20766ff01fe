"""Access of accounts: a request of a signed-in user, known devices, and limits of guesses."""

from dokoclub.accounts.models import Account
from dokoclub.core.http import Request


class UserRequest(Request):
    user: Account
