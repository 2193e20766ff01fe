"""Presenters: from computed results to the parts that templates print. Nothing is computed here."""
