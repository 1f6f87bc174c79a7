"""Card sets that servers have added. Knows no Discord and no SQL."""
