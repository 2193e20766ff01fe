"""The site, imported once by the master.
So a killed worker is back in some hundredths of a second instead of in seconds.
"""

from __future__ import annotations

from django.template.loader import get_template
from django.urls import get_resolver

from dokoclub.wsgi import application

_ = (get_resolver().url_patterns, get_template("evenings/show_sheet.html"), application)
