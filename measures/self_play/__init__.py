"""Computer players against each other, for docs/BALANCE.md: a command for each game."""
