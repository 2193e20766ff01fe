"""The base of every app: HTTP, cache, cookies, formatting of days and numbers, static files."""
