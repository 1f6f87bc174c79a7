"""People: how each wants to be told that a match waits, and when. Knows no Discord and no SQL."""
