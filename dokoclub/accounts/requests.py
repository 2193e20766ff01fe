"""A request of a signed-in user, for the type checker."""

from dokoclub.accounts.models import Account
from dokoclub.core.http import Request


class UserRequest(Request):
    user: Account
