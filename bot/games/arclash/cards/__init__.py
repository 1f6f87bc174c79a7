"""The cards of Arclash: their printed content, card language, checks and decks."""
