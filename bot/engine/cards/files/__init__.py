"""Reads card files within bounds and checks them: errors and advice with code, file, line and card (ARC-19).

Nothing of a file is ever run, and nothing in it is trusted: `read_card_set` takes any bytes at all.
"""
