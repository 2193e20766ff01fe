"""Views of evenings and sheets."""
