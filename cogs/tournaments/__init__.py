"""Tournaments on Discord: the commands, the posts, the threads, and the rounds in which they run."""
