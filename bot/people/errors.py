"""What people cannot set."""

from __future__ import annotations

from bot.engine.errors import Refusal


class UnreadableSetting(Refusal):
    """A word that says nothing that can be set; the sentence says what does."""


class NothingToFollow(Refusal):
    """A match that this person cannot watch or mute."""
