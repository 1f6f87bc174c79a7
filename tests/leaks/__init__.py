"""Leaks planted on purpose, and the test match that detects them: `python -m tests.leaks`."""
