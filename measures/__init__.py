"""What is measured by hand: speed, taps, pictures of panels, long runs, self-play, mutants. Not the suite."""
