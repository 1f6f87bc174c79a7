"""Checks of Arclash's card files: references and the designers' guide (ARC-16, ARC-17, ARC-19)."""
