"""Arclash: Characters of four levels advance and battle; card effects are data."""
