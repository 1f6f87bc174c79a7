"""What the cards of Overcross can do, branch by branch, and what of it has happened in matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import ALWAYS, EffectNode, nodes
from bot.engine.cards.program import STOP
from bot.engine.cards.words.logic import May
from bot.games.overcross.cards.cards import AnyCard, Character, Pool
from bot.games.overcross.cards.words import VOCABULARY, Move
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.geometry import zone_of
from tests.games.random_play import Turning

Branch = tuple[Any, ...]
"""The set number of a card, and what happens: a tuple that says it."""


def branches(pool: Pool) -> set[Branch]:
    """Everything that the cards of a pool can do."""
    return {(card.number, *each) for card in pool.cards.values() for each in _of_card(card)}


def _of_card(card: AnyCard) -> Iterator[Branch]:
    yield ("named",) if card.mark == "leader" else ("played",)
    if isinstance(card, Character):
        for way in range(len(card.attacks)):
            yield from (("misses", way), ("hits", way), ("is saved", way), ("harms", way))
        if card.copies > 1:
            yield ("copies",)
        if card.ahead:
            yield ("ahead",)
    for place, effect in _effects(card):
        yield ("does", place)
        if isinstance(effect, May | Move):
            yield ("declined", place)


def _effects(card: AnyCard) -> Iterator[tuple[str, EffectNode]]:
    """Yield the effects of a card, each with its place on it."""
    for number, ability in enumerate(card.abilities):
        for place, node in nodes(ability, (number,)):
            if isinstance(node, EffectNode):
                yield ".".join(map(str, place)), node


class Witness:
    """Sees what cards do. Effects are known by what they are, not by what they are like."""

    def __init__(self, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: set[Branch] = set()
        self._places = {
            id(effect): (card.number, place)
            for card in pool.cards.values()
            for place, effect in _effects(card)
        }
        self._static = {
            id(effect)
            for card in pool.cards.values()
            for ability in card.abilities
            for _, effect in nodes(ability)
            if ability.on == ALWAYS and isinstance(effect, EffectNode)
        }
        self._watch_effects(monkeypatch)
        self._watch_statics(monkeypatch)

    def _watch_effects(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note each effect that has been carried out."""
        usual = EffectContext.done

        def done(context: EffectContext[Any]) -> None:
            self._note(context.effect)
            usual(context)

        monkeypatch.setattr(EffectContext, "done", done)

    def _watch_statics(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note each effect of an `always` ability that is in force on somebody or for somebody."""
        for word in VOCABULARY.words:
            if hasattr(word, "statics"):
                monkeypatch.setattr(word, "statics", self._watched(word.statics))

    def _watched(self, usual: Any) -> Any:
        def statics(effect: EffectNode, reading: Any, card: int) -> Iterable[Any]:
            found = list(usual(effect, reading, card))
            if found and id(effect) in self._static:
                self._note(effect)
            return found

        return statics

    def _note(self, effect: EffectNode) -> None:
        if (found := self._places.get(id(effect))) is not None:
            self.seen.add((found[0], "does", found[1]))

    def see(self, turning: Turning) -> None:
        """Note what came of an action."""
        before, action = turning.before, turning.action
        told = [event.public for event in turning.events if event.public is not None]
        if isinstance(action, actions.Choose):
            self._see_answer(before, action)
        if isinstance(action, actions.Attack):
            self._see_attack(before, action, told)
        for fact in told:
            if isinstance(fact, facts.Revealed):
                self.seen |= {(number, "named") for chosen in fact.chosen for number in chosen}
                self.seen |= {(number, "played") for chosen in fact.chosen for number in chosen}
            elif isinstance(fact, facts.Played):
                self.seen.add((before.number_of(fact.card), "played"))
            elif isinstance(fact, facts.Deployed):
                self._see_deployed(turning, fact)

    def _see_answer(self, before: Any, action: actions.Choose) -> None:
        question = before.program.question
        place = self._places.get(id(question.about))
        if place is not None and (
            (question.kind == "may" and not action.answer) or (question.may_stop and action.answer == STOP)
        ):
            self.seen.add((place[0], "declined", place[1]))

    def _see_attack(self, before: Any, action: actions.Attack, told: list[Any]) -> None:
        number = before.number_of(action.piece)
        aimed = next((fact for fact in told if isinstance(fact, facts.Aimed)), None)
        saves = [fact for fact in told if isinstance(fact, facts.SaveRolled)]
        if aimed is not None:
            self.seen.add((number, "hits" if aimed.hit else "misses", action.way))
        if saves:
            self.seen.add((number, "is saved" if saves[0].saved else "harms", action.way))

    def _see_deployed(self, turning: Turning, fact: facts.Deployed) -> None:
        after, seat = turning.after, fact.card // 400
        number = after.number_of(fact.card)
        if fact.by < 0 and not zone_of(after.options, seat) >> fact.square & 1:
            self.seen.add((number, "ahead"))
        own = [piece for piece in after.pieces if piece.seat == seat]
        if sum(after.number_of(piece.card) == number for piece in own) > 1:
            self.seen.add((number, "copies"))
