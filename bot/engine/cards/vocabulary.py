"""The words that the cards of one game may use, as a value provided by the game.

Its users: the check of card files, for the names of words; the interpreter and the text writer, for players;
and all code that reads or writes cards, by the types with the game's words (`Vocabulary.of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NewType, Union

from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.nodes import (
    AmountNode,
    AmountT,
    CardsT,
    ConditionNode,
    ConditionT,
    CostNode,
    CostT,
    EffectNode,
    EffectT,
    Node,
    Number,
    WhoseT,
)
from bot.engine.contract import Seat


class Who(NamedTuple):
    """One player or several, as their messages (`bot.engine.cards.text.people`)."""

    subject: str
    owner: str = ""
    """The owner; "" if only "the hand of ..." is possible."""
    plural: bool = False
    apart: str = ""
    """The subject without "together", if it differs."""
    named: str = ""
    """The subject if "you" are called by a name, if it differs."""
    named_apart: str = ""


class Players(NamedTuple):
    """A word for players: the players it means, and their wording."""

    find: Callable[[EvaluationContext], Sequence[Seat]]
    """Returns these seats of the match, clockwise from the controller of the card."""
    target: Who | None = None
    """The phrase for the players of an effect for each; None for "you"."""
    together: Who | None = None
    """The players whose cards or points are added up; by default `target`."""
    any_of: Who | None = None
    """The phrase for a condition that one of the players must meet; by default `target`."""
    none_of: Who | None = None
    """The phrase for a condition that none of the players may meet; None for a single player."""
    chooses: bool = False
    """Whether it selects one opponent, possibly by a choice, who is `chosen` afterwards."""
    about: str = ""
    """The name of the remembered piece whose player is meant, if any."""
    derived: str = ""
    """The reason why it cannot be part of an `always` ability: it reads values that such abilities change."""


class Vocabulary:
    """The words of one game.

    `words` are its nodes of all kinds (effects, conditions, amounts, costs): its own, and those it uses of
    `bot.engine.cards.words`. `players` are its words for players.
    """

    def __init__(
        self,
        words: Iterable[type[Node]],
        players: Mapping[str, Players],
        cards: type[Node] = Node,
    ) -> None:
        self.words = tuple(words)
        self.players = MappingProxyType(dict(players))
        self.choosing = frozenset([word for word, one in players.items() if one.chooses])
        """The words that choose one opponent."""
        self.about = {word: one.about for word, one in players.items() if one.about}
        """The words for the player of a remembered piece, each with its name."""
        self.derived = {word: one.derived for word, one in players.items() if one.derived}
        """The words that cannot be part of an `always` ability, each with the reason."""
        filled = {each: NewType(each.__name__, object) for each in (EffectT, ConditionT, CostT, AmountT)}
        self._types: dict[Any, Any] = filled | {WhoseT: Literal[tuple(players)]}
        self._types[CardsT] = self.of(cards)
        for var, base, further in (
            (EffectT, EffectNode, ()),
            (ConditionT, ConditionNode, ()),
            (CostT, CostNode, ()),
            (AmountT, AmountNode, (Number,)),
        ):
            # A word may hold any word of the game, also itself: so the type is named first, and told now
            kinds = [self.of(word) for word in self.words if issubclass(word, base)]
            vars(filled[var])["__supertype__"] = Union[(*further, *kinds)] if (further or kinds) else None

    def of(self, type_: Any) -> Any:
        """Return a type with the words of this game, for reading and writing with `msgspec`.

        Its values are plain values of that class: `of(If)` reads an `If` with words of this game only,
        `of(EffectT)` any of its effects.
        """
        if type_ in self._types:
            return self._types[type_]
        parameters = getattr(type_, "__parameters__", ())
        return type_[tuple([self._types[each] for each in parameters])] if parameters else type_
