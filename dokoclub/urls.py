"""All URLs of the site; each app brings its own."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("dokoclub.operations.urls")),
    path("", include("dokoclub.ui.urls")),
    path("", include("dokoclub.handbook.urls")),
    path("", include("dokoclub.accounts.urls")),
    path("", include("dokoclub.clubs.urls")),
    path("", include("dokoclub.evenings.urls")),
    path("", include("dokoclub.dates.urls")),
    path("", include("dokoclub.standings.urls")),
    path("", include("dokoclub.settlement.urls")),
    path("", include("dokoclub.tournaments.urls")),
    path("", include("dokoclub.screens.urls")),
    path("", include("dokoclub.exports.urls")),
]

handler500 = "dokoclub.serving.later.answer_error"
