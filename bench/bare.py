"""A Django site of one page, without database, sessions or anything of ours: the cost of the framework itself."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path

PAGE = Engine().from_string(
    "<!doctype html><title>{{ title }}</title><ul>{% for n in names %}<li>{{ n }}{% endfor %}</ul>"
)


def show(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE.render(Context({"title": "Bare", "names": ["Anna", "Ben", "Cleo", "Dora"]})))


urlpatterns = [path("", show)]

if not settings.configured:
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="bare", MIDDLEWARE=[])  # noqa: S106
application = get_wsgi_application()
