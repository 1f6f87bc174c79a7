"""The rules of Neo-Combat: state, phases, actions, refusals, facts, views, example positions."""
