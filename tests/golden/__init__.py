"""Golden playthroughs: whole matches stored as readable files and replayed on each test run."""
