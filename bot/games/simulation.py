"""Whole matches between computer players with the pure rules, reproducible from the seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, Final, TypeAlias, cast

import msgspec

from bot.base.ids import id_of
from bot.engine import audit
from bot.engine.audit import Audit, AuditAction, AuditDraw
from bot.engine.contract import Action, AnyRules, Event, Outcome, Seat
from bot.engine.errors import RulesFault
from bot.engine.fair import Draw, Stream, commitment
from bot.engine.players.opponent import Opponent

MOST_ACTIONS: Final = 1_000_000
"""The number of actions after which a match is given up as unfinished."""

Watch: TypeAlias = Callable[[Any, Sequence[Event]], None]
"""Called after each action with the state, which must not be changed, and the events."""


class Stuck(RulesFault):
    """A seat is to move and has no legal action: a fault of the rules; the message names the match."""


class SimulatedMatch(msgspec.Struct, frozen=True):
    """A match that was played."""

    match: str
    seed: bytes
    options: Any
    """The options as normalized by the rules."""
    actions: tuple[tuple[Seat, Action], ...]
    draws: tuple[Draw, ...]
    outcome: Outcome | None
    """None when the match was given up."""
    cpu_seconds: float
    """CPU time of this process for playing only."""


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A series of matches to be played."""

    rules: AnyRules
    options: Any
    seats: int
    players: tuple[Opponent, ...]
    """One player per seat."""
    games: int
    seed: str
    """The source of the match ids, the seeds of the matches and the players' randomness."""
    views: bool = True
    """Whether the public view and every seat's view are computed before each action, as the bot does."""
    most_actions: int = MOST_ACTIONS
    orders: tuple[Any, ...] = ()
    """The standing orders of each seat, None for a seat without; they are carried out at once."""
    seeded_by: str | None = None
    """What the seeds depend on, together with the number of a match; None for all parameters of the match. So
    matches with other cards or options can be played on the same seeds.
    """

    def play(self, number: int, watch: Watch | None = None) -> SimulatedMatch:
        """Play match `number`, from 0. Raises `Stuck`."""
        match, seed = self.match_id(number), self._digest(number, "seed")
        mood = random.Random(self._digest(number, "players"))
        rng = Stream(match, seed, [""] * self.seats)
        begin = process_time()
        actions, outcome = self._play(match, rng, mood, watch)
        return SimulatedMatch(
            match=match,
            seed=seed,
            options=self.options,
            actions=tuple(actions),
            draws=tuple(rng.draws),
            outcome=outcome,
            cpu_seconds=process_time() - begin,
        )

    def match_id(self, number: int) -> str:
        """Return the id of match `number`."""
        return id_of(int.from_bytes(self._digest(number, "match")))

    def _digest(self, number: int, purpose: str) -> bytes:
        """Return 32 bytes that depend on all parameters of this match."""
        players = [player.key for player in self.players]
        seed = self.seed.encode(errors="surrogatepass").hex()
        what: tuple[Any, ...] = (self.seats, players, self.options, seed)
        if self.seeded_by is not None:
            what = (self.seeded_by,)
        what = (self.rules.key, self.rules.version, *what, number, purpose)
        return hashlib.sha256(msgspec.json.encode(what, order="sorted")).digest()

    def _play(
        self, match: str, rng: Stream, mood: random.Random, watch: Watch | None
    ) -> tuple[list[tuple[Seat, Action]], Outcome | None]:
        rules, actions = self.rules, list[tuple[Seat, Action]]()
        state = rules.setup(self.options, self.seats, rng)
        outcome = rules.outcome(state)
        while outcome is None and len(actions) < self.most_actions:
            # The seat that acts, a random one if several are to move.
            awaited = rules.to_act(state)
            if not awaited:
                raise Stuck(f"Match {match} has not ended and awaits nobody after {len(actions)} actions.")
            (seat,) = awaited if len(awaited) == 1 else (mood.choice(sorted(awaited)),)
            action = self._choice(match, state, seat, mood, len(actions))
            events = rules.apply(state, seat, action, rng)
            actions.append((seat, action))
            if watch is not None:
                watch(state, events)
            outcome = rules.outcome(state)
        return actions, outcome

    def _choice(self, match: str, state: Any, seat: Seat, mood: random.Random, done: int) -> Action:
        rules, player = self.rules, self.players[seat]
        legal = rules.legal(state, seat)
        orders = self.orders[seat] if self.orders else None
        if orders is not None and legal and rules.ordered is not None:
            ordered = rules.ordered.answer_by_orders(rules.view(state, seat), legal, orders)
            if ordered is not None:
                return cast("Action", ordered)
        if not legal:
            raise Stuck(
                f"Match {match} awaits seat {seat + 1}, which has no legal action after {done} actions."
            )
        view = None
        if self.views:
            view = [rules.view(state, viewer) for viewer in (*range(self.seats), None)][seat]
        elif player.looks:
            view = rules.view(state, seat)
        return player.choose(rules, view, legal, mood)


class Tally:
    """The counts of the matches played so far."""

    def __init__(self, seats: int) -> None:
        self.games = self.finished = self.actions = self.draws = 0
        self.wins = [0] * seats
        """The number of matches each seat has won, alone or shared."""
        self.cpu_seconds = 0.0

    def add(self, played: SimulatedMatch) -> None:
        """Count one match."""
        self.games += 1
        self.actions += len(played.actions)
        self.cpu_seconds += played.cpu_seconds
        if played.outcome is None:
            return
        self.finished += 1
        self.draws += played.outcome.drawn
        for seat in played.outcome.winners:
            self.wins[seat] += 1

    @property
    def actions_per_cpu_second(self) -> float:
        """Actions per second of this process's time of play."""
        return self.actions / max(self.cpu_seconds, 1e-9)


def audit_of(series: Series, played: SimulatedMatch) -> Audit:
    """Return the audit file of a match; a match given up is recorded as abandoned."""
    return Audit(
        format=audit.FORMAT,
        match=played.match,
        game=series.rules.key,
        rules=series.rules.version,
        cards=series.rules.cards_of(series.options),
        options=msgspec.to_builtins(played.options),
        seats=series.seats,
        commitment=commitment(played.match, played.seed),
        seed=played.seed.hex(),
        words=("",) * series.seats,
        draws=tuple([AuditDraw.of(draw) for draw in played.draws]),
        actions=tuple(
            [
                AuditAction(seq, seat, msgspec.to_builtins(action))
                for seq, (seat, action) in enumerate(played.actions, start=1)
            ]
        ),
        outcome=played.outcome,
    )
