"""Import of old score sheets: self-made files are read into evenings with points entered by hand.

Nothing here knows the database: bytes go in, `OldSheet`s with all their problems come out. Tables are read by
`scoring.tables`.
"""
