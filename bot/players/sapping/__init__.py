"""What the Sapper weighs at Crossfire: chances of cards, ways over the field, what a position is worth."""
