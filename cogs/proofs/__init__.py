"""`/match past verify`: checks of ended matches."""
