"""Map files: reading them, and those of servers."""
