"""The demo club: made by the services of all apps, the same again for the same seed. Nothing imports it."""
