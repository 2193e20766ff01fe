#!/usr/bin/env python3
"""Django's commands for this project; `manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dokoclub.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        bool(settings.INSTALLED_APPS)  # reads them
    except ImproperlyConfigured as wrong:  # a sentence that names the variable, for whoever set it
        sys.exit(f"{wrong}.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
