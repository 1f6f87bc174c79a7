"""Neo-Combat: cloaked varans (NEO-01 to NEO-19).

The cards, and what they can say:  cards.py, varans.py, cardtext.py, format.py, words/ and data/neo-combat.
The course of a match:             opening.py, turns.py, movement.py, combat.py, plays.py, carrying_out.py,
                                   repair.py, leaving.py, ends.py; all change it through table.py.
What is known of whom:             knowledge.py, view.py, resample.py.
What a seat may do, and why not:   legal.py, checks.py, faults.py, refusals.py.
Answers given beforehand:          orders.py.
"""
