"""From what was tapped to facts, and back."""
