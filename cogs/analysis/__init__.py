"""Hints, reviews and films of matches."""
