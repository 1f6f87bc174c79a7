"""Crossfire: territory with packs of cards, for two seats, four in teams, and Ultimate (CRF-01 to CRF-26)."""
