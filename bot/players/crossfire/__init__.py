"""The computer players of Crossfire.

sapper.py: the normal player. odds.py: chances of cards. ways.py: ways over the field. plays.py, worth.py:
what plays and positions are worth. reasons.py: why a player does something, in a sentence.
"""
