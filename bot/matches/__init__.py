"""The match service: lobby, load, apply, save, publish. Knows no Discord and no SQL."""
