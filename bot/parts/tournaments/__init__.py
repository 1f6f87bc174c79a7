"""Tournaments as stored and run: entries, opening of matches, acts of the director.

The formats are pure functions in `bot.parts.tournaments.formats`.
"""
