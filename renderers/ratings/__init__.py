"""Leaderboards and curves of ratings."""
