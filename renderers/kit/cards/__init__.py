"""Composed cards: the picture of a card from its words, for every game with cards of its own."""
