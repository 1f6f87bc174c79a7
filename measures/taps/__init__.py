"""Counts of taps: scripted players on the panels, and the cost of their turns."""
