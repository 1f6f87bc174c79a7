"""The card language: the effects of a card as data, shared by all games with designed cards."""
