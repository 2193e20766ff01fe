"""Pages and answers of evenings and sheets."""
