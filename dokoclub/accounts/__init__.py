"""Accounts, passkeys, login links, the demo visitor, and how an account is erased."""
