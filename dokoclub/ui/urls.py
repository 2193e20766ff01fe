"""URLs that every page relies on: switches, manifest, robots.txt, favicon, service worker, offline page."""

from django.urls import path

from dokoclub.ui import views

app_name = "ui"

urlpatterns = [
    path("theme/", views.set_theme, name="set_theme"),
    path("language/", views.set_language, name="set_language"),
    path("manifest.webmanifest", views.show_manifest, name="show_manifest"),
    path("robots.txt", views.show_robots, name="show_robots"),
    path("favicon.ico", views.show_favicon, name="show_favicon"),
    path("sw.js", views.show_worker, name="show_worker"),
    path("offline/", views.show_offline, name="show_offline"),
]
