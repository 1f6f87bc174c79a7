"""How a server's settings are shown."""

from __future__ import annotations

from bot.servers.settings import ServerSettings
from cogs.controls import Press, button
from cogs.layout import Sheet, rows, sheet, text
from cogs.posts import DANGER


def compose_table(settings: ServerSettings) -> Sheet:
    """Return what a server has set, with how to change it."""
    named = ", ".join(f"<#{each}>" for each in settings.channels)
    where = f"in {named}" if named else "everywhere"
    lines = (
        f"**Matches are opened** {where} · `/table channels`",
        f"**Clock of new matches** {settings.clock.words} · `/table clock`",
        f"**Log** {f'<#{settings.log}>' if settings.log else 'none'} · `/table logs`",
    )
    return sheet(text("### This server's table"), text("\n".join(lines)))


def compose_reset_question() -> Sheet:
    """Return the question whether all settings are to be as usual again."""
    question = "Reset all settings of this server's table? Matches that go on keep their clocks."
    controls = [button("Yes, reset", Press("table", path=("reset",)), DANGER), button("No", Press("never"))]
    return sheet(text(question), *rows(controls))
