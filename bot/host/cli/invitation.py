"""The permissions the bot needs on Discord: the invitation link, and servers where some are missing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import aiohttp
import discord
from discord.utils import oauth_url

from bot.host.cli.output import Finding, note, right, wrong

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the bot needs on a server."""

SCOPES = ("bot", "applications.commands")


async def logged_in(
    what: str, token: str, act: Callable[[discord.Client], Awaitable[list[Finding]]]
) -> list[Finding]:
    """Log in, and return the findings of `act`; if that fails, a finding called `what`."""
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with client:
            await client.login(token)
            return await act(client)
    except discord.LoginFailure:
        return [wrong(what, "DISCORD_TOKEN was refused.", "Copy the token anew from the developer portal.")]
    except (aiohttp.ClientError, discord.HTTPException, OSError) as fault:
        return [wrong(what, f"It cannot be reached ({type(fault).__name__}).", "Look at the network.")]


async def look_at_discord(token: str, operator_server: int = 0) -> list[Finding]:
    """Log in, and compare the bot's permissions on each server with those it needs.

    The bot has to be on the `operator_server`, if that is not 0.
    """
    return await logged_in("Discord", token, partial(_permissions, operator_server))


async def _permissions(operator_server: int, client: discord.Client) -> list[Finding]:
    invitation = oauth_url(client.application_id or 0, permissions=NEEDED, scopes=SCOPES)
    found = [
        right("Discord", f"The token is good: {client.user}. No privileged intent is needed."),
        note("Invitation", "With this link you invite the bot to a server.", link=invitation),
    ]
    known = set()
    async for guild in _servers(client):
        known.add(int(str(guild["id"])))
        found.append(_server(guild))
    if operator_server and operator_server not in known:
        told = f"The bot is not on OPERATOR_SERVER ({operator_server}), so nobody has /operator."
        found.append(wrong("Operator", told, "Invite the bot there, or correct the id."))
    return found


async def _servers(client: discord.Client) -> AsyncIterator[dict[str, object]]:
    last = 0
    while page := await client.http.get_guilds(200, after=last):
        for guild in page:
            yield dict(guild)
        last = int(page[-1]["id"])
        if len(page) < 200:
            return


def _server(guild: dict[str, object]) -> Finding:
    """Return the permissions missing on a server; channels may deny more."""
    what = f"Server {guild['name']}"
    allowed = discord.Permissions(int(str(guild.get("permissions", 0))))
    missing = [name.replace("_", " ") for name, wanted in NEEDED if wanted and not _may(allowed, name)]
    if not missing:
        return right(what, "The bot may do all it needs.")
    return wrong(
        what, f"Missing: {', '.join(missing)}.", "Grant it to the bot's role, or invite the bot anew."
    )


def _may(allowed: discord.Permissions, name: str) -> bool:
    return allowed.administrator or bool(getattr(allowed, name))
