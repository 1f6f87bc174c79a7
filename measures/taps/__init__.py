"""Taps counted: scripted players with a thumb, and what their turns cost them on the panels."""
