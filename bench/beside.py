"""The site plus Django's own costs behind the same middleware: an insert, and a page of thirty rows."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import include, path

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import SecretLink

PAGE = Engine().from_string(
    "<!doctype html><title>Bare</title><table>{% for player in players %}"
    "<tr><td>{{ forloop.counter }}<td>{{ player.name }}<td>{{ player.club_id }}<td>{{ player.pk }}"
    "{% endfor %}</table>"
)


def insert(request: HttpRequest) -> HttpResponse:
    """Insert a row with two references, as small as an entry can be."""
    SecretLink.objects.create(evening_id=int(request.POST["evening"]), random=uuid4().hex[:22])
    return HttpResponse("written")


def show(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE.render(Context({"players": Player.objects.order_by("pk")[:30]})))


urlpatterns = [
    path("bare/insert/", insert, name="bare_insert"),
    path("bare/rows/", show, name="bare_rows"),
    path("", include("dokoclub.urls")),
]
