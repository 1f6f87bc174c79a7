"""The migrations from an empty database to the present tables, run at each start."""
