"""Who runs the bot: people read it where they read what is kept about them, and in the help."""

from __future__ import annotations

from bot.host import Host
from tests.cogs.club import Club
from tests.cogs.players import said

HOST = Host(
    name="The Dice Club",
    contact="club@example.org",
    privacy="https://example.org/privacy",
    terms="https://example.org/terms",
)
LINES = {
    "en-US": "This bot is run by The Dice Club (club@example.org). · "
    "[Privacy](<https://example.org/privacy>) · [Terms](<https://example.org/terms>)",
    "de": "Diesen Bot betreibt The Dice Club (club@example.org). · "
    "[Datenschutz](<https://example.org/privacy>) · [Bedingungen](<https://example.org/terms>)",
}


async def test_the_host_is_named_with_both_pages_and_without_what_is_left_out(club: Club) -> None:
    assert "run by" not in said(await club.ann.slash(club.channel, "privacy show"))
    club.bot.host = HOST
    for locale, line in LINES.items():
        club.speaks(club.ann, locale)
        for command in ("privacy show", "help"):
            assert line in said(await club.ann.slash(club.channel, command))
    club.speaks(club.ann, "en-US")
    club.bot.host = Host(contact="https://example.org/club")
    told = said(await club.ann.slash(club.channel, "privacy show"))
    assert "-# The host of this bot can be reached at https://example.org/club." in told
    club.bot.host = Host(name="Ann")
    assert "-# This bot is run by Ann." in said(await club.ann.slash(club.channel, "privacy show"))
