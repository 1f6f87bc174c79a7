"""An evening of wishes and lobbies, spent twice: in one world somebody has a secret of the company they keep
(a block, or a wish that nothing is made of), in the other not.

All that leaves the bot for anybody else is gathered: each call of Discord with its words, in order, and what
each other person is answered. Whoever is refused is refused for the secret in one world, and for an
ordinary reason in the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

from bot.engine.errors import Refusal
from bot.matches import lobby
from bot.matches.errors import LobbyRefusal
from cogs.matches import inviting
from cogs.people import find
from tests.cogs.club import SMALL, Club
from tests.cogs.players import said
from tests.leaks.planting import Plant, instead

NUMBERS = re.compile(r"\d{15,}|[a-z0-9]{12}(?=\b)|/[A-Za-z0-9_-]{30,}")
"""Ids and tokens, which differ between two evenings whatever happens."""


class Evening:
    """What others are shown of an evening."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen: list[str] = []

    async def ask(self, who: Any, command: str, **words: Any) -> None:
        """Let somebody ask something, and gather what they are answered and what is called by it."""
        since = len(self.club.env.http_requests)
        told = said(await who.slash(self.club.channel, command, **words))
        self.seen.append(NUMBERS.sub("#", told))
        for each in self.club.env.http_requests[since:]:
            self.seen.append(NUMBERS.sub("#", f"{each.method} {each.path} {each.json}"))


async def a_join(club: Club, *, secret: bool) -> list[str]:
    """Ben wants into Ann's lobby, where he is blocked; or where the seat is kept for Cleo."""
    evening = Evening(club)
    invite = {} if secret else {"invite": club.cleo.mention}
    await club.ann.slash(club.channel, "match new", game="papyrus", options=SMALL, **invite)
    if secret:
        await club.ann.slash(club.channel, "me block", player=club.ben)
    await evening.ask(club.ben, "match join")
    await evening.ask(club.ben, "match join", ready=True)
    await evening.ask(club.ben, "me blocked")
    return evening.seen


async def a_challenge(club: Club, *, secret: bool) -> list[str]:
    """Ben invites Ann, who has blocked him; or who takes no invitations."""
    evening = Evening(club)
    if secret:
        await club.ann.slash(club.channel, "me block", player=club.ben)
    else:
        await club.ann.slash(club.channel, "me invitations", on=False)
    await evening.ask(club.ben, "match new", game="papyrus", options=SMALL, invite=club.ann.mention)
    return evening.seen


async def a_wish(club: Club, *, secret: bool) -> list[str]:
    """Ben wishes for a match while Ann, who has blocked him, wishes for the same; or while nobody does."""
    evening = Evening(club)
    if secret:
        await club.ann.slash(club.channel, "me block", player=club.ben)
        await club.ann.slash(club.channel, "find", game="papyrus")
    await evening.ask(club.ben, "find", game="papyrus")
    await evening.ask(club.ben, "find")
    await evening.ask(club.cleo, "table matches")
    return evening.seen


EVENINGS: Mapping[str, Callable[..., Any]] = {"a join": a_join, "a challenge": a_challenge, "a wish": a_wish}


async def _refused_with_a_reason(self: lobby.Lobby, info: Any, user: int) -> None:
    there = [info.seats[seat].user for seat in info.joined_seats]
    if not await self._company.welcomes(user, there, "anybody"):
        raise LobbyRefusal("Somebody in this match does not want to play with you.")


async def _invited_or_told_why(interaction: Any, people: Any) -> None:
    users = [person.user for person in people]
    if await interaction.client.blocks.apart([interaction.user.id, *users]):
        raise Refusal("They do not want to play with you.")
    if not await interaction.client.company.invitable(interaction.user.id, users):
        raise Refusal.translated("{player} takes no invitations at present.", player=people[0].name)


def _counted(true: Any) -> Any:
    async def wish(cog: Any, interaction: Any, *asked: Any, **rest: Any) -> None:
        await true(cog, interaction, *asked, **rest)
        standing = await interaction.client.wishes._store.standing()
        await interaction.followup.send(f"{len(standing)} wishes stand", ephemeral=True)

    return wish


PLANTS: Mapping[tuple[str, str], Plant] = {
    ("a join", "a refusal that says why"): lambda: patch.object(
        lobby.Lobby, "_check_welcome", _refused_with_a_reason
    ),
    ("a challenge", "a refusal of its own for a block"): lambda: patch.object(
        inviting, "check_invitable", _invited_or_told_why
    ),
    ("a wish", "how many wishes there are"): lambda: instead(find.Find, "_wish", _counted),
}
"""For an evening, what is planted in it."""
