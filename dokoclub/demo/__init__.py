"""The demo club: made by the services of all apps, the same for the same seed. Nothing imports it."""
