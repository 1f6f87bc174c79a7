"""`/me` and `/privacy`."""
