"""Backup, restore, nightly work, health and status of an install."""
