"""The operator of the bot, in words."""

from __future__ import annotations

from bot.base.host import Host
from bot.base.language import gettext
from cogs.kit.layout import safe


def host_words(host: Host) -> str:
    """Return the operator of the bot and the links to their pages in a small line; "" where none are set."""
    said = []
    if host.name and host.contact:
        said.append(
            gettext(
                "This bot is run by {name} ({contact}).", name=safe(host.name), contact=safe(host.contact)
            )
        )
    elif host.name:
        said.append(gettext("This bot is run by {name}.", name=safe(host.name)))
    elif host.contact:
        said.append(gettext("The host of this bot can be reached at {contact}.", contact=safe(host.contact)))
    if host.privacy:
        said.append(f"[{gettext('Privacy')}](<{host.privacy}>)")
    if host.terms:
        said.append(f"[{gettext('Terms')}](<{host.terms}>)")
    return f"-# {' · '.join(said)}" if said else ""
