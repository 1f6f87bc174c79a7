"""`/roll` and `/dice`."""
