"""Sheets of cards, and charts of the lab."""
