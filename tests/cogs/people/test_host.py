"""Who runs the bot: people read it where they read what is kept about them, and in the help."""

from __future__ import annotations

import pytest

from bot.host import Host
from tests.cogs.club import Club
from tests.cogs.players import said

HOST = Host(
    name="The Dice Club",
    contact="club@example.org",
    privacy="https://example.org/privacy",
    terms="https://example.org/terms",
)
LINKS = {
    "en-US": "[Privacy](<https://example.org/privacy>) · [Terms](<https://example.org/terms>)",
    "de": "[Datenschutz](<https://example.org/privacy>) · [Bedingungen](<https://example.org/terms>)",
}
WHO = {
    "en-US": "This bot is run by The Dice Club (club@example.org).",
    "de": "Diesen Bot betreibt The Dice Club (club@example.org).",
}


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("command", ["privacy show", "help"])
async def test_the_host_is_named_with_both_pages(club: Club, locale: str, command: str) -> None:
    club.bot.host = HOST
    club.speaks(club.ann, locale)
    told = said(await club.ann.slash(club.channel, command))
    assert f"{WHO[locale]} · {LINKS[locale]}" in told


async def test_a_host_who_says_nothing_has_no_line(club: Club) -> None:
    assert "run by" not in said(await club.ann.slash(club.channel, "privacy show"))


async def test_what_the_host_says_is_shown_without_what_is_left_out(club: Club) -> None:
    club.bot.host = Host(contact="https://example.org/club")
    told = said(await club.ann.slash(club.channel, "privacy show"))
    assert "-# Who runs this bot can be reached at https://example.org/club." in told
    club.bot.host = Host(name="Ann")
    assert "-# This bot is run by Ann." in said(await club.ann.slash(club.channel, "privacy show"))
