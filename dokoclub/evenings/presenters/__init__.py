"""How a sheet looks on a page: from what was worked out to the parts that templates print. Nothing is computed here."""
