"""The addresses of the style page."""

from django.urls import path

from dokoclub.style import views

app_name = "style"

urlpatterns = [
    path("style/", views.show_style, name="show_style"),
    path("style/<slug:state>/", views.show_state, name="show_state"),
]
