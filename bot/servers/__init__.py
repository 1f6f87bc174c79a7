"""What those who manage a server have set for its matches. Knows no Discord and no SQL."""
