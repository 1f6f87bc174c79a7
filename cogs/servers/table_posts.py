"""How a server's settings are shown."""

from __future__ import annotations

from bot.engine.language import gettext
from bot.languages.catalogues import native_name
from bot.servers.settings import ServerSettings
from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import OutgoingMessage, message_of, rows, text
from cogs.publishing.match_posts import DANGER


def compose_table(settings: ServerSettings) -> OutgoingMessage:
    """Return what a server has set, with how to change it."""
    named = ", ".join(f"<#{each}>" for each in settings.channels)
    lines = (
        gettext("**Matches are opened** in {channels} · `/table channels`", channels=named)
        if named
        else gettext("**Matches are opened** everywhere · `/table channels`"),
        gettext("**Clock of new matches** {clock} · `/table clock`", clock=settings.clock.words),
        gettext("**Log** {channel} · `/table logs`", channel=f"<#{settings.log}>")
        if settings.log
        else gettext("**Log** none · `/table logs`"),
        gettext("**Language** {language} · `/table language`", language=_language(settings)),
    )
    return message_of(text(gettext("### This server's table")), text("\n".join(lines)))


def _language(settings: ServerSettings) -> str:
    return native_name(settings.language) if settings.language else gettext("as in Discord")


def compose_reset_question() -> OutgoingMessage:
    """Return the question whether all settings are to be as usual again."""
    question = gettext("Reset all settings of this server's table? Matches that go on keep their clocks.")
    controls = [
        button(gettext("Yes, reset"), ComponentId("table", path=("reset",)), DANGER),
        button(gettext("No"), ComponentId("never")),
    ]
    return message_of(text(question), *rows(controls))
