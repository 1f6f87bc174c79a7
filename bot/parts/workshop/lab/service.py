"""Reports of the lab on the cards of a game: made in a low-priority process, one at a time, and stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, ClassVar, Final, Protocol

import msgspec

from bot.base.clock import Clock
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.options import offered_options, read_options
from bot.parts.workshop.lab.boards import hash_of, ready_content
from bot.parts.workshop.lab.contests import Bout, contest_of
from bot.parts.workshop.lab.entrants import ready_entrants
from bot.parts.workshop.lab.own_cards import line_ups_with, setting_for
from bot.parts.workshop.lab.processes import Playing, Told
from bot.parts.workshop.lab.store import SqlReportStore
from bot.parts.workshop.lab.study import Plan
from bot.parts.workshop.lab.tallies import Count
from bot.processes.queues import Reports, decoded

KEPT: Final = timedelta(days=90)
"""How long a report is stored."""
TESTED: Final = 3
"""The number of cards tested against others in their place."""
SEATS: Final = 2


class Subject(Protocol):
    """What a report is about, and how it is measured."""

    kind: ClassVar[type[msgspec.Struct]]
    """The type of the report."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def hash(self) -> str:
        """The hash under which the report is stored; every change of the subject changes it."""

    def measure(self, most: int, play: Playing, told: Told) -> Any:
        """Play about `most` matches and return the report."""


class Lab(Reports):
    """Makes reports, and stores them by game and the hash of their subject."""

    def __init__(self, store: SqlReportStore, clock: Clock, most: int) -> None:
        """`most` is the approximate number of matches per report."""
        super().__init__(clock)
        self.most = most
        self._store = store
        self._clock = clock

    async def kept(self, subject: Subject) -> Any:
        """Return the stored report, None if there is none or it is no longer readable."""
        return decoded(await self._store.lab_report(subject.game, subject.hash), subject.kind)

    async def make(self, subject: Subject, told: Told, *, user: int) -> Any:
        """Make and store the report, after waiting for the user's turn.

        `told` is called in another thread. Raises `WorkersDied` or `bot.games.simulation.Stuck`.
        """
        async with self._playing(user) as play:
            report = await asyncio.to_thread(subject.measure, self.most, play, told)
        now = self._clock()
        kept = msgspec.json.encode(report)
        await self._store.keep_lab_report(subject.game, subject.hash, kept, now, now - KEPT)
        return report

    @asynccontextmanager
    async def _playing(self, user: int) -> AsyncIterator[Playing]:
        """Wait for the user's turn; yield a function, for use in another thread, that plays bouts."""
        async with self.process(user) as workers:
            loop = asyncio.get_running_loop()

            def play(bouts: Iterable[Bout]) -> Iterator[Count]:
                for bout in bouts:
                    rules, measured = GAMES[bout.contest.game].rules, bout.contest.pool
                    counted = workers.run_with_cards(rules, measured, Bout.play, bout)
                    yield asyncio.run_coroutine_threadsafe(counted, loop).result()

            yield play


# Plans of studies


def plan_for(game: str, pool: str, own: Collection[str], most: int) -> Plan:
    """Return the study of cards of a game: all decks that hold some of them against all decks.

    Options are chosen so that most of the cards play (`setting_for`); cards that are in no ready-made deck
    are put into decks made for them. For a game without cards, it is the study of its ready-made squads with
    the default options, and `pool` is their hash. About two thirds of the matches rate the decks, the others
    test cards. With a shared deck, the cards are added to the usual ones. Raises `NothingToPlay`.
    """
    rules, building = GAMES[game].rules, GAMES[game].decks
    if GAMES[game].lab.common_deck is not None:
        options = read_options(rules, {"cards": measured_pool(game, pool)}, SEATS)
        contest = contest_of(game, options, SEATS, most // 3, pool)
        return Plan(
            contest=contest, tested=TESTED, pairs=max(1, most * 2 // 3 // TESTED), among=tuple(sorted(own))
        )
    if building is None:
        return Plan(contest=contest_of(game, offered_options(rules, {}, SEATS), SEATS, most, pool))
    setting = setting_for(game, pool, own, SEATS)
    contest = contest_of(
        game, setting.options, SEATS, most * 2 // 3, pool, setting.line_ups(SEATS), setting.decks
    )
    return Plan(
        contest=contest, tested=TESTED, pairs=max(1, most // 3 // TESTED), among=tuple(sorted(own)),
        given=setting.given, left_out=setting.left_out,
    )  # fmt: skip


def squads_plan(game: str, given: Mapping[str, str], most: int, seed: str = "") -> Plan:
    """Return the study of a user's own squads, in the given options (`bot.engine.mapfiles.MapFormat.pinned`).

    Each plays against all others and the ready-made ones. The report is stored by the seed, by default the
    hash of the squads. Raises `BadOptions`.
    """
    loadouts = GAMES[game].lab.loadouts
    assert loadouts is not None, "only games with squads have files of them"
    options = offered_options(GAMES[game].rules, given, SEATS)
    line_ups = line_ups_with(loadouts.own(options), ready_entrants(game, options), SEATS)
    seed = seed or hash_of(game, options, ready_content(game))
    return Plan(contest=contest_of(game, options, SEATS, most, seed, line_ups))


def squads_hash(game: str) -> str:
    """Return the key of the report on ready-made squads: the hash of squads and default options."""
    return hash_of(game, offered_options(GAMES[game].rules, {}, SEATS), ready_content(game))


def has_lab(game: Game) -> bool:
    """Whether a game has anything to measure: cards or ready-made squads."""
    return game.cards is not None or game.lab.loadouts is not None


def measured_pool(game: str, pool: str) -> str:
    """Return the hash of the cards that these are measured with, and register those. Raises `KeyError`."""
    deck = GAMES[game].lab.common_deck
    return pool if deck is None else deck.among_usual(pool)
