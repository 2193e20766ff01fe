"""URLs of the handbook, open to everybody."""

from django.urls import path

from dokoclub.handbook import views

app_name = "handbook"

urlpatterns = [
    path("help/", views.show_contents, name="show_contents"),
    path("help/sample/", views.show_sample, name="show_sample"),
    path("help/sample/<int:number>/", views.show_step, name="show_step"),
    path("help/<slug:page>/", views.show_page, name="show_page"),
]
