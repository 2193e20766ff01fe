"""The addresses every page leans on: the two switches and the manifest."""

from django.urls import path

from . import views

app_name = "look"

urlpatterns = [
    path("theme/", views.set_theme, name="set_theme"),
    path("language/", views.set_language, name="set_language"),
    path("manifest.webmanifest", views.show_manifest, name="show_manifest"),
]
