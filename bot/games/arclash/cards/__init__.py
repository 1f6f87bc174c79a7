"""The cards of Arclash: what is printed on them, their language, their checks, decks."""
