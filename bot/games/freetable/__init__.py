"""The free table: a table for any game, which knows what things there are and who sees them."""
