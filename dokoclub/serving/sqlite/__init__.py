"""Django's SQLite, with a queue for whoever writes."""
