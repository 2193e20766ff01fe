"""Forms: from user input to facts, and back."""
