"""The bot with a simulated Discord over real connections: see `__main__`."""
