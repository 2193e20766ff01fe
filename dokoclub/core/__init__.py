"""What every app builds on: HTTP, cache, cookies, formatting of days and numbers, static files."""
