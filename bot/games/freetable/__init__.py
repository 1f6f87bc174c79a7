"""The free table: a table for any game, which knows what things there are, who sees them, whose turn it is."""
