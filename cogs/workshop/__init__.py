"""`/cards` and `/deck`."""
