"""A club for tournaments: people who enter, and short methods for what they do."""

from __future__ import annotations

from typing import Any

import discord
from simcord import MemberActor

from bot.parts.tournaments.model import Game, Tournament
from bot.parts.tournaments.service import Competitions
from cogs.tournaments.tasks import TournamentTasks
from tests.cogs.club import SMALL, Club
from tests.cogs.days import pass_by
from tests.cogs.players import said, words_of


class Hall:
    """A club with a tournament."""

    def __init__(self, club: Club, people: int = 6) -> None:
        self.club = club
        self.people = [club.ann, club.ben, club.cleo, club.dan, club.eve, club.fay]
        self.people += [club.member(name) for name in ("Gus", "Hal", "Ida", "Jon")]
        self.people = self.people[:people]
        self.id = ""
        self._requests = 0

    async def opened(
        self,
        kind: str = "cup",
        form: dict[str, str] | None = None,
        *,
        game: str = "papyrus",
        by: MemberActor | None = None,
        **options: Any,
    ) -> str:
        """Let Ann, or another member, open a tournament by the command and its form; return the answer."""
        who = by or self.club.ann
        shown = await who.slash(self.club.channel, "tournament new", game=game, format=kind, **options)
        assert shown.modal is not None, said(shown)
        small = {"options": SMALL} if game == "papyrus" else {}
        sent = await who.submit_modal(shown, small | (form or {}))
        found = await self.club.bot.services.of(Competitions).on_server(self.club.guild.id, 1)
        self.id = found[0].id if found else ""
        return said(sent)

    async def enter(self, *people: MemberActor) -> None:
        for each in people or self.people:
            told = said(await each.slash(self.club.channel, "tournament join", tournament=self.id))
            assert "You have entered" in told, told
        await self.step()

    async def now(self) -> Tournament:
        return await self.club.bot.services.of(Competitions).get(self.id)

    async def step(self) -> None:
        """Run the bot's check of tournaments once; it usually runs every half a minute."""
        cog = self.club.bot.cog(TournamentTasks)
        await cog.task.coro(cog)
        await self.club.env.settle()

    def member(self, user: int) -> MemberActor:
        return next(each for each in self.people if each.id == user)

    async def number(self, member: MemberActor) -> int:
        entrant = (await self.now()).of_user(member.id)
        return entrant.number

    async def game(self, one: MemberActor, other: MemberActor) -> Game:
        """Return the open pairing of two."""
        found, pair = await self.now(), {await self.number(one), await self.number(other)}
        return next(each for each in found.open_games if set(each.seats) == pair)

    async def beats(self, winner: MemberActor, loser: MemberActor) -> None:
        """Let one of two resign in their match."""
        game = await self.game(winner, loser)
        self._requests += 1
        await self.club.service.play.resign(game.match, loser.id, request=f"gives-up-{self._requests}")
        await self.club.bot.publish_pending(game.match)
        await self.step()

    async def in_order(self) -> None:
        """Let everybody beat all later entrants."""
        for at, winner in enumerate(self.people):
            for loser in self.people[at + 1 :]:
                await self.beats(winner, loser)

    async def drawn(self, one: MemberActor, other: MemberActor) -> None:
        """Let two agree to a draw."""
        game = await self.game(one, other)
        for each in (one, other):
            self._requests += 1
            await self.club.service.proposals.propose(
                game.match, each.id, "draw", request=f"draw-{self._requests}"
            )
        await self.club.bot.publish_pending(game.match)
        await self.step()

    def threads(self) -> list[str]:
        return sorted(str(each.name) for each in self.club.channel.threads)

    def posts(self) -> list[str]:
        return [words_of(post) for post in self.club.channel.history()]

    async def standings(self) -> str:
        """Return the text of the post with the standings."""
        found = await self.now()
        return next(words_of(post) for post in self.club.channel.history() if post.id == found.post)

    async def days(self, number: int) -> None:
        """Let days pass, with the bot running."""
        for _ in range(number):
            await pass_by(self.club, days=1)
            await self.step()


async def who_gives_roles(club: Club, *order: str) -> tuple[MemberActor, dict[str, Any]]:
    """Return a member who may give roles, and has the role "Boss", and roles in this order, the lowest first.

    The bot has the role "Helper", so it may give those below.
    """
    may = discord.Permissions(manage_roles=True)
    roles = {
        name: club.guild.create_role(name, **({"permissions": may} if name in ("Boss", "Helper") else {}))
        for name in order
    }
    backend = club.env.backend
    backend.add_member_role(club.guild.id, backend.bot_user.id, roles["Helper"].id)
    places = [{"id": str(each.id), "position": 10 * at} for at, each in enumerate(roles.values(), 1)]
    backend.reorder_roles(club.guild.id, places)
    await club.restart()
    return club.guild.add_member(club.env.create_user("Max"), roles=[roles["Boss"]]), roles
