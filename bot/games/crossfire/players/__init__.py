"""The computer players of Crossfire.

sapper.py: the normal and the hard player. weights.py: their weights. ways.py: ways over the
field. plays.py, worth.py: values of plays and positions, chances of cards. reasons.py: reasons as sentences.
"""
