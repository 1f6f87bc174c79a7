"""Tablepost: play-by-post games on Discord."""
