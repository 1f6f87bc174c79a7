"""The state of a test table: its position is read and its actions are done again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import structlog

from bot.base.language import N_
from bot.engine.contract import AnyRules, Event, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.engine.positions import read_state
from bot.games.game import Game
from bot.matches.action_batch import check_goes_on
from bot.matches.errors import MatchRefusal, NotYourTurn
from bot.matches.loaded_match import Happening, latest
from bot.matches.player_words import clean_name
from bot.parts.workshop.test_table.model import LONGEST, Done, TestTable

log = structlog.get_logger(__name__)

NOBODY = N_(
    "In this position no player has to act, so it cannot be played: set the turn, and remove the winner."
)
NOT_AGAIN = N_(
    "The actions on this test table cannot be replayed: the rules have changed with a new version "
    "of the bot. The position is kept; start again from it."
)
CONTRADICTS = N_(
    "This cannot be done here, because the position contradicts itself: perhaps a seat is ready and has"
    " chosen nothing. Nothing was changed."
)


class BadPosition(Refusal):
    """A position that cannot be read, or not be played."""


class OnTable(NamedTuple):
    """The present state of a test table."""

    state: Any
    names: tuple[str, ...]
    recent: tuple[Happening, ...] = ()
    """The events of this turn and the one before, by the place of their action."""


def read(text: str, game: Game, cards: str | None) -> OnTable:
    """Return the table with a position. Raises `BadPosition` for one that cannot be read."""
    if len(text) > LONGEST:
        raise BadPosition.translated(
            "A position has at most {most} characters, and this has {number}.", most=LONGEST, number=len(text)
        )
    try:
        state, names = read_state(text, game.rules, game.wording, cards)
    except (ValueError, Refusal) as fault:
        raise BadPosition.translated("This position cannot be read: {fault}", fault=fault) from None
    except Exception as fault:
        log.warning("a position breaks its reader", game=game.rules.key, exc_info=True)
        raise BadPosition.translated(
            "This position cannot be read: it contradicts itself. Undo the last change."
        ) from fault
    return OnTable(state, tuple([clean_name(name) for name in names]))


def begun(text: str, game: Game, cards: str | None) -> OnTable:
    """Return the table with a position that can be played. Raises `BadPosition`."""
    table, rules = read(text, game, cards), game.rules
    try:
        goes_on = rules.outcome(table.state) is None and rules.goes_on(table.state)
        for seat in range(table.state.seats):
            rules.view(table.state, seat)
    except Exception as fault:
        log.warning("a position breaks the rules", game=rules.key, exc_info=True)
        raise BadPosition.translated(
            "This position cannot be played: it contradicts itself. Undo the last change."
        ) from fault
    if not goes_on:
        raise BadPosition.translated(NOBODY)
    return table


def played(table: TestTable, game: Game) -> OnTable:
    """Return the table after all its actions. Raises `BadPosition`."""
    found, rules = begun(table.start, game, table.cards), game.rules
    playing = _Playing(found.state, rules, table.seed)
    try:
        for each in table.done:
            playing.do(each, msgspec.json.decode(each.action, type=rules.Action))
    except (Refusal, msgspec.DecodeError) as fault:
        raise BadPosition.translated(NOT_AGAIN) from fault
    return OnTable(playing.state, found.names, playing.recent)


def after(
    table: TestTable, game: Game, seat: Seat, actions: Sequence[Any]
) -> tuple[tuple[Done, ...], tuple[Event, ...]]:
    """Return all actions of a table after these actions of a seat, and the events of these.

    Raises a `Refusal` of the rules; `NotYourTurn` where the seat has nothing to do.
    """
    before, rules = played(table, game), game.rules
    playing = _Playing(before.state, rules, table.seed)
    done: list[Done] = []
    for number, action in enumerate(actions, start=table.next):
        if rules.outcome(playing.state) is not None or seat not in rules.may_act(playing.state):
            raise NotYourTurn.translated("This seat has nothing to do now. Choose another one.")
        done.append(Done(seat, msgspec.Raw(msgspec.json.encode(action)), number))
        try:
            playing.do(done[-1], action)
        except Refusal:
            raise
        except Exception as fault:
            log.warning("an action breaks a made-up position", game=rules.key, exc_info=True)
            raise BadPosition.translated(CONTRADICTS) from fault
    check_goes_on(rules, playing.state, "test table")
    return (*table.done, *done), tuple(playing.events)


class _Playing:
    """A state in which actions are done one after another."""

    def __init__(self, state: Any, rules: AnyRules, seed: str) -> None:
        self.state, self._rules, self._seed = state, rules, bytes.fromhex(seed)
        self.events: list[Event] = []
        self._happened: list[Happening] = []
        self._count, self._turn = 0, rules.turn_of(state)
        self._turn_from = self._before_from = 0

    def do(self, done: Done, action: Any) -> None:
        rng = Stream(f"test table {done.number}", self._seed)
        events = self._rules.apply(self.state, done.seat, action, rng)
        self.events += events
        self._happened += [(self._count, event) for event in events]
        self._count += 1
        turn = self._rules.turn_of(self.state)
        if turn != self._turn:
            self._turn, self._before_from, self._turn_from = turn, self._turn_from, self._count

    @property
    def recent(self) -> tuple[Happening, ...]:
        """The events of this turn and the one before."""
        return latest(self._happened, self._before_from)


def check_room(done: Sequence[Done], most: int) -> None:
    """Raise `MatchRefusal` where there are more actions than are kept."""
    if len(done) > most:
        raise MatchRefusal.translated(
            "On a test table {most} actions can be done. Take some back, or go back to your mark.", most=most
        )
