"""A position in which a card does what it says, for the test table: found by playing from several ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from bot.engine.cards.effect_context import WORKING
from bot.engine.contract import Event, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.parts.workshop.lab.tracing import traced_cards
from bot.parts.workshop.test_table.playing import BadPosition, begun

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
    assert game.cards is not None, "it has this card"
    assert game.cards.bench is not None, "it has test tables"
    pool = game.cards.library.at(cards)
    card = pool.cards[number]
    found = ""
    trying = _Trying(game, cards, number, quiet=not getattr(card, "abilities", ()))
    for text in islice(game.cards.bench.trials(pool, card), MOST_POSITIONS):
        try:
            state = begun(text, game, cards).state
        except BadPosition:
            continue
        found = found or text
        if any(trying.does(state, random.Random(f"{number} {play}")) for play in range(PLAYS)):
            return text, True
    return found, False


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
