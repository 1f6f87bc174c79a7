"""The computer players of Crossfire.

sapper.py: the normal player. odds.py: chances of cards. ways.py: ways over the field. plays.py, worth.py:
values of plays and positions. reasons.py: a player's reasons as sentences.
"""
