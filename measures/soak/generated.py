"""Card sets in which random abilities stand on shipped cards: every word of a game, in every trigger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

from msgspec import inspect
from msgspec.structs import replace

from bot.cardfiles import check
from bot.cardfiles.abilities import check_abilities
from bot.cardfiles.collecting import Findings
from bot.engine.cardgames import CardPool
from bot.engine.cards.nodes import AbilityNode, EffectNode, Node, nodes
from tests.cardfiles.mutating import cards_of
from tests.engine.cards.trees import Trees

DEPTH = 4
"""How deep the parts of an ability stand within each other, about."""
TRIES = 60
"""Abilities that are made for a card until one can be meant on it."""
GIVEN = 0.2
"""How likely a field is set that need not be."""
CHANGED = 10
"""Cards of a set on which something else stands than before."""


@cache
def triggers_of(game: str) -> Sequence[str]:
    """Every trigger that an ability of a game may have; none where it has no such word."""
    found: list[str] = []
    for kind in _kinds_of_ability(game):
        on = next((field.type for field in kind.fields if field.name == "on"), None)
        found += on.values if isinstance(on, inspect.LiteralType) else [str(kind.tag)]
    return tuple(dict.fromkeys(found))


@cache
def wanted(game: str) -> Sequence[tuple[type[Node], str]]:
    """Every word of a game with every trigger."""
    return tuple(product(cards_of(game).format.vocabulary.words, triggers_of(game)))


@cache
def _kinds_of_ability(game: str) -> tuple[inspect.StructType, ...]:
    """The types of abilities that the cards of a game may have."""
    found: dict[type, inspect.StructType] = {}
    for field in cards_of(game).format.cards:
        listed: Any = _field(inspect.type_info(cards_of(game).format.file), field)
        for card in _structs(listed.item_type):
            for ability in _structs(_unwrapped(_field(card, "abilities")).item_type):
                found[ability.cls] = ability
    return tuple(found.values())


@cache
def _kinds_on(card: type) -> Sequence[inspect.StructType]:
    """The types of abilities that a kind of card may have."""
    return tuple(_structs(_field(inspect.type_info(card), "abilities").item_type))


def _field(struct: Any, name: str) -> Any:
    return _unwrapped(next(field.type for field in struct.fields if field.name == name))


def _unwrapped(kind: Any) -> Any:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _structs(kind: Any) -> Iterator[inspect.StructType]:
    kind = _unwrapped(kind)
    for each in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(each, inspect.StructType):
            yield each


class Generator:
    """Makes sets of a game that the checker accepts; each tries the words that were tried least so far."""

    def __init__(self, game: str) -> None:
        self.cards = cards_of(game)
        self._tried: dict[tuple[type[Node], str], int] = dict.fromkeys(wanted(game), 0)
        self.seen: set[tuple[type[Node], str]] = set()
        """The words that have stood in accepted sets, each by its trigger."""

    def accepted(self, own: Any, base: CardPool[Any, Any], random: Random) -> Any | None:
        """Return a set with something else on some of its cards; None where the checker refuses it whole."""
        self._words = words_on(base, own)
        places = [place for place, card in self.cards.format.cards_of(own) if hasattr(card, "abilities")]
        changed = {field: list(getattr(own, field)) for field in self.cards.format.cards}
        for field, number in random.sample(places, min(CHANGED, len(places))):  # type: ignore[misc]
            changed[field][number] = self._card(changed[field][number], own, random)
        made = replace(own, **{field: tuple(cards) for field, cards in changed.items()})
        if any(finding.severity == "error" for finding in check(made, self.cards.format, base)):
            return None
        before = dict(self.cards.format.cards_of(own))
        for place, card in self.cards.format.cards_of(made):
            if card is not before[place]:
                self._note(card.abilities)
        return made

    def _card(self, card: Any, own: Any, random: Random) -> Any:
        """Return a card on which an ability that can be meant stands in the place of its own."""
        kinds = _kinds_on(type(card))
        if not kinds:
            return card
        for _ in range(TRIES):
            wanted = min(self._tried, key=lambda each: (self._tried[each], random.random()))
            self._tried[wanted] += 1
            changed = replace(
                card,
                abilities=(_ability(Sparing(random, self._words, DEPTH), random.choice(kinds), *wanted),),
            )
            if self._is_meant(changed, own):
                return changed
        return card

    def _is_meant(self, card: Any, own: Any) -> bool:
        findings = Findings("any", {}, self.cards.format.cards)
        check_abilities(self.cards.format.whole(card, own), (), self.cards.format, findings)
        return not any(each.severity == "error" for each in findings.found)

    def _note(self, abilities: Sequence[Any]) -> None:
        for ability in abilities:
            on = getattr(ability, "on", None) or str(type(ability).__struct_config__.tag)
            self.seen |= {(type(node), on) for _, node in nodes(ability)}.intersection(self._tried)


class Sparing(Trees):
    """Trees of which few fields are set that need not be: more of them can be meant."""

    def _given(self, field: inspect.Field) -> bool:
        return field.required or self.random.random() < GIVEN


def words_on(base: CardPool[Any, Any], own: Any) -> Sequence[str]:
    """Some words that filters find on cards: traits of the set's own, or a name."""
    cards = [card for field in type(base).fields for card in getattr(own, field)]
    traits = {trait for card in cards for key in ("traits", "attributes") for trait in getattr(card, key, ())}
    return sorted(traits) or [card.name for card in cards[:3]]


def _ability(trees: Trees, kind: inspect.StructType, word: type[Node], trigger: str) -> AbilityNode:
    """Return an ability in which this word stands, where it can: an effect or a condition of the ability."""
    made: Any = trees._make(kind, DEPTH)
    if hasattr(made, "on"):
        made = replace(made, on=trigger)
    described = next((each for each in _words_in(kind) if each.cls is word), None)
    if described is None:
        return made  # type: ignore[no-any-return]
    part = trees._make(described, DEPTH - 1)
    return replace(made, **({"then": (part,)} if isinstance(part, EffectNode) else {"needs": part}))


def _words_in(kind: inspect.StructType) -> Iterator[inspect.StructType]:
    """The effects and the conditions that an ability is made of."""
    fields = {field.name: _unwrapped(field.type) for field in kind.fields}
    yield from _structs(fields["then"].item_type)
    if "needs" in fields:
        yield from _structs(fields["needs"])
