"""`/leaderboard`, `/profile` and `/season`."""
