"""Forms of clubs: from typed input to arguments for services."""
