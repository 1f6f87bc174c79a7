"""The computer players of Neo-Combat.

tracker.py: the normal player. worth.py: values of varans, cards and damage. situation.py: a seat's knowledge
and expectations. attacks.py: playing cards. marches.py: moving. recovery.py: Repair and the draft.
reasons.py: a player's reasons as sentences.
"""
