"""The lab: measures entrants (decks, squads), cards and options of a game by self-play."""
