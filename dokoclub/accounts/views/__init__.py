"""Views of accounts: sign-in (sign_in), and the user's own account with passkeys and recovery codes (account)."""
