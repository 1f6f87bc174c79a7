"""Neo-Combat: cloaked varans (NEO-01 to NEO-19).

The cards, and what they can say:  cards.py, varans.py, words/ and the files of data/neo-combat.
The course of a match:             opening.py, drawing.py, turns.py, movement.py, combat.py, fights.py,
                                   repair.py, ends.py.
What is known of whom:             knowledge.py, view.py, resample.py.
What a seat may do, and why not:   legal.py, checks.py, refusals.py.
Answers given beforehand:          orders.py.
"""
