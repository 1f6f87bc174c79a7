"""Neo-Combat: cloaked varans (NEO-01 to NEO-19).

The cards, and what they can say:  cards/ and data/neo-combat.
In rules/ stand
- the course of a match:           opening.py, turns.py, movement.py, combat.py, plays.py, carrying_out.py,
                                   repair.py, leaving.py, ends.py; all change it through table.py;
- what is known of whom:           knowledge.py, view.py, resample.py;
- what a seat may do, and why not: legal.py, checks.py, faults.py, refusals.py;
- answers given beforehand:        orders.py.
"""
