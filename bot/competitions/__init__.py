"""Tournaments as they are kept and run: who enters, what is opened when, what the director does.

The formats themselves are pure and stand in `bot.tournaments`.
"""
