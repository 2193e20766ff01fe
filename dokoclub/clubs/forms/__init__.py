"""From what was typed to what a service takes."""
