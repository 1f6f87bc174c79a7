"""Test tables: made-up positions that one person plays alone from all seats; and the port they need."""
