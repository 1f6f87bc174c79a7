"""Mutants of the product: how many faults, put in at random, the tests find. Run by hand, not by pytest."""
