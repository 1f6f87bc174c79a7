"""`/table`, and players who leave a server."""
