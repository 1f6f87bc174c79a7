"""The tests; their folders mirror the packages of the bot."""
