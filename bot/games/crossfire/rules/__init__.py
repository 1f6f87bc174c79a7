"""The rules of Crossfire: state, phases, actions, refusals, facts, views, example positions."""
