"""Overcross: decks call them, the grid decides (OVC-01 to OVC-34).

The cards, and what they can say:  cards/ and data/overcross.
The rules:                         rules/, whose docstring tells what stands where.
"""
