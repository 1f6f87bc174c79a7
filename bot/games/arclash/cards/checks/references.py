"""References of a card set: cards, lineages, advancements, ready decks (E3xx, E5xx)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from unicodedata import normalize

from bot.base.language import N_, gettext
from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.files.finding import meant, meant_or_listed, quoted
from bot.engine.cards.flow import Add
from bot.engine.cards.format import TooManyReferences, placed
from bot.engine.cards.nodes import Node, NodePath, children
from bot.engine.cards.references import (
    check_content,
    check_deck_cards,
    check_deck_key,
    check_numbers,
    check_set_key,
)
from bot.engine.sentences import listed
from bot.games.arclash.cards.cards import Advancement, AnyCard, CardSet, Character, Pool, entered_from, fits
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.cards.words.places import Cards, Filter

_WORD = re.compile(r"\w+")
_COMPARISONS = 50_000
"""The maximum number of comparisons of cards with filters in one file; real sets need a hundredth of it."""


def check_references(card_set: CardSet, base: Sequence[CardSet], add: Add) -> None:
    """Report every reference of a set to a missing thing, and every duplicate."""
    check_keys(card_set, base, add)
    catalogue = Catalogue(card_set, base)
    for key, keyword in card_set.keywords.items():
        check_filters(keyword, ("keywords", key), catalogue, add)
    for place, card in placed(card_set, Pool.fields):
        check_keywords(card, place, card_set, add)
        check_filters(card, place, catalogue, add)
    check_advancements(card_set, catalogue, add)
    check_decks(card_set, catalogue.pool, add)


class Catalogue:
    """The cards that a set is played with: its own and those of the sets it refers to."""

    def __init__(self, card_set: CardSet, base: Sequence[CardSet]) -> None:
        others = [one for one in base if one.key != card_set.key]
        self.pool = Pool((*others, card_set))
        self.cards = [card for one in self.pool.sets for card in Pool.cards_of(one)]
        self._left = _COMPARISONS

    def has(self, which: Filter, kind: str = "") -> bool:
        """Whether a card of this kind matches a filter."""
        return any(which.matches(card) for card in self._likely(which) if not kind or card.kind == kind)

    def enters(self, card: Character, way: Advancement) -> list[Character]:
        """Return the Characters from which a card can be reached by this Advancement."""
        level = self._by_level.get(entered_from(card, way), [])
        likely = self._likely(way.which, level)
        return [each for each in likely if isinstance(each, Character) and fits(card, way, each)]

    def _likely(self, which: Filter, among: Sequence[AnyCard] | None = None) -> Iterator[AnyCard]:
        """Yield the cards with at least one word of the filter; all of these if it asks for no word."""
        words = [word for text in which.sought for word in _words_of(text)]
        lists = [self.cards if among is None else among, *(self._by_word.get(word, []) for word in words)]
        for card in min(lists, key=len):
            self._left -= 1
            if self._left < 0:
                raise TooManyReferences
            yield card

    @cached_property
    def _by_word(self) -> dict[str, list[AnyCard]]:
        index: dict[str, list[AnyCard]] = {}
        for card in self.cards:
            for word in {word for text in (card.name, *card.traits) for word in _words_of(text)}:
                index.setdefault(word, []).append(card)
        return index

    @cached_property
    def _by_level(self) -> dict[int, list[AnyCard]]:
        index: dict[int, list[AnyCard]] = {}
        for card in self.cards:
            index.setdefault(card.level, []).append(card)
        return index

    @cached_property
    def words(self) -> list[str]:
        """All traits, names and words in names."""
        words: dict[str, None] = {}
        for card in self.cards:
            words.update(dict.fromkeys((*card.traits, card.name, *card.name.split())))
        return list(words)


def _words_of(text: str) -> list[str]:
    return _WORD.findall(normalize("NFC", text).casefold())


def check_keys(card_set: CardSet, base: Sequence[CardSet], add: Add) -> None:
    """Report duplicate keys and set numbers, and missing lineages."""
    known = Pool([one for one in base if one.key != card_set.key])
    check_set_key(card_set, base, add)
    for key in card_set.lineages:
        if key in known.lineages:
            sentence = gettext('there is a lineage "{key}" already: give it another key.', key=key)
            add("E304", ("lineages", key), sentence)
    for key in card_set.decks:
        check_deck_key(key, known.decks, add)
    check_content(card_set, Pool.cards_of(card_set), add)
    check_numbers(placed(card_set, Pool.fields), known.cards, add)
    lineages = {*known.lineages, *card_set.lineages}
    for place, card in placed(card_set, Pool.fields):
        if card.lineage and card.lineage not in lineages:
            hint = meant(card.lineage, lineages)
            sentence = gettext('there is no lineage "{key}"{hint}.', key=quoted(card.lineage), hint=hint)
            add("E305", (*place, "lineage"), sentence)


def check_keywords(card: AnyCard, place: NodePath, card_set: CardSet, add: Add) -> None:
    """Report keywords of a card that are missing in its set, or that the card has twice."""
    for number, key in enumerate(card.keywords):
        where = (*place, "keywords", number)
        if key not in card_set.keywords:
            hint = meant_or_listed(key, card_set.keywords)
            sentence = gettext('this set has no keyword "{key}"{hint}.', key=quoted(key), hint=hint)
            add("E311", where, sentence)
        elif key in card.keywords[:number]:
            add("E312", where, gettext("the card has this keyword already: leave it out."))


def check_filters(node: Node, place: NodePath, catalogue: Catalogue, add: Add) -> None:
    """Report filters that match no card, in abilities, keywords and costs."""
    for step, which, kind in _filters(node):
        if which.is_any or catalogue.has(which, kind):
            continue
        words = which.sought
        hint = next((alike for word in words if (alike := meant(word, catalogue.words))), "")
        sought = " ".join(f"[{quoted(word)}]" for word in words)
        sentence = gettext((_NONE_FOR if sought else _NONE)[kind], words=sought, hint=hint)
        add("E306", (*place, *step), sentence)


def _filters(node: Node, place: NodePath = ()) -> Iterator[tuple[NodePath, Filter, str]]:
    """Yield the filters within a node, each with its path and the only kind of card that can be there."""
    for step, inner in children(node):
        where = (*place, *step)
        if isinstance(inner, Cards):
            yield (*where, "which"), inner.which, _KINDS.get(inner.zone, "")
        elif not isinstance(inner, Advancement) and isinstance(
            which := getattr(inner, "which", None), Filter
        ):
            yield (*where, "which"), which, ""
        if not isinstance(inner, Cards | Filter):
            yield from _filters(inner, where)


_KINDS = {"current": "character", "stack": "character", "supports": "support"}
_NONE = {
    "": N_("there is no card like this{hint}."),
    "character": N_("there is no card like this that can be in a stack{hint}."),
    "support": N_("there is no card like this that is a Support{hint}."),
}
"""The message for a filter without a match, by the kind of card that can be there."""
_NONE_FOR = {
    "": N_("there is no card for {words}{hint}."),
    "character": N_("there is no card for {words} that can be in a stack{hint}."),
    "support": N_("there is no card for {words} that is a Support{hint}."),
}
"""The same for a filter that asks for words."""


def check_advancements(card_set: CardSet, catalogue: Catalogue, add: Add) -> None:
    """Report Level 1 with advancements, others without, and those that no Character can use (ARC-07)."""
    entered: dict[str, list[list[Character]]] = {}
    for place, card in placed(card_set, Pool.fields):
        if not isinstance(card, Character):
            continue
        if card.level == 1 and card.advances:
            sentence = gettext("a Level 1 is where one begins: it advances from nothing.")
            add("E308", (*place, "advances"), sentence)
        elif card.level > 1 and not card.advances:
            sentence = gettext(
                "nothing says what this Level {level} advances from: it needs advances.", level=card.level
            )
            add("E309", place, sentence)
        elif card.level > 1:
            entered[card.number] = _check_ways(card, place, catalogue, add)
    if len({card.number for card in catalogue.cards}) == len(catalogue.cards):
        _check_reach(card_set, entered, add)


def _check_ways(card: Character, place: NodePath, catalogue: Catalogue, add: Add) -> list[list[Character]]:
    ways = []
    for number, way in enumerate(card.advances):
        lists = catalogue.enters(card, way)
        ways.append(lists)
        if not lists:
            sentence = _no_way(way, entered_from(card, way), catalogue)
            add("E307", (*place, "advances", number), sentence)
    return ways


def _no_way(way: Advancement, level: int, catalogue: Catalogue) -> str:
    word = next(iter(way.which.sought), "")
    if not word:
        return gettext("there is no Character of Level {level} to advance from.", level=level)
    levels = sorted({card.level for card in catalogue.cards if card.level and way.which.matches(card)})
    if levels:  # the word is right, the level is not
        return gettext(
            "there is no [{word}] Character of Level {level} to advance from: those are of Level {levels}.",
            word=quoted(word),
            level=level,
            levels=listed([str(each) for each in levels]),
        )
    if word in catalogue.words:
        return gettext("[{word}] is on no Character, so there is none to advance from.", word=quoted(word))
    return gettext(
        "there is no [{word}] Character of Level {level} to advance from{hint}.",
        word=quoted(word),
        level=level,
        hint=meant(word, catalogue.words),
    )


def _check_reach(card_set: CardSet, entered: dict[str, list[list[Character]]], add: Add) -> None:
    """Report Characters that can be reached only from unreachable Characters."""
    onward: dict[str, list[str]] = {}
    for number, ways in entered.items():
        for each in {each.number for way in ways for each in way}:
            onward.setdefault(each, []).append(number)
    beyond = {number for number, ways in entered.items() if any(ways)}
    waiting = [number for number in onward if number not in beyond]
    while waiting:
        for number in onward.get(waiting.pop(), ()):
            if number in beyond:
                beyond.remove(number)
                waiting.append(number)
    for place, card in placed(card_set, Pool.fields):
        if card.number in beyond:
            sentence = gettext("this Character advances only from Characters that no player can reach.")
            add("E307", (*place, "advances"), sentence)


def check_decks(card_set: CardSet, pool: Pool, add: Add) -> None:
    """Report unknown cards and rule violations in the ready decks (ARC-01)."""
    for key, deck in card_set.decks.items():
        unknown = check_deck_cards(key, deck, pool.cards, add)
        # The faults of a deck except those of unknown cards, which are already reported.
        told = faults(unknown, pool) if unknown else ()
        for fault in faults(deck_cards(deck), pool):
            if fault not in told:
                add("E502", ("decks", key, "cards"), fault)
