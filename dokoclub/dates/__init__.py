"""Planned evenings, answers, calendars and reminders."""
