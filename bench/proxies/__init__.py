"""Caddy and nginx in front of the site, with the very configuration in docs/operations.md."""
