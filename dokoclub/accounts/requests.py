"""A request of somebody signed in, for the type checker."""

from dokoclub.accounts.models import Account
from dokoclub.look.http import Request


class UserRequest(Request):
    user: Account
