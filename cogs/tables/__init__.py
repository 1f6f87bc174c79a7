"""`/free-table add` and the other commands for servers' own tables."""
