"""The form of a server's settings: channels of matches, clock, log, role to call, language."""

from __future__ import annotations

from typing import Final

import discord

from bot.base.language import gettext
from bot.base.languages.catalogues import codes, native_name
from bot.matches.terms import USUAL, offered, read_clock
from bot.servers.settings import NO_CLOCK, ServerClock, ServerSettings
from cogs.kit.controls import ComponentId
from cogs.kit.form_fields import Choice, channels, one_of, one_of_many, role
from cogs.kit.forms import Asked, Typed
from cogs.kit.languages import AS_DISCORD
from cogs.kit.layout import OPTIONS

FORM = "tableform"
"""The verb of the button that opens the form, and of the form."""
AS_IT_IS = "."
"""Means the current clock, which may be the server's own."""
PLACES: Final = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
"""The channels in which matches can be played, as they are or in their threads."""


def typed_table(press: ComponentId, settings: ServerSettings) -> Typed:
    """Return the form with the current settings of a server."""
    values = {
        "channels": tuple(map(str, settings.channels)),
        "clock": (AS_IT_IS,),
        "log": (str(settings.log),) if settings.log else (),
        "role": (str(settings.role),) if settings.role else (),
        "language": (settings.language or AS_DISCORD,),
    }
    return Typed(press, values)


def asked_of_table(settings: ServerSettings, typed: Typed) -> Asked:
    """Return the values that the form requests for a server."""
    clocks = [Choice(words, offered(read_clock(words))) for words in USUAL]
    here = Choice(AS_IT_IS, gettext("as it is: {clock}", clock=settings.clock.words))
    languages = [Choice(code, native_name(code)) for code in codes()]
    discords = Choice(AS_DISCORD, gettext("as in Discord"))
    where = channels(
        "channels",
        gettext("Where matches are opened"),
        PLACES,
        typed.ids("channels")[:OPTIONS],
        OPTIONS,
        gettext("Also in their threads. Without any, everywhere."),
    )
    fields = [
        *([where] if len(settings.channels) <= OPTIONS else []),  # else the form could not hold them all
        one_of_many("clock", gettext("Clock of new matches"), [here, *clocks], typed.one("clock")),
        channels("log", gettext("Log of matches"), [discord.ChannelType.text], typed.ids("log"), 1),
        role("role", gettext("Who is called to new lobbies"), typed.ids("role")),
        one_of("language", gettext("Language of posts"), [discords, *languages], typed.one("language")),
    ]
    return Asked(gettext("This server's table"), fields)


def clock_of(typed: Typed, before: ServerClock) -> ServerClock | None:
    """Return the clock in a form, None for the current one. Raises `Refusal`."""
    words = typed.one("clock", USUAL, AS_IT_IS)
    if words == AS_IT_IS:
        return None
    return NO_CLOCK if words == "none" else ServerClock(words, before.grace, before.at_zero)
