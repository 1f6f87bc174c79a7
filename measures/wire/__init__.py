"""The bot on a stand-in for Discord, over a real wire: see `__main__`."""
