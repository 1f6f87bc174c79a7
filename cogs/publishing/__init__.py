"""Posts by the bot itself: boards, results, proposals, turns, the log of a server."""
