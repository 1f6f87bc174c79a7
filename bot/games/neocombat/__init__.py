"""Neo-Combat: cloaked varans (NEO-01 to NEO-19).

Cards and their language: cards/ and data/neo-combat. Rules, in rules/: the course of a match in opening.py,
movement.py, combat.py, repair.py, leaving.py and match_end.py, which all change it through table.py; public
and hidden knowledge in knowledge.py, view.py and resample.py; legal actions and refusals in legal.py,
checks.py, play_faults.py and refusals.py; standing orders in orders.py; example positions in position.py.
Texts and typed words: wording/. Screens of panels: menus/.
"""
