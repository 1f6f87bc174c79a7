"""Users' settings for notifications. Knows no Discord and no SQL."""
