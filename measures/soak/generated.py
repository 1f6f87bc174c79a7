"""Card sets with random abilities on shipped cards: every word of a game, with every trigger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias, get_origin

from msgspec import inspect
from msgspec.structs import replace

from bot.engine.cards.files.abilities import check_abilities
from bot.engine.cards.files.finding import Findings
from bot.engine.cards.files.reading import check
from bot.engine.cards.game import CardPool
from bot.engine.cards.nodes import AbilityNode, EffectNode, Node, nodes
from tests.engine.cards.card_files.mutating import cards_of
from tests.engine.cards.trees import Trees

Pair: TypeAlias = tuple[type[Node], str]
"""A word and a trigger."""

DEPTH = 4
"""The approximate depth of nested parts of an ability."""
TRIES = 60
"""The number of attempts for a possible ability of a card."""
STOCK, TRIED = 30, 0.6
"""The number of possible effects that are reused as inner ones, and the probability of reuse."""
GIVEN = 0.2
"""The probability that an optional field is set."""
NO_SUCH_TRIGGER = "E401"
HOPELESS = 400
"""The number of failed attempts after which a word with a trigger is given up, if none was possible."""
CHANGED = 10
"""The number of changed cards of a set."""


@cache
def triggers_of(game: str) -> Sequence[str]:
    """Return every trigger that an ability of a game may have; none if it has no such word."""
    found: list[str] = []
    for kind in _kinds_of_ability(game):
        on = next((field.type for field in kind.fields if field.name == "on"), None)
        found += on.values if isinstance(on, inspect.LiteralType) else [str(kind.tag)]
    return tuple(dict.fromkeys(found))


@cache
def wanted(game: str) -> Sequence[Pair]:
    """Return every word of a game with every trigger."""
    return tuple(product(cards_of(game).format.vocabulary.words, triggers_of(game)))


@cache
def _kinds_of_ability(game: str) -> tuple[inspect.StructType, ...]:
    """Return the types of abilities that the cards of a game may have."""
    found: dict[type, inspect.StructType] = {}
    for field in cards_of(game).format.cards:
        listed: Any = _field(inspect.type_info(cards_of(game).format.file), field)
        for card in _structs(listed.item_type):
            for ability in _structs(_unwrapped(_field(card, "abilities")).item_type):
                found[ability.cls] = ability
    return tuple(found.values())


@cache
def _kinds_on(card: type) -> Sequence[inspect.StructType]:
    """Return the types of abilities that a kind of card may have."""
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
    """Makes sets of a game that the checker accepts; each tries the words that were tried least."""

    def __init__(self, game: str) -> None:
        self.cards = cards_of(game)
        self._tried: dict[Pair, int] = dict.fromkeys(wanted(game), 0)
        self._refused: dict[Pair, Counter[str]] = {pair: Counter() for pair in self._tried}
        self._hopeless: dict[Pair, int] = {}
        self._meant: set[Pair] = set()
        self._stock: dict[tuple[type, str], list[EffectNode]] = {}
        """The possible parts of combined effects on a kind of card with a trigger."""
        self._barred: set[tuple[type, str]] = set()
        """Kinds of cards, each with a trigger that it does not have."""
        self.seen: set[Pair] = set()
        """The words of accepted sets, each with its trigger."""

    def covered(self) -> str:
        """Return the number of words of accepted sets, each with its trigger."""
        hopeless = len(self._hopeless.keys() - self.seen)
        possible = len(self._refused) - hopeless
        return f"{len(self.seen)} of {possible} words by trigger; {hopeless} more are always refused"

    def uncovered(self) -> Iterator[str]:
        """Yield the words that no accepted set had, by the code that refused them most."""
        by_code: dict[str, list[str]] = {}
        for word, on in self._refused.keys() - self.seen:
            [(code, _)] = self._refused[word, on].most_common(1) or [("", 0)]
            kind = f"always refused, mostly {code}" if (word, on) in self._hopeless else "not yet accepted"
            by_code.setdefault(kind, []).append(f"{word.__struct_config__.tag} in {on}")
        for kind, pairs in sorted(by_code.items()):
            yield f"{kind}: {', '.join(sorted(pairs))}"

    def accepted(self, own: Any, base: CardPool[Any, Any], random: Random) -> Any | None:
        """Return a set with changes on some of its cards; None if the checker refuses it."""
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
        """Return a card with a random possible ability instead of its own."""
        kinds = _kinds_on(type(card))
        if not kinds:
            return card
        for _ in range(TRIES):
            wanted = self._next(type(card), random)
            stock = self._stock.setdefault((type(card), wanted[1]), [])
            ability = _ability(
                Sparing(random, self._words, DEPTH, stock[-STOCK:]), random.choice(kinds), *wanted
            )
            changed = replace(card, abilities=(ability,))
            if not (wrong := self._wrong(changed, own)):
                if wanted in pairs_of(ability):
                    self._meant.add(wanted)
                stock.append(random.choice(ability.then))
                return changed
            if NO_SUCH_TRIGGER in wrong:
                self._barred.add((type(card), wanted[1]))
            else:
                self._refuse(wanted, wrong)
        return card

    def _next(self, card: type, random: Random) -> Pair:
        """Return the least tried word and trigger of this kind of card, or of all; count the attempt."""
        possible = {
            each: tried for each, tried in self._tried.items() if (card, each[1]) not in self._barred
        } or self._tried
        least = min(possible.values())
        pair = random.choice([each for each, number in possible.items() if number == least])
        self._tried[pair] += 1
        return pair

    def _refuse(self, pair: Pair, wrong: Set[str]) -> None:
        """Store why an ability with a word and a trigger was refused; give up if none ever was possible."""
        self._refused[pair].update(wrong)
        if pair in self._tried and pair not in self._meant and self._tried[pair] >= HOPELESS:
            self._hopeless[pair] = self._tried.pop(pair)

    def _wrong(self, card: Any, own: Any) -> Set[str]:
        """Return the codes of the errors in a card's effects."""
        findings = Findings("any", {}, self.cards.format.cards)
        check_abilities(self.cards.format.whole(card, own), (), self.cards.format, findings)
        return {each.code for each in findings.found if each.severity == "error"}

    def _note(self, abilities: Sequence[Any]) -> None:
        for ability in abilities:
            self.seen |= pairs_of(ability).intersection(self._refused)


def pairs_of(ability: Any) -> Set[Pair]:
    """Return the words of an ability, each with its trigger."""
    on = getattr(ability, "on", None) or str(type(ability).__struct_config__.tag)
    return {(type(node), on) for _, node in nodes(ability)}


class Sparing(Trees):
    """Trees with few optional fields, and mostly reused inner effects: more of them are possible."""

    def __init__(self, random: Random, words: Sequence[str], depth: int, stock: Sequence[EffectNode]) -> None:
        super().__init__(random, words, depth)
        self.stock = stock

    def tried(self) -> EffectNode | None:
        """Return an effect from the stock, usually; None to make a new one."""
        return self.random.choice(self.stock) if self.stock and self.random.random() < TRIED else None

    def _make(self, kind: inspect.Type, depth: int) -> Any:
        if isinstance(kind, inspect.UnionType) and _are_effects(kind):
            return self.tried() or super()._make(kind, depth)
        return super()._make(kind, depth)

    def _given(self, field: inspect.Field) -> bool:
        return field.required or self.random.random() < GIVEN


def words_on(base: CardPool[Any, Any], own: Any) -> Sequence[str]:
    """Return some words that filters find on cards: traits of the set, or a name."""
    cards = [card for field in type(base).fields for card in getattr(own, field)]
    traits = {trait for card in cards for key in ("traits", "attributes") for trait in getattr(card, key, ())}
    return sorted(traits) or [card.name for card in cards[:3]]


def _ability(trees: Sparing, kind: inspect.StructType, word: type[Node], trigger: str) -> AbilityNode:
    """Return an ability with this word, if possible: an effect or a condition."""
    made: Any = trees._make(kind, DEPTH)
    if hasattr(made, "on"):
        made = replace(made, on=trigger)
    described = next((each for each in _words_in(kind) if _word(each) is word), None)
    if described is None:
        return made  # type: ignore[no-any-return]
    part = trees._make(described, DEPTH - 1)
    before = trees.tried()
    then = (part,) if before is None or trees.random.random() < TRIED else (before, part)
    return replace(made, **({"then": then} if isinstance(part, EffectNode) else {"needs": part}))


def _word(kind: inspect.StructType) -> type:
    """Return the word of a type, which may be one for the effects of a game: `Choose[Effect]`."""
    return get_origin(kind.cls) or kind.cls


def _are_effects(kind: inspect.UnionType) -> bool:
    return all(
        isinstance(each, inspect.StructType) and issubclass(_word(each), EffectNode) for each in kind.types
    )


def _words_in(kind: inspect.StructType) -> Iterator[inspect.StructType]:
    """Return the effects and the conditions in an ability."""
    fields = {field.name: _unwrapped(field.type) for field in kind.fields}
    yield from _structs(fields["then"].item_type)
    if "needs" in fields:
        yield from _structs(fields["needs"])
