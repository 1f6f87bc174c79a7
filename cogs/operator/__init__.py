"""`/operator`: what those who run the bot do for all of it."""
