"""The state of a test table: its position is read or found, and its actions are done again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from bot.base.language import N_
from bot.engine.cards.effect_context import WORKING
from bot.engine.contract import AnyRules, Event, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.engine.positions import read_state
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.errors import MatchRefusal, NotYourTurn
from bot.matches.loaded_match import Happening, latest
from bot.matches.model import clean_name
from bot.matches.play import check_goes_on
from bot.parts.workshop.lab.entrants import traced_cards
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
    table_now, rules = begun(table.start, game, table.cards), game.rules
    playing = _Playing(table_now.state, rules, table.seed)
    try:
        for each in table.done:
            playing.do(each, msgspec.json.decode(each.action, type=rules.Action))
    except (Refusal, msgspec.DecodeError) as fault:
        raise BadPosition.translated(NOT_AGAIN) from fault
    return OnTable(playing.state, table_now.names, playing.recent)


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


# A position in which a card does what it says, found by playing from several ones.


MOST_POSITIONS: Final = 90
"""Positions that are looked at for a card at most."""
PLAYS: Final = 4
"""How often each of them is played."""
ACTIONS: Final = 24
"""Actions of each play."""
_LOOKED_AT: Final = 300
"""Legal actions among which the one that plays the card is looked for."""


def position_for(key: str, cards: str, number: str) -> tuple[str, bool]:
    """Return a position of a game in which a card of a pool does what it says soon, and whether it does.

    Else it is the first position in which the card can be played, or is in play; "" where there is none.
    """
    game = GAMES[key]
    assert game.card_game.editor is not None, "it has test tables"
    pool = game.card_game.library.at(cards)
    card = pool.cards[number]
    first = ""
    trying = _Trying(game, cards, number, quiet=not getattr(card, "abilities", ()))
    for text in islice(game.card_game.editor.trials(pool, card), MOST_POSITIONS):
        try:
            state = begun(text, game, cards).state
        except BadPosition:
            continue
        first = first or text
        if any(trying.does(state, random.Random(f"{number} {play}")) for play in range(PLAYS)):
            return text, True
    return first, False


class _Trying:
    """Plays from positions until a card does something."""

    def __init__(self, game: Game, cards: str, number: str, *, quiet: bool) -> None:
        """`quiet` is a card without a text, of which it is enough to be played, or in play."""
        self._rules, self._number, self._quiet = game.rules, number, quiet
        traced = traced_cards(game)
        able = traced is not None and number in traced.cards(cards)
        self._traced = traced if able else None

    def does(self, state: Any, chance: random.Random) -> bool:
        """Play on a copy, the card as soon as possible, else by chance; return whether it works."""
        working: set[str] = set()
        token = WORKING.set(working)
        try:
            state = self._rules.clone(state)
            return any(self._number in working or played for played in self._steps(state, chance))
        finally:
            WORKING.reset(token)

    def _steps(self, state: Any, chance: random.Random) -> Iterator[bool]:
        """Do one action after another; yield whether the card was played and has no more to do."""
        rules = self._rules
        for step in range(ACTIONS):
            if rules.outcome(state) is not None:
                return
            seat = min(rules.to_act(state))
            action = self._chosen(state, seat, rules.legal(state, seat), chance)
            try:
                events = rules.apply(state, seat, action, Stream(f"trying {step}", chance.randbytes(32)))
            except Refusal:
                return
            yield self._quiet and self._is_played(events, state)

    def _is_played(self, events: Sequence[Event], state: Any) -> bool:
        if self._traced is None:
            return True
        facts = [event.public for event in events if event.public is not None]
        played = [number for fact in facts for _, number in self._traced.played(fact, state)]
        return self._number in played

    def _chosen(self, state: Any, seat: Seat, legal: Sequence[Any], chance: random.Random) -> Any:
        looked = legal[:_LOOKED_AT] if len(legal) > _LOOKED_AT else legal
        if self._traced is not None:
            view = self._rules.view(state, seat)
            playing = [each for each in looked if self._number in [*self._traced.playable(view, [each])]]
            if playing:
                return chance.choice(playing)
        return legal[chance.randrange(len(legal))]
