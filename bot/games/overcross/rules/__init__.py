"""The rules of Overcross (OVC-01 to OVC-34).

State and views:        options.py, normalize.py, state.py, view.py, seen.py, resample.py, position.py.
Facts and actions:      facts.py, actions.py, steps.py.
Queries on the grid:    geometry.py, reach.py, terrains.py, tolls.py, standing.py (effects in force), field.py
                        (cached results); all together in card_queries.py, queries.py and aim.py.
Changes of a match:     changing.py, hands.py, pieces.py, places.py, attacks.py, table.py, each based on the
                        one before.
Course of a match:      opening.py, turns.py, plays.py, objectives.py, phases.py, rules.py.
Legality and refusals:  legal.py, moves.py, refusals.py, deckbuilding.py.
"""
