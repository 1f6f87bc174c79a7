"""`check --dress`: the signs that messages name, put on Discord as emojis of the application."""

from __future__ import annotations

import discord

from bot.cli.output import Finding, right, wrong

MOST = 2_000
"""Emojis that an application can have."""


async def put_emojis(client: discord.Client) -> Finding:
    """Make the signs that are missing, and put those whose picture has changed in place of the old ones.

    Old ones are named as ours and were made by the bot itself. What somebody has uploaded in the developer
    portal is theirs, whatever its name, and so is what Discord tells no maker of: it stays.
    """
    from renderers.emojis import emojis, named_by_content

    there = {each.name: each for each in await client.fetch_application_emojis()}
    ours = {named_by_content(name, picture): picture for name, picture in emojis().items()}
    stems = {name.rpartition("_")[0] for name in ours}
    alike = [each for name, each in there.items() if name not in ours and _stem(name) in stems]
    assert client.user is not None, "who has logged in has a user"
    old = [each for each in alike if each.user is not None and each.user.id == client.user.id]
    new = [name for name in ours if name not in there]
    if len(there) - len(old) + len(new) > MOST:
        remedy = "Delete some in the developer portal, on the page Emojis."
        return wrong("Emojis", f"The application has {len(there)}; {MOST} is the most.", remedy)
    for each in old:
        await each.delete()
    for name in new:
        await client.create_application_emoji(name=name, image=ours[name])
    told = f"{len(ours)} signs are there: {len(new)} made, {len(old)} replaced or taken away."
    others = ", ".join(sorted(each.name for each in alike if each not in old))
    return right("Emojis", f"{told} Not the bot's, and left: {others}." if others else told)


def _stem(name: str) -> str:
    """Return the name of a sign without what tells its picture; "" for a name that we do not give."""
    stem, _, content = name.rpartition("_")
    return stem if len(content) == 4 and all(each in "0123456789abcdef" for each in content) else ""
