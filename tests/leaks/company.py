"""An evening of wishes, lobbies and matches, spent twice: in one world somebody has a secret of the company
they keep, or of what they do beside the game (a block, a wish that nothing is made of, a note, a leave while
nobody waits for them), in the other not.

All that leaves the bot for anybody else is gathered: each call of Discord with its words, in order, and what
each other person is answered. Whoever is refused is refused for the secret in one world, and for an
ordinary reason in the other.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.matches import leaves, lobby
from bot.matches.action_batch import unseen
from bot.matches.changes import PendingChange
from bot.matches.errors import LobbyRefusal
from bot.people.service import People
from cogs.matches import inviting
from cogs.matches.nudge import NudgeButton
from cogs.matches.rematch import RematchCommands
from cogs.people import find
from tests.cogs.calls import look_at_what_is_due, pass_by, stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.players import board_post, control, said
from tests.cogs.quickly import resign_all_but_one
from tests.cogs.skirmish import begun, other_than
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
        async with self.gathering():
            self._note(said(await who.slash(self.club.channel, command, **words)))

    async def press(self, who: Any, page: Any, label: str) -> Any:
        """Let somebody press a button, and gather what they are answered and what is called by it."""
        async with self.gathering():
            pressed = await who.click(page, custom_id=control(page, label))
            self._note(said(pressed))
        return pressed.response

    @asynccontextmanager
    async def gathering(self, *, secret: bool = False) -> AsyncIterator[None]:
        """Gather each call of Discord that is made meanwhile; if `secret`, not the answers to who asks."""
        since = len(self.club.env.http_requests)
        yield
        for each in self.club.env.http_requests[since:]:
            if not (secret and ("/webhooks/" in each.path or "/callback" in each.path)):
                self._note(f"{each.method} {each.path} {each.json}")

    async def look(self, who: Any) -> None:
        """Let somebody look at the match of the channel in every way there is."""
        for command in ("match status", "match past history", "match note", "me matches", "match board"):
            await self.ask(who, command)
        await self.press(who, board_post(self.club), "Play")

    def _note(self, words: str) -> None:
        self.seen.append(NUMBERS.sub("#", words))


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


async def _shut_out(club: Club, who: Any, whom: Any, *, secret: bool) -> None:
    """Let somebody block another, or take no invitations."""
    asked = ("me block", {"player": whom}) if secret else ("me invitations", {"on": False})
    await who.slash(club.channel, asked[0], **asked[1])


async def a_challenge(club: Club, *, secret: bool) -> list[str]:
    """Ben invites Ann, who has blocked him; or who takes no invitations."""
    evening = Evening(club)
    await _shut_out(club, club.ann, club.ben, secret=secret)
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


async def a_nudge(club: Club, *, secret: bool) -> list[str]:
    """Who waits nudges who is awaited, who has blocked them; or wants to be told nothing of this match."""
    slow = await begun(club)
    waits, evening = other_than(club, slow), Evening(club)
    stop_rounds(club)
    await pass_by(club, hours=5)
    if secret:
        await slow.slash(club.channel, "me block", player=waits)
    else:
        await slow.slash(club.channel, "match watch", on=False)
    panel = await evening.press(waits, board_post(club), "Play")
    await evening.press(waits, panel, "Nudge")
    async with evening.gathering():
        await look_at_what_is_due(club)
    await evening.press(waits, board_post(club), "Play")
    return evening.seen


async def a_rematch(club: Club, *, secret: bool) -> list[str]:
    """Ann asks for a rematch with Ben, who has blocked her; or who takes no invitations."""
    evening = Evening(club)
    await club.started(club.ben)
    await resign_all_but_one(club)
    await _shut_out(club, club.ben, club.ann, secret=secret)
    await evening.press(club.ann, club.channel.history()[-1], "Rematch")
    await evening.ask(club.ann, "match status")
    await evening.ask(club.cleo, "table matches")
    return evening.seen


async def a_note(club: Club, *, secret: bool) -> list[str]:
    """Who is awaited keeps a note in the match, or none; the other player and a stranger look at it."""
    writer, evening = await begun(club), Evening(club)
    if secret:
        async with evening.gathering(secret=True):
            await writer.slash(club.channel, "match note", text="watch C4")
    for who in (other_than(club, writer), club.eve):
        await evening.look(who)
    return evening.seen


async def a_leave(club: Club, *, secret: bool) -> list[str]:
    """Who waits goes on leave, or not: nobody learns of it before the match waits for them."""
    slow, evening = await begun(club), Evening(club)
    if secret:
        async with evening.gathering(secret=True):
            await other_than(club, slow).slash(club.channel, "me away", until="5 days")
            await look_at_what_is_due(club)
    for who in (slow, club.eve):
        await evening.look(who)
    return evening.seen


EVENINGS: Mapping[str, Callable[..., Any]] = {
    "a join": a_join,
    "a challenge": a_challenge,
    "a wish": a_wish,
    "a nudge": a_nudge,
    "a rematch": a_rematch,
    "a note": a_note,
    "a leave": a_leave,
}


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


def _said_why(true: Any) -> Any:
    async def told(cog: Any, interaction: Any, what: Any) -> None:
        await true(cog, interaction, what)
        info = await cog.service.info(getattr(what, "match", what))
        if await cog.bot.blocks.apart(info.persons):
            await interaction.followup.send("Somebody here does not want to play with you.", ephemeral=True)

    return told


def _whoever_reads_it(true: Any) -> Any:
    async def note(notes: Any, user: int, match: str) -> str:
        kept: dict[str, str] = vars(notes).setdefault("read", {})
        kept[match] = await true(notes, user, match) or kept.get(match, "")
        return kept[match]

    return note


def _told_to_all(position: Any, record: Any) -> PendingChange:
    return replace(unseen(position, record), visible_to=None, notifications=(("board", None),))


PLANTS: Mapping[tuple[str, str], Plant] = {
    ("a join", "a refusal that says why"): lambda: patch.object(
        lobby.Lobby, "_check_welcome", _refused_with_a_reason
    ),
    ("a challenge", "a refusal of its own for a block"): lambda: patch.object(
        inviting, "check_invitable", _invited_or_told_why
    ),
    ("a wish", "how many wishes there are"): lambda: instead(find.Find, "_wish", _counted),
    ("a nudge", "an answer that says why"): lambda: instead(NudgeButton, "press_nudge", _said_why),
    ("a rematch", "an answer that says why"): lambda: instead(RematchCommands, "_open", _said_why),
    ("a note", "a note of the match, whoever reads it"): lambda: instead(People, "note", _whoever_reads_it),
    ("a leave", "a leave told while the match waits for others"): lambda: patch.object(
        leaves, "unseen", _told_to_all
    ),
}
"""For an evening, what is planted in it."""
