"""What the Tracker thinks about at Neo-Combat.

worth.py: what varans, cards and damage are worth. situation.py: what one seat sees, remembers and expects.
attacks.py: playing cards. defence.py: answering them. marches.py: moving. recovery.py: Repair and the draft.
"""
