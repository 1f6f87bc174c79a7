"""`/find`: wishes to play, and the matches they make."""
