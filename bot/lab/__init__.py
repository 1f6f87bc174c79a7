"""The lab: what is brought to a game (decks, squads), its cards and its options, measured by self-play."""
