"""The computer players of Neo-Combat.

tracker.py: the normal player. worth.py: what varans, cards and damage are worth. situation.py: what one seat
sees, remembers and expects. attacks.py: playing cards. marches.py: moving. recovery.py: Repair and the draft.
reasons.py: why a player does something, in a sentence.
"""
