"""Wishes, lobbies and matches in two worlds that differ in a secret outside of the game.

In one world a person has a secret about their company or their settings: a block, a wish without a match, a
note, a leave while nobody waits for them. In the other world the person has none. All output for others is
collected: each call of Discord with its text, in order, and the answers to each other person. A refusal has
the secret as its reason in one world, and an ordinary reason in the other.
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
from bot.matches.errors import LobbyRefusal
from bot.matches.loaded_match import PendingChange
from bot.matches.play import unseen
from bot.parts.matchmaking.service import WishService
from bot.parts.tournaments import acts, progress, running
from bot.parts.tournaments.export import as_json
from bot.people.service import People
from cogs.matches import inviting
from cogs.matches import replace as offering
from cogs.matches.match import NudgeButton
from cogs.matches.rematch import RematchCommands
from cogs.matchmaking import find
from cogs.tournaments import asking
from tests.cogs.calls import look_at_what_is_due, pass_by, stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.players import board_post, control, said
from tests.cogs.quickly import resign_all_but_one
from tests.cogs.skirmish import begun, other_than
from tests.leaks.planting import Plant, instead
from tests.parts.tournaments.cogs.hall import Hall

NUMBERS = re.compile(r"\d{15,}|(?<='id': )\d{5,}|[a-z0-9]{12}(?=\b)|/[A-Za-z0-9_-]{30,}")
"""Ids, marks of answers and tokens, which always differ between two runs."""


class Evening:
    """The output for others in one run."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen: list[str] = []

    async def ask(self, who: Any, command: str, **words: Any) -> None:
        """Send a command, and collect the answer and the calls that it causes."""
        async with self.gathering():
            self.note(said(await who.slash(self.club.channel, command, **words)))

    async def press(self, who: Any, page: Any, label: str) -> Any:
        """Press a button, and collect the answer and the calls that it causes."""
        async with self.gathering():
            pressed = await who.click(page, custom_id=control(page, label))
            self.note(said(pressed))
        return pressed.response

    @asynccontextmanager
    async def gathering(self, *, secret: bool = False) -> AsyncIterator[None]:
        """Collect each call of Discord within the block; if `secret`, without the answers to the asker."""
        since = len(self.club.env.http_requests)
        yield
        for each in self.club.env.http_requests[since:]:
            if not (secret and ("/webhooks/" in each.path or "/callback" in each.path)):
                self.note(f"{each.method} {each.path} {each.json}")

    async def look(self, who: Any) -> None:
        """Let a person view the match of the channel in every possible way."""
        for command in ("match status", "match past history", "match note", "me matches", "match board"):
            await self.ask(who, command)
        await self.press(who, board_post(self.club), "Play")

    def note(self, words: str) -> None:
        self.seen.append(NUMBERS.sub("#", words))


async def a_join(club: Club, *, secret: bool) -> list[str]:
    """Ben wants to join Ann's lobby, but she has blocked him, or the seat is reserved for Cleo."""
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
    """Let a person block another, or refuse invitations."""
    asked = ("me block", {"player": whom}) if secret else ("me invitations", {"on": False})
    await who.slash(club.channel, asked[0], **asked[1])


async def a_challenge(club: Club, *, secret: bool) -> list[str]:
    """Ben invites Ann, who has blocked him, or refuses invitations."""
    evening = Evening(club)
    await _shut_out(club, club.ann, club.ben, secret=secret)
    await evening.ask(club.ben, "match new", game="papyrus", options=SMALL, invite=club.ann.mention)
    return evening.seen


async def a_wish(club: Club, *, secret: bool) -> list[str]:
    """Ben wishes for a match while Ann, who has blocked him, wishes for the same, or while nobody does."""
    evening = Evening(club)
    if secret:
        await club.ann.slash(club.channel, "me block", player=club.ben)
        await club.ann.slash(club.channel, "find", game="papyrus")
    await evening.ask(club.ben, "find", game="papyrus")
    await evening.ask(club.ben, "find")
    await evening.ask(club.cleo, "table matches")
    return evening.seen


async def a_nudge(club: Club, *, secret: bool) -> list[str]:
    """The waiting player nudges the awaited one, who has blocked them, or has muted this match."""
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
    """Ann asks for a rematch with Ben, who has blocked her, or refuses invitations."""
    evening = Evening(club)
    await club.started(club.ben)
    await resign_all_but_one(club)
    await _shut_out(club, club.ben, club.ann, secret=secret)
    await evening.press(club.ann, club.channel.history()[-1], "Rematch")
    await evening.ask(club.ann, "match status")
    await evening.ask(club.cleo, "table matches")
    return evening.seen


async def a_note(club: Club, *, secret: bool) -> list[str]:
    """The awaited player has a note in the match, or none; the other player and a stranger view the match."""
    writer, evening = await begun(club), Evening(club)
    if secret:
        async with evening.gathering(secret=True):
            await writer.slash(club.channel, "match note", text="watch C4")
    for who in (other_than(club, writer), club.eve):
        await evening.look(who)
    return evening.seen


async def a_leave(club: Club, *, secret: bool) -> list[str]:
    """The waiting player goes on leave, or not: nobody learns of it before the match waits for them."""
    slow, evening = await begun(club), Evening(club)
    if secret:
        async with evening.gathering(secret=True):
            await other_than(club, slow).slash(club.channel, "me away", until="5 days")
            await look_at_what_is_due(club)
    for who in (slow, club.eve):
        await evening.look(who)
    return evening.seen


async def a_tournament(club: Club, *, secret: bool) -> list[str]:
    """Ben directs; Ann and Dan, whom the first round does not pair, have a block between them or none."""
    hall, evening = Hall(club, people=4), Evening(club)
    await hall.opened("swiss", by=club.ben)
    await hall.enter()
    await evening.ask(club.ben, "tournament start", tournament=hall.id)
    await hall.step()
    found = await hall.now()
    pair = found.open_games[0].seats
    one, third = found.entrant(pair[0]), next(each for each in found.entrants if each.number not in pair)
    if secret:
        await club.bot.blocks.block(one.user, third.user)
    async with evening.gathering():
        await hall.step()
    await evening.ask(club.ben, "tournament download", tournament=hall.id)
    evening.note(as_json(await hall.now()).decode())
    words = {"tournament": hall.id, "one": str(one.number), "other": str(third.number)}
    await evening.ask(club.ben, "tournament forbid", **words)
    await evening.ask(club.ben, "tournament forbid", **words)
    for command in ("tournament show", "tournament log"):
        await evening.ask(club.eve, command, tournament=hall.id)
    return evening.seen


async def a_partner(club: Club, *, secret: bool) -> list[str]:
    """Ben names Ann as his partner, who has blocked him, or refuses invitations."""
    hall, evening = Hall(club, people=4), Evening(club)
    await hall.opened("cup", game="crossfire", by=club.cleo, players=4)
    await _shut_out(club, club.ann, club.ben, secret=secret)
    await evening.ask(club.ben, "tournament join", tournament=hall.id, partner=club.ann)
    return evening.seen


async def a_replacement(club: Club, *, secret: bool) -> list[str]:
    """Ann offers her seat to Cleo, whom Ben, the other player, has blocked, or who refuses invitations."""
    evening = Evening(club)
    await club.started(club.ben)
    if secret:
        await club.bot.blocks.block(club.ben.id, club.cleo.id)
    else:
        await club.cleo.slash(club.channel, "me invitations", on=False)
    await evening.ask(club.ann, "match replace", seat="1", player=club.cleo)
    await evening.ask(club.ann, "match status")
    return evening.seen


EVENINGS: Mapping[str, Callable[..., Any]] = {
    "a join": a_join,
    "a challenge": a_challenge,
    "a wish": a_wish,
    "a nudge": a_nudge,
    "a rematch": a_rematch,
    "a note": a_note,
    "a leave": a_leave,
    "a tournament": a_tournament,
    "a partner": a_partner,
    "a replacement": a_replacement,
}


async def _refused_with_a_reason(self: lobby.Lobby, info: Any, user: int) -> None:
    there = [info.seats[seat].user for seat in info.joined_seats]
    if not await self._seating_policy.welcomes(user, there, "anybody"):
        raise LobbyRefusal("Somebody in this match does not want to play with you.")


async def _invited_or_told_why(interaction: Any, people: Any, there: Any = ()) -> None:
    users = [*[person.user for person in people], *there]
    if await interaction.client.blocks.apart([interaction.user.id, *users]):
        raise Refusal("They do not want to play with you.")
    if not await interaction.client.seating_policy.invitable(interaction.user.id, users):
        raise Refusal.translated("{player} takes no invitations at present.", player=people[0].name)


def _counted(true: Any) -> Any:
    async def wish(cog: Any, interaction: Any, *asked: Any, **rest: Any) -> None:
        await true(cog, interaction, *asked, **rest)
        standing = await interaction.client.services.of(WishService).store.standing()
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


def _stored_at_once(tournament: Any, now: Any, apart: Any) -> Any:
    return progress.planned(acts.kept_apart(tournament, apart), now, apart)


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
    ("a tournament", "a block that changes the tournament"): lambda: patch.object(
        running, "planned", _stored_at_once
    ),
    ("a partner", "a refusal of its own for a block"): lambda: patch.object(
        asking, "check_invitable", _invited_or_told_why
    ),
    ("a replacement", "a refusal of its own for a block"): lambda: patch.object(
        offering, "check_invitable", _invited_or_told_why
    ),
    ("a leave", "a leave told while the match waits for others"): lambda: patch.object(
        leaves, "unseen", _told_to_all
    ),
}
"""The leaks planted in each run."""
