"""The rules of Overcross (OVC-01 to OVC-34).

What is stored and seen:      options.py, state.py, view.py, seen.py, resample.py.
What is told and done:        facts.py, actions.py, steps.py.
What is asked of the grid:    ground.py (who stands where), standing.py (what is in force), stats.py, sight.py,
                              reach.py, terrains.py, zones.py; all together in look.py.
Changing a match:             telling.py, hands.py, pieces.py, places.py, attacks.py; all together in table.py.
The course of a match:        opening.py, turns.py, plays.py, objectives.py, leaving.py, course.py, rules.py.
What a seat may do, and why not: legal.py, moves.py, refusals.py, decks.py.
"""
