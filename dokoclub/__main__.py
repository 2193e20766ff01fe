"""`python -m dokoclub`, for an install without the `dokoclub` command."""

from dokoclub.command import run_word

run_word()
