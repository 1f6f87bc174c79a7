"""Arclash: Characters of four levels advance and battle; what a card does is data."""
