"""The rules of Papyrus: state, phases, actions, refusals, facts, views, example positions."""
