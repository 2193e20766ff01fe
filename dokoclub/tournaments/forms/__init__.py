"""What is typed about a tournament, its people and its tables, checked where it enters."""
