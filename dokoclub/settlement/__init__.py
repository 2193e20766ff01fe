"""Money: settling evenings, the kitty, balances of members."""
