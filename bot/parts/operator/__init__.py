"""Operators' acts for the whole bot: notices, blocks, draining, errands, and their log."""
