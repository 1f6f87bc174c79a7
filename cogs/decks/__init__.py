"""`/deck`: players' own decks."""
