"""Tournaments: formats, standings and reachable places, as pure functions of entrants and results.

This package does not know a clock, a database or Discord.
"""
