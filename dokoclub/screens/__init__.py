"""Televisions and typed codes."""
