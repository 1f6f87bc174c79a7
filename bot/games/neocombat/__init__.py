"""Neo-Combat: cloaked varans (NEO-01 to NEO-19).

The cards, and what they can say:  cards/ and data/neo-combat.
In rules/ stand
- the course of a match:           opening.py, movement.py, combat.py, repair.py, leaving.py, match_end.py;
                                   all change it through table.py;
- what is known of whom:           knowledge.py, view.py, resample.py;
- what a seat may do, and why not: legal.py, checks.py, play_faults.py, refusals.py;
- answers given beforehand:        orders.py;
- example positions:               position.py.
What players read and type:        wording/; the screens of their panels: menus/.
"""
