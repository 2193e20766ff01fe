"""The WSGI application that the server runs."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from dokoclub.serving.bodies import LimitBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dokoclub.settings")

application = LimitBodies(get_wsgi_application())
import_module(settings.ROOT_URLCONF)  # loads all views before the first request and before the processes fork
