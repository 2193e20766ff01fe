from django.urls import path

from dokoclub.operations import views

app_name = "operations"
urlpatterns = [
    path("install/", views.show_install, name="show_install"),
    path("install/texts/", views.edit_texts, name="edit_texts"),
    path("imprint/", views.show_imprint, name="show_imprint"),
    path("privacy/", views.show_privacy, name="show_privacy"),
    path("healthz", views.show_health, name="show_health"),
    path("readyz", views.show_readiness, name="show_readiness"),
]
