"""What the bot posts by itself: boards, results, proposals, turns, the log of a server."""
