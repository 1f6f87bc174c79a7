"""Tournaments: formats, standings and places still possible, as pure functions of entrants and results.

Nothing here knows a clock, a database or Discord.
"""
