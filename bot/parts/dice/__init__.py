"""Dice for `/roll`: their notation, rolling, exact odds and proof. Knows no Discord and no SQL."""
