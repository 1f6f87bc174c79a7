"""Play by buttons: the panel, the hand, parts of the board."""
