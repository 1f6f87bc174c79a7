"""Who watches matches and notes which branches of the cards have come about.

It stands between the interpreter of the card language and the functions that say what each word means: it
lets them do what they do, looks at what they returned and at what changed on the table, and notes that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from bot.engine.cards.nodes import AmountNode
from bot.engine.cards.program import STOP, Question
from bot.engine.contract import Event, Seat
from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.cards.words import Ability, Node
from bot.games.arclash.rules import actions, advance, facts
from bot.games.arclash.rules.state import ArclashState
from bot.games.arclash.rules.table import ArclashTable
from tests.games.arclash.branches import Branch, all_branches, own_branches, parts_of


class Witness:
    """Watches the matches played within `watching` with the cards of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.missing = dict.fromkeys(all_branches(pool))
        """The branches that have not come about yet, in the order of the cards."""
        self.last: list[Branch] = []
        """The branches that came about since it was emptied."""
        self._parts = {id(part.node): part for card in pool.cards.values() for part in parts_of(card)}
        self._of_first = {id(one.then[0]): one for one in self._abilities()}
        self._lasting: dict[int, tuple[Any, Node]] = {}
        self._ways: dict[int, nodes.Node] = {}

    def _abilities(self) -> Iterator[Ability]:
        for card in self.pool.cards.values():
            yield from card.abilities

    def saw(self, node: Node | None, *outcomes: str) -> None:
        """Note what has come of a part of a card; of what is no part of a card nothing is noted."""
        part = self._parts.get(id(node))
        if part is not None:
            for outcome in outcomes:
                self._note(part.branch(outcome))

    def _note(self, branch: Branch) -> None:
        if branch in self.missing:
            del self.missing[branch]
            self.last.append(branch)

    # Standing in between

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch all matches played within."""
        with ExitStack() as stack:
            for base, name, watched in self._between():
                for kind in nodes.VOCABULARY.words:
                    if issubclass(kind, base):
                        stack.enter_context(patch.object(kind, name, watched(getattr(kind, name))))
            stack.enter_context(patch.object(ArclashTable, "prevented", self._prevented()))
            stack.enter_context(patch.object(advance, "way_taken", self._way_taken(advance.way_taken)))
            yield

    def _between(self) -> list[tuple[Any, str, Callable[[Any], Any]]]:
        """What the words do, by the kind of word and the method, and who watches it."""
        return [
            (nodes.Effect, "do", self._effect),
            (nodes.Condition, "holds", self._condition),
            (AmountNode, "value", self._amount),
            ((nodes.Buff, nodes.Debuff), "changes", self._standing),
        ]

    def _effect(self, doing: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def watched(effect: Any, attempt: Any) -> Any:
            table = attempt.table
            told, boosts, guards = len(table.events), len(table.state.boosts), len(table.state.guards)
            spliced = doing(effect, attempt)
            new = [event.public for event in table.events[told:]]
            self.saw(effect, *_EFFECTS[type(effect)](effect, new, spliced))
            self._price(effect, new)
            for one in (*table.state.boosts[boosts:], *table.state.guards[guards:]):
                self._lasting[id(one)] = (one, effect)
            self._set_off(effect)
            return spliced

        return watched

    def _price(self, effect: Any, told: list[Any]) -> None:
        """Note the price that was paid for what one may do."""
        paid = [type(fact) for fact in _of(told, (facts.Discarded, facts.Milled)) if fact.cost]
        for cost in effect.pay if isinstance(effect, nodes.May) else ():
            wanted: type = facts.Milled if isinstance(cost, nodes.MillCost) else facts.Discarded
            self.saw(cost, *["paid"] * (wanted in paid))

    def _set_off(self, effect: Any) -> None:
        """Note an ability whose first effect has been carried out."""
        self.saw(self._of_first.get(id(effect)), "set off")

    def _condition(self, doing: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
        def watched(test: Any, reading: Any) -> bool:
            held = doing(test, reading)
            self.saw(test, "true" if held else "false")
            return held

        return watched

    def _amount(self, doing: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
        def watched(amount: Any, reading: Any) -> int:
            value = doing(amount, reading)
            if value > 0:
                cut = bool(amount.at_most) and value > amount.at_most
                bounded = "cut at its bound" if cut else "within its bound"
                self.saw(amount, "counted", bounded)
            return value

        return watched

    def _standing(self, doing: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def watched(effect: Any, reading: Any) -> Any:
            changes = doing(effect, reading)
            if not reading.standing:
                return changes
            self.saw(effect, *["done"] * bool(changes))
            return changes

        return watched

    def _prevented(self) -> Callable[..., None]:
        original = ArclashTable.prevented

        def watched(table: ArclashTable, card: int, target: Seat, against: Any) -> None:
            for guard in table.state.guards:
                if guard.target == target and against in guard.against:
                    self.saw(self._lasting[id(guard)][1], f"prevented {against}")
            original(table, card, target, against)

        return watched

    def _way_taken(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def watched(table: Any, side: Any) -> Any:
            self._ways[side.placed] = original(table, side)
            return self._ways[side.placed]

        return watched

    # What a match shows

    def begins(self) -> None:
        """Another match begins."""
        self._lasting, self._ways = {}, {}

    def acted(
        self, before: Question | None, action: Any, events: Iterable[Event], after: ArclashState
    ) -> None:
        """Note what is seen of an action: the question that it answered, what happened, what is over."""
        if before is not None and isinstance(action, actions.Choose):
            self._answered(before, action.answer, after)
        for event in events:
            self._told(event.public)
        self._ended(after)

    def _answered(self, question: Question, answer: int, state: ArclashState) -> None:
        if question.kind == "reroll":
            (reroll,) = self._rerolls(state.number_of(question.card))
            self.saw(reroll, "used" if answer else "declined")
        if question.kind == "may" and not answer and len(question.options) > 1:
            self.saw(question.about, "refused")
        asks = isinstance(question.about, nodes.Search) and question.left == question.about.count
        if asks and answer == STOP and question.options:
            self.saw(question.about, "took nothing of what it could")

    def _rerolls(self, number: str) -> list[Node]:
        """The reroll of a card: it has one."""
        rolling = [ability for ability in self.pool.cards[number].abilities if ability.on == "roll"]
        return [effect for ability in rolling for effect in ability.then]

    def _told(self, fact: Any) -> None:
        match fact:
            case facts.Opened(characters):
                self._in_stack([shown for shown in characters if shown is not None])
            case facts.Renewed(shown=shown):
                self._in_stack([shown])
            case facts.Advanced(shown=shown, paid=paid, milled=milled):
                self._in_stack([shown])
                self._paid(self._ways[shown.card], len(paid), len(milled))
            case facts.Played(shown=shown):
                self._whole(shown.number)

    def _in_stack(self, shown: Iterable[Any]) -> None:
        for one in shown:
            self._whole(one.number)

    def _whole(self, number: str) -> None:
        for branch in own_branches(self.pool.cards[number]):
            self._note(branch)

    def _paid(self, way: Any, discarded: int, milled: int) -> None:
        """Note by which way a Character has advanced, and its price."""
        prices = {kind: [cost for cost in way.costs if isinstance(cost, kind)] for kind in _PRICES}
        assert discarded == sum(cost.count for cost in prices[nodes.DiscardCost])
        assert milled == sum(cost.count for cost in prices[nodes.MillCost])
        self.saw(way, "taken")
        for cost in way.costs:
            self.saw(cost, "paid")

    def _ended(self, state: ArclashState) -> None:
        """Note what lasted and is no more."""
        if state.outcome is not None:
            return
        left = {id(one) for one in (*state.boosts, *state.guards)}
        for key in [key for key in self._lasting if key not in left]:
            self.saw(self._lasting.pop(key)[1], "over")


_PRICES = (nodes.DiscardCost, nodes.MillCost, nodes.HaveCost)


def _of(told: Iterable[Any], kind: type | tuple[type, ...]) -> list[Any]:
    return [fact for fact in told if isinstance(fact, kind)]


def _power(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    gained = isinstance(effect, nodes.Buff)
    return ["done" for fact in _of(told, facts.PowerChanged) if (fact.by > 0) is gained]


def _search(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    taken = [len(fact.cards) for fact in _of(told, facts.Took)]
    return [*["took"] * any(taken), *["took all it may"] * (effect.count in taken)]


def _discard(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    kind = facts.Discarded if effect.zone == "hand" else facts.Milled
    return ["done" for _ in _of(told, kind)]


def _guess(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    return ["wrong" if fact.shown is None else "right" for fact in _of(told, facts.Guessed)]


def _if(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    """The sides are different tuples, but for two that are empty."""
    return ["then" if spliced is effect.then else "otherwise"]


def _may(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    return ["taken"] if spliced is effect.then else []


def _choose(effect: Any, told: list[Any], spliced: Any) -> list[str]:
    return [f"option {place + 1}" for place, option in enumerate(effect.options) if option is spliced]


def _told_of(kind: type) -> Callable[[Any, list[Any], Any], list[str]]:
    return lambda effect, told, spliced: ["done" for _ in _of(told, kind)]


_EFFECTS: Mapping[type, Callable[[Any, list[Any], Any], list[str]]] = {
    nodes.Buff: _power,
    nodes.Debuff: _power,
    nodes.DrawCards: _told_of(facts.Drew),
    nodes.Search: _search,
    nodes.DiscardCards: _discard,
    nodes.LevelDown: _told_of(facts.LevelledDown),
    nodes.Guess: _guess,
    nodes.Shield: _told_of(facts.Shielded),
    nodes.DiscardDown: _told_of(facts.Discarded),
    nodes.Cancel: _told_of(facts.Cancelled),
    nodes.Forbid: _told_of(facts.Forbidden),
    nodes.Score: _told_of(facts.Scored),
    nodes.Look: _told_of(facts.Looked),
    nodes.Return: _told_of(facts.Returned),
    nodes.FreeAdvance: _told_of(facts.Climbed),
    nodes.Reroll: lambda effect, told, spliced: [],
    nodes.If: _if,
    nodes.May: _may,
    nodes.Choose: _choose,
}
"""What came of an effect, by what was told while it was carried out and what it leads to."""
