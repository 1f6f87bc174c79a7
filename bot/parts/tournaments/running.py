"""Runs tournaments: due steps are read from the rows, carried out, and recorded there.

After an interruption the rows determine how to continue; no step relies on memory. Before a thread is
created, an existing one is searched, and a match is opened under a request id, so that it opens once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

import structlog
from msgspec import UNSET
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.database.coordination import MatchLocks
from bot.engine.errors import Refusal, Unavailable
from bot.matches.model import MatchInfo, MatchTerms, Person, SeatHolder, Stage
from bot.matches.notices import ADJUDICATED
from bot.matches.outbox import TryLater, Undeliverable
from bot.matches.service import MatchService
from bot.parts.ratings.model import places
from bot.parts.tournaments import acts, schedule
from bot.parts.tournaments.formats.model import EntrantId
from bot.parts.tournaments.model import Entrant, Game, How, Notice, Pending, Result, Tournament, TournamentId
from bot.parts.tournaments.progress import (
    asked,
    given_up,
    leave_is_over,
    planned,
    posted,
    returned_by_itself,
    unopened,
    with_matches,
    with_result,
)
from bot.parts.tournaments.service import (
    BOT,
    Competitions,
    Games,
    KnownEvent,
    known_event,
    logged,
    wanted_at,
    with_event,
)

AT_ONCE, BATCHES = 10, 20
"""The number of matches whose opening is recorded at once, and the number of such batches per step."""

log = structlog.get_logger(__name__)


class Venue(Protocol):
    """The place of a tournament on Discord. Methods raise `TryLater`, or `Undeliverable` if impossible."""

    async def thread(self, tournament: Tournament, game: Game, *, sought: bool) -> int:
        """Return the thread of a pairing, created now; with `sought` an existing one, if any."""

    async def post(self, tournament: Tournament, notice: Notice) -> None:
        """Post a message once."""

    async def show(self, tournament: Tournament) -> int:
        """Update the post with the standings, or post it; return its id."""

    async def reward(self, tournament: Tournament) -> None:
        """Give the winner the promised role, if possible."""

    async def event(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        """Update the scheduled event of a tournament's start; return its id, 0 for none.

        It is the `known` one; with `sought` an existing one, if any; otherwise it is created.
        """

    async def opened(self, match: MatchId) -> None:
        """Publish the news of a match that was opened or ended."""

    async def reaches(self, match: MatchId) -> bool:
        """Whether those whom a match awaits could act now. Raises `TryLater` if that is not known."""


class Runner:
    """Carries out the due steps of tournaments. Only one process does so at a time."""

    def __init__(
        self, service: Competitions, matches: MatchService, games: Games, clock: Clock, venue: Venue
    ) -> None:
        self._service = service
        self._matches = matches
        self._games = games
        self._clock = clock
        self._venue = venue
        self._locks = MatchLocks()

    async def step(self, tournament: TournamentId) -> None:
        """Carry out all steps that are due in one tournament."""
        if self._matches.timekeeper.stands_still((await self._service.get(tournament)).guild):
            return  # its time is given back
        async with self._locks.hold(tournament):
            while await self._advance(tournament):
                if not await self._open_some(tournament):
                    break
            await self._see_to_event(tournament)
            await self._publish(tournament)

    async def _advance(self, tournament: TournamentId) -> bool:
        """Update the rows; return whether the tournament continues."""
        current = await self._service.begin_by_itself(tournament)
        await self._close(current)
        await self._see_to_entrants(current)
        if current.stage != "playing":
            await self._next_season(current)
            return False
        # Let computers continue that were interrupted by a stop.
        computers = {each.number for each in current.entrants if each.computer}
        for game in current.open_games if computers else []:
            if game.match and computers & set(game.seats):
                await self._venue.opened(game.match)
        await self._adjudicate_late(current)
        await self._take_results(tournament)
        apart = await self._service.apart(tournament)
        after = await self._service.change(tournament, lambda each: planned(each, self._clock(), apart))
        if after.stage != "playing":
            await self._close(after)
            await self._see_to_entrants(after)
            await self._next_season(after)
        return after.stage == "playing"

    async def late_in_last_round(self, tournament: Tournament) -> list[EntrantId]:
        """Return the entrants who lost on time in the last round, each as often as it counts."""
        timed = {each.number for each in tournament.results if each.how == "time"}
        entrants: list[EntrantId] = []
        for game in tournament.games:
            if game.round == tournament.last_round and game.number in timed and game.match:
                late = await self._matches.tournament.out_of_time(await self._matches.info(game.match))
                entrants += [game.seats[seat] for seat in late]
        return entrants

    async def _close(self, tournament: Tournament) -> None:
        """End the matches that no longer count."""
        here = {each.match for each in tournament.games}
        for match in tournament.closing:
            if match in here:
                await self._matches.tournament.void(match)
            else:  # of a round that was taken back
                await self._matches.tournament.take_back(match)
                await self._service.unrate(match)
            await self._venue.opened(match)
        if tournament.closing:
            done = set(tournament.closing)
            await self._service.change(
                tournament.id,
                lambda each: replace(each, closing=tuple([one for one in each.closing if one not in done])),
            )

    async def _see_to_entrants(self, tournament: Tournament) -> None:
        now = self._clock()
        for entrant in tournament.entrants:
            if entrant.away_since is not None and leave_is_over(entrant, now):
                over = partial(returned_by_itself, number=entrant.number, now=now)
                tournament = await self._service.change(tournament.id, over)
        for entrant in tournament.entrants:
            if entrant.pending:
                await self._carry(tournament, entrant)

    async def _carry(self, tournament: Tournament, entrant: Entrant) -> None:
        """Carry out the pending acts in an entrant's matches, and record that."""
        own = [each.match for each in tournament.games if entrant.number in each.seats and each.match]
        for match in own:
            await self._in_match(match, entrant)
        done = entrant.pending

        def alter(current: Tournament) -> Tournament:
            now = current.entrant(entrant.number)
            if now.pending != done:
                return current
            return acts.with_entrant(current, replace(now, pending=(), before=0))

        await self._service.change(tournament.id, alter)

    async def _in_match(self, match: MatchId, entrant: Entrant) -> None:
        info = await self._matches.info(match)
        if info.stage is not Stage.PLAYING:
            return
        try:
            for what in entrant.pending:
                await self._do(match, entrant, what)
        except Unavailable:
            raise
        except Refusal as refusal:
            log.info("a match is left as it is", match=match, why=type(refusal).__name__)
        await self._venue.opened(match)

    async def _do(self, match: MatchId, entrant: Entrant, what: Pending) -> None:
        play, user = self._matches.tournament, entrant.user
        if what == "reseat":
            await play.reseat(match, entrant.before, Person(user, entrant.name))
        elif what == "resign" and user:
            request = f"{match}.gone.{entrant.number}"
            await self._matches.play.resign(match, user, request=request)
        elif what in ("leave", "back") and user:
            await play.set_leave(match, user, back=what == "back")

    async def _adjudicate_late(self, tournament: Tournament) -> None:
        """Adjudicate the matches still open after their deadline."""
        now = self._clock()
        for game in tournament.open_games:
            if schedule.round_of(tournament, game).deadline > now:
                continue
            if game.match and not await self._could_be_played(tournament, game, now):
                continue
            if not game.match:
                places = (1,) * len(game.seats)
                await self._note(tournament.id, Result(game.number, places, "adjudicated", now))
                continue
            try:
                await self._matches.tournament.adjudicate(game.match, request=f"{game.match}.adjudicated")
            except Unavailable:
                raise
            except Refusal:  # its rules are not here any more
                await self._matches.tournament.void(game.match)
            await self._venue.opened(game.match)

    async def _could_be_played(self, tournament: Tournament, game: Game, now: datetime) -> bool:
        """Whether a match had its whole time: the deadline waits as long as players could not act."""
        info = await self._matches.info(game.match)
        rest = info.rest
        waits = timedelta(seconds=rest.spent if rest is not None else 0.0)
        if info.resting or schedule.round_of(tournament, game).deadline + waits > now:
            return False
        try:
            return await self._venue.reaches(game.match)
        except TryLater:
            return False

    async def _note(self, tournament: TournamentId, result: Result, timeouts: Iterable[int] = ()) -> None:
        late = tuple(timeouts)
        await self._service.change(tournament, lambda each: with_result(each, result, late, self._clock()))

    async def _take_results(self, tournament: TournamentId) -> None:
        for match in await self._service.store.ended_matches(tournament):
            info = await self._matches.info(match)
            current = await self._service.get(tournament)
            game = next((each for each in current.open_games if each.match == match), None)
            if game is not None:
                late = await self._matches.tournament.out_of_time(info)
                result = self._result(game, info, late)
                await self._note(tournament, result, [game.seats[seat] for seat in late])

    def _result(self, game: Game, info: MatchInfo, late: tuple[int, ...]) -> Result:
        """Return the result of a pairing from its ended match."""
        at, outcome = info.ended_at or self._clock(), info.outcome
        if outcome is None:
            return Result(game.number, (1,) * len(game.seats), "abandoned", at)
        teams = self._games[info.game].teams(len(info.seats))
        ranks = places(outcome, teams, info.match_terms.resigned)
        of_seat = {seat: rank for team, rank in zip(teams, ranks, strict=True) for seat in team}
        how: How = "time" if late else "adjudicated" if outcome.why == ADJUDICATED else "played"
        return Result(game.number, tuple([of_seat[seat] for seat in range(len(game.seats))]), how, at)

    async def _open_some(self, tournament: TournamentId) -> bool:
        """Open some of the matches that are not open yet; return whether any was opened."""
        tried: set[int] = set()
        opened = False
        for _ in range(BATCHES):
            current = await self._service.get(tournament)
            closed = [each for each in current.open_games if not each.match and each.number not in tried]
            waiting = closed[:AT_ONCE]
            if not waiting:
                break
            new = frozenset([each.number for each in waiting if each.asked_at is None])
            if new:
                noted = partial(asked, numbers=new, now=self._clock())
                current = await self._service.change(tournament, noted)
            numbers = {each.number for each in waiting}
            tried |= numbers
            games = [each for each in current.open_games if each.number in numbers]
            made = [await self._open(current, each, sought=each.number not in new) for each in games]
            done = {each.number: each for each in made if each is not None}
            if not done:
                continue
            opened = True
            await self._service.change(tournament, partial(with_matches, games=done))
            for game in done.values():
                await self._venue.opened(game.match)
        return opened

    async def _open(self, tournament: Tournament, game: Game, *, sought: bool) -> Game | None:
        """Open the match of a pairing in its own thread; return the pairing with it, or None."""
        try:
            channel = game.channel or await self._venue.thread(tournament, game, sought=sought)
            info = await self._opened(tournament, game, channel)
        except TryLater:
            return None
        except (Undeliverable, Refusal) as failure:
            if isinstance(failure, Unavailable):
                raise
            log.warning(
                "a match of a tournament cannot be opened",
                tournament=tournament.id,
                pairing=game.number,
                reason=str(failure),
            )
            facts = {"match": game.number, **_why(failure)}
            await self._service.change(tournament.id, partial(unopened, facts=facts, now=self._clock()))
            return None
        return replace(game, channel=channel, match=info.id)

    async def _opened(self, tournament: Tournament, game: Game, channel: int) -> MatchInfo:
        plans, entrants = tournament.plans, [tournament.entrant(each) for each in game.seats]
        assert game.asked_at is not None, "it was asked for"
        away = tuple([seat for seat, each in enumerate(entrants) if each.away_since is not None])
        return await self._matches.lobby.open_begun(
            plans.game,
            plans.options,
            tuple([SeatHolder(each.user, each.name, each.word, each.computer) for each in entrants]),
            guild=tournament.guild,
            channel=channel,
            match_terms=MatchTerms(
                plans.clock, rated=plans.rated, tournament=tournament.id, on_leave=away or UNSET
            ),
            request=f"{tournament.id}.{game.number}.{int(game.asked_at.timestamp() * 1000)}",
        )

    async def _next_season(self, ended: Tournament) -> None:
        """Open the entries of the next season of a league, once."""
        if ended.stage != "ended" or ended.plans.format != "league":
            return
        if any(each.kind == "next" for each in ended.notices):
            return
        known = [each for each in await self._service.on_server(ended.guild, 50) if each.after == ended.id]
        director = Person(ended.director, "")
        new = (
            known[0]
            if known
            else await self._service.open(ended.guild, ended.channel, director, ended.plans, after=ended)
        )
        await self._service.change(
            ended.id,
            lambda each: (
                each
                if any(one.kind == "next" for one in each.notices)
                else acts.with_notice(each, "next", season=new.id)
            ),
        )

    async def _see_to_event(self, tournament: TournamentId) -> None:
        """Update the scheduled event on the server; the request to Discord is recorded before it is sent."""
        current = await self._service.get(tournament)
        known, at = known_event(current), wanted_at(current)
        if not known.asked and known.at == at:
            return
        if not known.asked:
            await self._note_event(tournament, replace(known, asked=True))
        try:
            event = await self._venue.event(current, known.event, sought=known.asked)
        except TryLater as failure:
            log.info("an event cannot be brought up to date now", tournament=tournament, reason=str(failure))
        except Undeliverable as failure:
            await self._note_event(tournament, KnownEvent(known.event, at), _why(failure))
        else:
            await self._note_event(tournament, KnownEvent(event, at))

    async def _note_event(
        self, tournament: TournamentId, known: KnownEvent, why: Mapping[str, Any] | None = None
    ) -> None:
        def noted(each: Tournament) -> Tournament:
            after = with_event(each, known, self._clock())
            return logged(after, BOT, "event-refused", self._clock(), why) if why else after

        await self._service.change(tournament, noted)

    async def _publish(self, tournament: TournamentId) -> None:
        """Post the news, and update the message of the tournament."""
        try:
            for notice in (await self._service.get(tournament)).notices:
                if not notice.posted:
                    await self._venue.post(await self._service.get(tournament), notice)
                    await self._service.change(tournament, partial(posted, notice=notice))
            over = await self._service.get(tournament)
            if over.stage == "ended" and not over.rewarded:
                if over.plans.winner_role:
                    await self._venue.reward(over)
                await self._service.change(tournament, lambda each: replace(each, rewarded=True))
            current = await self._service.get(tournament)
            if current.shown != current.revision:
                message = await self._venue.show(current)
                await self._service.change(
                    tournament,
                    lambda each: replace(
                        each,
                        post=message,
                        shown=each.revision + 1 if each.revision == current.revision else each.shown,
                    ),
                )
        except (TryLater, Undeliverable) as failure:
            log.info("a tournament cannot be shown now", tournament=tournament, reason=str(failure))
            if isinstance(failure, Undeliverable):
                await self._service.change(tournament, given_up)


def _why(failure: Exception) -> dict[str, Any]:
    """Return the reason of a failure for the log: its English words, and the values that belong into them."""
    if isinstance(failure, Undeliverable) and failure.reason:
        return {"why": failure.reason, **failure.values}
    return {"why": str(failure)[:200]}
