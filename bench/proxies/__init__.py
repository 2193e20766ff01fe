"""Caddy and nginx in front of the site, with the very configuration that docs/operations.md shows."""
