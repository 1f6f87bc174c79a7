"""The rules of Arclash: state, phases, actions, refusals, facts, views, example positions."""
