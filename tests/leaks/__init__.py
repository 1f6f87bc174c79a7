"""Leaks planted on purpose, and the evening at the table that finds them: `python -m tests.leaks`."""
