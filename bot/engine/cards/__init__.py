"""The card language: what a card does, as data. Shared by every game whose cards are designed by people."""
