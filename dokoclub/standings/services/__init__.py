"""What is written for the league: rules, seasons, corrections, closed months, links, honours."""
