"""Clubs, players, rights, invitations and rules."""
