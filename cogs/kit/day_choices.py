"""The autocomplete of options for a day: what a typed phrase means, in full, before it counts."""

from __future__ import annotations

from datetime import datetime

from bot.people.days import suggest_moments
from cogs.kit.client import Interaction
from cogs.kit.forms import read_first
from cogs.kit.replies import Choices, offer, suggesting


@suggesting
async def suggest_day(interaction: Interaction, typed: str) -> Choices:
    """Offer the days that a phrase may mean on the calendar of the asker."""
    now = await clock_of(interaction)
    return offer([(str(each), each.typed) for each in suggest_moments(typed or "tomorrow", now)])


async def clock_of(interaction: Interaction) -> datetime:
    """Return the time by the clock of the asker. Raises `Refusal` where the database is too slow."""
    people = interaction.client.people
    preferences = await read_first(people.preferences(interaction.user.id))
    return interaction.client.clock().astimezone(preferences.tzinfo)
