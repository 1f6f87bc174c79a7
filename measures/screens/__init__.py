"""Pictures of the screens of players: the panels of every game as the local table shows them on a phone."""
