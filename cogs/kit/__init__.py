"""Shared parts of all cogs: the client, controls, messages and their limits, answers, languages."""
