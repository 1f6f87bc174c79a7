"""Pictures of what players see: the panels of every game as the local table shows them on a phone."""
