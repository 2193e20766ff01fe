"""Files in and out: import of old sheets, club files, prints, moving a club."""
