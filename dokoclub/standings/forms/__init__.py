"""What was typed about the league, understood and checked."""
