"""`python -m dokoclub`, for who has the files but not the command."""

from dokoclub.command import run_word

run_word()
