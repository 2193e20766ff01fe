"""A request of somebody signed in, for the type checker."""

from django.http import HttpRequest

from dokoclub.accounts.models import Account


class UserRequest(HttpRequest):
    user: Account
