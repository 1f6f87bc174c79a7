"""Mutation testing of the product: the share of random faults that the tests find.

Run by hand, not by pytest.
"""
