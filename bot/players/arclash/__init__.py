"""The computer players of Arclash.

duellist.py: the normal player. planning.py: how far to advance. answering.py: answers to cards. judgement.py:
what a position is worth. rollouts.py: what effects come to on average. tableau.py: a table to try them on.
reasons.py: why a player does something, in a sentence.
"""
