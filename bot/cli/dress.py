"""`check --dress`: gives the bot the avatar and the banner that we have drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import aiohttp
import discord

from bot.cli.report import Finding, note, right, wrong

FILES: Final = ("avatar.png", "banner.png")
"""Where they are written without a token, in the folder in which the command is run."""
_AGAIN: Final = "Discord allows few changes an hour: try again later."


def write_down() -> list[Finding]:
    """Write both pictures as files, and say where they can be set by hand."""
    from renderers.dress import avatar, banner

    for name, picture in zip(FILES, (avatar(), banner()), strict=True):
        Path(name).write_bytes(picture)
    where = "Set them on the page Bot of the developer portal, or set DISCORD_TOKEN and run this again."
    return [note("Dress", f"{' and '.join(FILES)} are written.", where)]


async def put_on(token: str) -> list[Finding]:
    """Log in and set avatar and banner of the bot's own user."""
    from renderers.dress import avatar, banner

    client = discord.Client(intents=discord.Intents.none())
    try:
        async with client:
            await client.login(token)
            assert client.user is not None, "who has logged in has a user"
            await client.user.edit(avatar=avatar(), banner=banner())
    except discord.LoginFailure:
        return [
            wrong("Dress", "DISCORD_TOKEN was refused.", "Copy the token anew from the developer portal.")
        ]
    except discord.HTTPException as refused:
        return [wrong("Dress", f"Discord refused the pictures: {refused.text or refused.status}.", _AGAIN)]
    except (aiohttp.ClientError, OSError) as fault:
        return [wrong("Dress", f"It cannot be reached ({type(fault).__name__}).", "Look at the network.")]
    return [right("Dress", "The bot has its avatar and its banner.")]
