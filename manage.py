#!/usr/bin/env python3
"""Django's commands for this project; `manage.py help` lists them."""

import sys

from dokoclub.command import run_django

if __name__ == "__main__":
    run_django(sys.argv)
