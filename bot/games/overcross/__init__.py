"""Overcross: card decks and a tactical grid (OVC-01 to OVC-34).

Cards and card language: cards/ and data/overcross. Rules: rules/, whose docstring lists its modules.
"""
