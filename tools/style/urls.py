"""All addresses of the site, and those of the style page."""

from django.urls import include, path

from dokoclub.urls import handler500  # noqa: F401
from tools.style import views

pages = [
    path("style/", views.show_style, name="show_style"),
    path("style/<slug:state>/", views.show_state, name="show_state"),
]
urlpatterns = [path("", include((pages, "style"))), path("", include("dokoclub.urls"))]
