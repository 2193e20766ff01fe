"""Sheets from the time before: files of somebody's own making, read into evenings with points by hand.

Nothing in here knows the database: bytes go in, `OldSheet`s with all their problems come out.
"""
