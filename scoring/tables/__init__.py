"""Tables of old sheets read by their numbers: who plays, what a row is worth, what must be asked."""
