"""Measurements outside of the test suite: speed, taps, pictures of panels, long runs, self-play, mutants."""
