"""The computer players of Papyrus.

skirmisher.py: the normal player. battlefield.py: what squares are worth. gunnery.py: what shots are worth.
reasons.py: why a player does something, in a sentence.
"""
