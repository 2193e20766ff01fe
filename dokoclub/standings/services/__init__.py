"""Services of the league: rules, seasons, corrections, closed months, links, honours."""
