"""Forms for a tournament, its people and its tables."""
