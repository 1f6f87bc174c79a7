"""Wishes that stand: what people would like to play, until it is withdrawn, fulfilled often enough or old."""
