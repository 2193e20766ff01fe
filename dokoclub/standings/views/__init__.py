"""The pages of the league: HTTP in, HTML out."""
