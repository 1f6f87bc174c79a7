"""The commands of the workshop: cards, maps, balance, the league of computer players."""
