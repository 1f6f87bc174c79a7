"""The computer players of Crossfire.

sapper.py: the normal and the hard player. weights.py: their weights. odds.py: chances of cards. ways.py:
ways over the field. plays.py, worth.py: values of plays and positions. reasons.py: reasons as sentences.
"""
