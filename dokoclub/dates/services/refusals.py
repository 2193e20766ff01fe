"""What is refused, and is no error of ours."""

from __future__ import annotations


class TooLate(Exception):
    """The date has begun, is over or was cancelled: nothing is changed and nobody answers any more."""
