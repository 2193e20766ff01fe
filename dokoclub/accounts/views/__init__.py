"""Pages of accounts: how one gets in (entering), one's own account (own), passkeys and recovery codes (keys)."""
