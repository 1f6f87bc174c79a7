"""The kit for computer players: their interface, search, and reasons."""
