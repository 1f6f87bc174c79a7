"""Golden playthroughs: whole matches kept as readable files and played again on each test run."""
