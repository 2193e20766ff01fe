"""The handbook at /help/."""
