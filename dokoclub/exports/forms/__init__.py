"""Forms: from typed or chosen input to values for the services."""
