"""Acts of a tournament's director; each is recorded in the tournament's log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import gettext, ngettext
from bot.base.limits import wait_in_words
from bot.engine.errors import Refusal
from bot.parts.tournaments import acts
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.service import Competitions
from bot.people.days import read_moment
from bot.people.notices import instant
from bot.people.reading import UnreadableSetting, in_words, read_time
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import stamp, suggest_day
from cogs.kit.layout import as_many_as_fit, fit, safe
from cogs.kit.replies import DISCORD_FAULTS, answer, person, person_of
from cogs.kit.sight import manages_server
from cogs.tournaments.asking import (
    enter_people,
    entrant_of,
    game_of,
    meant,
    of_tournament,
    people_in,
    suggest_entrant,
    suggest_match,
)
from cogs.tournaments.tasks import TournamentTasks
from cogs.tournaments.words import match_title, title_of

Which = app_commands.Range[str, 1, 60]
USUAL_START = 18 * 60
"""The start if no time is typed, in minutes after midnight."""
SOONEST, LATEST = timedelta(minutes=10), timedelta(days=365)
"""The least and the greatest time until a start."""
MOST_ROUNDS, MOST_NAMED, LARGEST_LIST = 20, 50, 64_000
"""The most rounds; the most people entered at once, and the largest file that names them, in bytes."""
LISTED_TEXT = 1800


class Directing(commands.Cog):
    """The commands of directors, for the group of `/tournament`."""

    bot: Client

    @app_commands.command()
    @of_tournament()
    async def start(self, interaction: Interaction, tournament: Which = "") -> None:
        """Begin a tournament (its director)."""
        found = await meant(interaction, tournament)
        await self.bot.services.of(Competitions).start(
            found.id, person(interaction), manages=manages_server(interaction)
        )
        await self._done(interaction, found, gettext("It begins: the matches open by themselves."))

    @app_commands.command()
    @of_tournament(
        day="The day, such as 24 December or next Friday 20:00; without it there is no automatic start",
        time="The time in your time zone (/me quiet zone:), such as 20:30; without it 18:00",
    )
    @app_commands.autocomplete(day=suggest_day)
    async def schedule(
        self, interaction: Interaction, day: Which = "", time: Which = "", tournament: Which = ""
    ) -> None:
        """Set the automatic start of a tournament; with too few entrants it is cancelled (its director)."""
        found = await meant(interaction, tournament)
        if time and not day:  # without both, the start that is set would be given up
            raise Refusal.translated("Give the day too, such as tomorrow. Nothing was changed.")
        at = await self._start_of(interaction, day, time) if day else None
        facts = {"at": at.isoformat()} if at is not None else {}
        act = "schedule" if at is not None else "unscheduled"
        await self._act(interaction, found, act, lambda each, _now: acts.scheduled(each, at), facts)
        told = (
            gettext("It begins {time}.", time=stamp(at, "f"))
            if at is not None
            else gettext("It begins when you start it.")
        )
        await self._done(interaction, found, told)

    async def _start_of(self, interaction: Interaction, day: str, time: str) -> datetime:
        """Return the start that a director has typed. Raises `Refusal`."""
        mine, now = await self.bot.people.preferences(interaction.user.id), self.bot.clock()
        given = f"{day} {in_words(read_time(time))}" if time else day
        moment = read_moment(given, now.astimezone(mine.tzinfo))
        if moment is None:
            raise UnreadableSetting.translated(
                '"{words}" is no day. Write such as {day}, or tomorrow.',
                words=fit(given, 40),
                day=(now + timedelta(days=7)).date().isoformat(),
            )
        minutes = USUAL_START if moment.minutes is None else moment.minutes
        at = instant(moment.day, minutes, mine.tzinfo)
        if not SOONEST <= at - now <= LATEST:
            raise Refusal.translated("The start must be at least 10 minutes and at most a year from now.")
        return at

    @app_commands.command()
    @of_tournament(entrant="The person to replace", player="The new person")
    @app_commands.autocomplete(entrant=suggest_entrant)
    async def replace(
        self, interaction: Interaction, entrant: Which, player: discord.User, tournament: Which = ""
    ) -> None:
        """Give an entrant's place to another person, also in running matches (its director)."""
        found = await meant(interaction, tournament)
        who, new = entrant_of(found, entrant), person_of(player)
        if player.bot:
            raise Refusal.translated("A bot cannot play. Computer players fill a cup: /tournament fill.")
        if not isinstance(player, discord.Member):
            raise Refusal.translated("{player} is not on this server.", player=new.name)
        facts = {"number": who.number, "entrant": who.number}
        await self._act(
            interaction, found, "replace", lambda each, _now: acts.replaced(each, who.number, new), facts
        )
        told = gettext(
            "{player} has the place of {entrant} now.", player=safe(new.name), entrant=safe(who.called)
        )
        await self._done(interaction, found, told)

    @app_commands.command()
    @of_tournament(days="The number of days")
    async def extend(
        self, interaction: Interaction, days: app_commands.Range[int, 1, 30], tournament: Which = ""
    ) -> None:
        """Extend the deadline of the present round (its director)."""
        found = await meant(interaction, tournament)
        await self._act(
            interaction, found, "extend", lambda each, now: acts.extended(each, days, now), {"days": days}
        )
        await self._done(interaction, found, gettext("The deadline is put off."))

    @app_commands.command()
    @of_tournament(
        people="Mentions or ids, such as @Ann @Ben",
        file="A CSV or text file in which ids of people stand",
    )
    async def enter(
        self,
        interaction: Interaction,
        people: app_commands.Range[str, 1, 4000] = "",
        file: discord.Attachment | None = None,
        tournament: Which = "",
    ) -> None:
        """Enter many people at once; each gets a direct message and can decline (its director)."""
        found = await meant(interaction, tournament)
        acts.check_director(found, interaction.user.id, "enter", manages=manages_server(interaction))
        users, rest = people_in(people, await self._text_of(interaction, file) if file is not None else "")
        if not users:
            raise Refusal.translated(
                "Nobody is named. Mention people, or give their ids, also in a CSV file."
            )
        if len(users) > MOST_NAMED:
            raise Refusal.translated("At most {number} people can be entered at once.", number=MOST_NAMED)
        told = await enter_people(interaction, found, users)
        if rest:
            told.append(gettext("Not understood: {words}", words=safe(fit(" ".join(rest), 200))))
        await self._done(interaction, found, as_many_as_fit(told, LISTED_TEXT))

    async def _text_of(self, interaction: Interaction, file: discord.Attachment) -> str:
        """Return the content of a list of people. Raises `Refusal`."""
        wait = self.bot.uploads.take(interaction.user.id)
        if wait:
            raise Refusal.translated(
                "You have uploaded very many files lately. The next can be read in {wait}.",
                wait=wait_in_words(wait),
            )
        if file.size > LARGEST_LIST:
            raise Refusal.translated("The file is too large.")
        try:
            return (await file.read()).decode("utf-8-sig", "replace")
        except DISCORD_FAULTS:
            raise Refusal.translated("Discord does not give me this file. Please upload it again.") from None

    @app_commands.command()
    @of_tournament(number="The number of rounds in all")
    async def rounds(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1, MOST_ROUNDS],
        tournament: Which = "",
    ) -> None:
        """Set the number of Swiss rounds; otherwise it is fixed at the start (its director)."""
        found = await meant(interaction, tournament)
        await self._act(
            interaction,
            found,
            "rounds",
            lambda each, _now: acts.with_rounds(each, number),
            {"rounds": number},
        )
        told = ngettext("It has {number} round now.", "It has {number} rounds now.", number)
        await self._done(interaction, found, told)

    @app_commands.command()
    @of_tournament(match="Which match", result="The attribute", winner="The winner")
    @app_commands.autocomplete(match=suggest_match, winner=suggest_entrant)
    async def adjudicate(
        self,
        interaction: Interaction,
        match: Which,
        result: Literal["as it stands", "a draw", "won"] = "as it stands",
        winner: Which = "",
        tournament: Which = "",
    ) -> None:
        """End a match now: by its position, as a draw, or with a winner (its director)."""
        found = await meant(interaction, tournament)
        game = game_of(found, match)
        facts = {"match": game.number}
        if result == "as it stands":
            if not game.match:
                raise Refusal.translated("This match has not been opened yet, so it is in no channel.")
            await self._act(interaction, found, "adjudicate", lambda each, _now: each, facts)
            await self.bot.service.tournament.adjudicate(game.match, request=f"{game.match}.adjudicated")
            await self.bot.publish_pending(game.match)
        else:
            who = entrant_of(found, winner).number if result == "won" else None
            act = "decide" if who is not None else "draw"
            await self._act(
                interaction,
                found,
                act,
                lambda each, now: acts.decided(each, game.number, who, now),
                {**facts, **({"entrant": who} if who is not None else {})},
            )
        told = gettext("{match} is decided.", match=safe(match_title(found, game)))
        await self._done(interaction, found, told)

    @app_commands.command()
    @of_tournament(one="Who", other="Must not meet this one")
    @app_commands.autocomplete(one=suggest_entrant, other=suggest_entrant)
    async def forbid(
        self, interaction: Interaction, one: Which, other: Which, tournament: Which = ""
    ) -> None:
        """Forbid a pairing from now on (its director)."""
        found = await meant(interaction, tournament)
        first, second = entrant_of(found, one).number, entrant_of(found, other).number
        await self._act(
            interaction,
            found,
            "forbid",
            lambda each, _now: acts.forbidden(each, first, second),
            {"entrant": first, "other": second},
        )
        await self._done(interaction, found, gettext("These two are not paired from now on."))

    @app_commands.command()
    @of_tournament(entrant="The entrant to withdraw")
    @app_commands.autocomplete(entrant=suggest_entrant)
    async def withdraw(self, interaction: Interaction, entrant: Which, tournament: Which = "") -> None:
        """Withdraw an entrant (its director)."""
        found = await meant(interaction, tournament)
        number = entrant_of(found, entrant).number
        await self._act(
            interaction,
            found,
            "withdraw",
            lambda each, now: acts.withdrawn(each, number, "director", now),
            {"entrant": number},
        )
        await self._done(interaction, found, gettext("The entrant is withdrawn."))

    @app_commands.command(name="undo-round")
    @of_tournament()
    async def undo_round(self, interaction: Interaction, tournament: Which = "") -> None:
        """Undo the last round: its matches do not count, and it is paired again (its director)."""
        found = await meant(interaction, tournament)
        late = await self.bot.cog(TournamentTasks).runner.late_in_last_round(found)
        await self._act(interaction, found, "undo-round", partial(acts.undone, late=late), {})
        told = gettext(
            "The round is taken back and paired again. What it gave is taken back too: results, losses on"
            " time, withdrawals by them, leave that was spent, and ratings."
        )
        await self._done(interaction, found, told)

    @app_commands.command()
    @of_tournament()
    async def end(self, interaction: Interaction, tournament: Which = "") -> None:
        """End a tournament now, with its present table (its director)."""
        found = await meant(interaction, tournament)
        await self._act(interaction, found, "end", acts.stopped, {})
        await self._done(interaction, found, gettext("The tournament is over."))

    @app_commands.command()
    @of_tournament(computer="Which computer player")
    async def fill(
        self, interaction: Interaction, computer: Which = "normal", tournament: Which = ""
    ) -> None:
        """Fill the free places of a cup with computer players, unrated (its director)."""
        found = await meant(interaction, tournament)
        await self.bot.services.of(Competitions).add_computers(
            found.id, person(interaction), computer, manages=manages_server(interaction)
        )
        await self._done(interaction, found, gettext("Computer players take the free places."))

    async def _act(
        self,
        interaction: Interaction,
        tournament: Tournament,
        name: str,
        alter: Callable[[Tournament, datetime], Tournament],
        facts: Mapping[str, Any],
    ) -> None:
        await self.bot.services.of(Competitions).act(
            tournament.id, person(interaction), name, alter, facts, manages=manages_server(interaction)
        )

    async def _done(self, interaction: Interaction, tournament: Tournament, told: str) -> None:
        """Answer, then do the due work of the tournament."""
        await answer(interaction, f"**{title_of(tournament)}** · {told}")
        await self.bot.cog(TournamentTasks).step(tournament.id)
