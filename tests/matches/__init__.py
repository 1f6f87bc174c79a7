"""The match service."""
