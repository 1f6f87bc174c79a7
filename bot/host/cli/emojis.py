"""`check --dress`: uploads the icons used in messages to Discord as emojis of the application."""

from __future__ import annotations

import discord

from bot.host.cli.output import Finding, right, wrong

MOST = 2_000
"""The most emojis of an application."""


async def put_emojis(client: discord.Client) -> Finding:
    """Create missing emojis, and replace those whose picture has changed.

    Only emojis that have one of our names and were created by the bot itself are replaced. Emojis uploaded by
    a person in the developer portal, whatever their names, and those without a known creator stay.
    """
    from renderers.operator.emojis import emojis, named_by_content

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
    """Return the name of an emoji without the hash of its picture; "" for a name that is not ours."""
    stem, _, content = name.rpartition("_")
    return stem if len(content) == 4 and all(each in "0123456789abcdef" for each in content) else ""
