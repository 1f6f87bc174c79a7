"""Wishes of people to play, and the matches made from them."""
