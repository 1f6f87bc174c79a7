"""What the cards of Arclash can do, branch by branch, and what of it has come about in matches.

What a card does exactly, with its bounds, guards and durations, its story tells (`stories`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from bot.engine.cards.nodes import EffectNode, nodes
from bot.engine.cards.program import Question
from bot.engine.contract import Event
from bot.games.arclash.cards import words
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, Pool
from bot.games.arclash.rules import actions, advance, facts

Branch = tuple[str, str, str]
"""The set number of a card, the place of a part of it, "" for the whole, and what comes of that."""


def branches(pool: Pool) -> set[Branch]:
    """Everything that the cards of a pool can do."""
    return {branch for card in pool.cards.values() for branch in branches_of(card)}


def branches_of(card: AnyCard) -> Iterator[Branch]:
    yield (card.number, "", "in a stack" if isinstance(card, Character) else "played")
    for place, part in parts_of(card):
        yield from [(card.number, place, outcome) for outcome in _outcomes(part)]


def parts_of(card: AnyCard) -> Iterator[tuple[str, words.Node]]:
    """Yield every Advancement and every effect of a card, with its place."""
    several = (("advances", getattr(card, "advances", ())), ("abilities", card.abilities))
    for name, parts in several:
        for number, part in enumerate(parts):
            for place, node in nodes(part, (name, number)):
                if isinstance(node, Advancement | EffectNode):
                    yield ".".join(map(str, place)), node


def _outcomes(part: words.Node) -> tuple[str, ...]:
    match part:
        case Advancement():
            return ("taken",)
        case words.If():
            return ("then", "otherwise")
        case words.Guess():
            return ("right", "wrong")
        case words.May():
            return ("done", "declined")
        case words.Reroll():
            return ("used", "declined")
    return ("done",)


class Witness:
    """Watches the matches played within `watching`. Parts are known by what they are, not what they are like.

    `missing` are the branches that have not come about yet, in the order of the cards.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.missing = dict.fromkeys(branch for card in pool.cards.values() for branch in branches_of(card))
        self._places = {
            id(part): (card.number, place) for card in pool.cards.values() for place, part in parts_of(card)
        }

    def saw(self, part: words.Node | None, outcome: str) -> None:
        if (found := self._places.get(id(part))) is not None:
            self.missing.pop((*found, outcome), None)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Stand between the interpreter and what the words do."""
        with ExitStack() as stack:
            for kind in words.VOCABULARY.words:
                if issubclass(kind, EffectNode):
                    stack.enter_context(patch.object(kind, "do", self._effect(kind.do)))
                if issubclass(kind, words.Buff | words.Debuff):
                    stack.enter_context(patch.object(kind, "changes", self._standing(kind.changes)))
            stack.enter_context(patch.object(advance, "way_taken", self._way(advance.way_taken)))
            yield

    def _effect(self, usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Note an effect that was told of or led to others, and which side of one that has two."""

        def watched(effect: Any, context: Any) -> Any:
            before = len(context.table.events)
            further = usual(effect, context)
            told = [event.public for event in context.table.events[before:]]
            if isinstance(effect, words.If):
                self.saw(effect, "then" if further is effect.then else "otherwise")
            elif isinstance(effect, words.Guess):
                for fact in told:
                    if isinstance(fact, facts.Guessed):
                        self.saw(effect, "wrong" if fact.shown is None else "right")
            elif told or further:
                self.saw(effect, "done")
            return further

        return watched

    def _standing(self, usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Note what changes power all the time."""

        def watched(effect: Any, context: Any) -> Any:
            changes = usual(effect, context)
            if context.standing and changes:
                self.saw(effect, "done")
            return changes

        return watched

    def _way(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any) -> Any:
            way = usual(*given)
            self.saw(way, "taken")
            return way

        return watched

    def acted(self, asked: Question | None, action: Any, events: list[Event], state: Any) -> None:
        """Note what is seen of an action: which cards were shown, and what a question was answered."""
        for event in events:
            match event.public:
                case facts.Opened(characters):
                    shown = [one for one in characters if one is not None]
                case facts.Renewed(shown=one) | facts.Advanced(shown=one) | facts.Played(shown=one):
                    shown = [one]
                case _:
                    shown = []
            for one in shown:
                kind = "in a stack" if isinstance(self.pool.cards[one.number], Character) else "played"
                self.missing.pop((one.number, "", kind), None)
        if asked is not None and isinstance(action, actions.Choose):
            if asked.kind == "may" and not action.answer and len(asked.options) > 1:
                self.saw(asked.about, "declined")
            if asked.kind == "reroll":
                for _, part in parts_of(self.pool.cards[state.number_of(asked.card)]):
                    if isinstance(part, words.Reroll):
                        self.saw(part, "used" if action.answer else "declined")
