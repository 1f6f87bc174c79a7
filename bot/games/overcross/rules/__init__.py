"""The rules of Overcross (OVC-01 to OVC-34).

What is stored and seen:          options.py, normalize.py, state.py, view.py, seen.py, resample.py,
                                  position.py.
What is told and done:            facts.py, actions.py, steps.py.
What is asked of the grid:        zones.py, sight.py, reach.py, terrains.py, standing.py (what is in force),
                                  field.py (worked out once); all together in queries.py and aim.py.
Changing a match, one on another: changing.py, hands.py, pieces.py, places.py, attacks.py, table.py.
The course of a match:            opening.py, turns.py, plays.py, objectives.py, phases.py, rules.py.
What a seat may do, and why not:  legal.py, moves.py, refusals.py, deckbuilding.py.
"""
