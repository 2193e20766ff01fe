"""What a view of the founder knows of who asks: middleware has let nobody through who is not signed in."""

from django.http import HttpRequest

from dokoclub.operations.access import Founder


class FounderRequest(HttpRequest):
    user: Founder  # type: ignore[assignment]  # accounts are not imported from here
