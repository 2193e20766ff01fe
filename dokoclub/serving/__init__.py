"""How requests come in: processes by gunicorn, connections by waitress, and how much of a body is taken from whom."""
