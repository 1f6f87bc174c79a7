"""The decks that players keep, for every game with decks. Knows no Discord and no SQL."""
