"""Forms, texts, cards, caches and HTTP helpers that know no people and no games."""
