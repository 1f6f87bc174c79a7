"""The computer players of Arclash.

duellist.py: the normal player. planning.py: how far to advance. answering.py: answers to cards. judgement.py:
the value of a position. rollouts.py: average results of effects. tableau.py: the table on which they are
simulated. reasons.py: a player's reasons as sentences.
"""
