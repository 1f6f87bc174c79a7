"""The shipped cards of Arclash: their number, lineages and decks, and the use of every word of the language.

The effects of each card are tested in its story.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

from bot.engine.cards.bounds import measure
from bot.engine.cards.files.reading import check
from bot.engine.cards.nodes import Node
from bot.engine.cards.words.counting import CountOf
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards import words as nodes
from bot.games.arclash.cards.cards import Advancement, AnyCard, CardSet, Character, Pool, fits
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.catalogue import DATA
from tests.engine.cards.test_text_corpus import language, spoken

FILES = sorted((DATA / "arclash" / "sets").glob("*.toml"))


def read(file: Path) -> CardSet:
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), CardSet)


POOL = Pool([read(file) for file in FILES])
CHARACTERS = [card for card in POOL.cards.values() if isinstance(card, Character)]
SUPPORTS = [card for card in POOL.cards.values() if not isinstance(card, Character)]


def of_level(lineage: str, level: int) -> list[Character]:
    return [card for card in CHARACTERS if (card.lineage, card.level) == (lineage, level)]


def parts(value: object) -> Iterator[Node]:
    """Return every node in a value, including the value itself."""
    if isinstance(value, Node):
        yield value
        value = [getattr(value, field) for field in value.__struct_fields__]
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from parts(part)


LATER = (
    "LevelDownCost",
    "PowerOf",
    "DiscardDown",
    "Cancel",
    "Forbid",
    "Score",
    "Look",
    "Return",
    "FreeAdvance",
    "Ability.on=support-played",
    "Ability.on=level-lost",
    "Choose.who=opponents",
)
"""Words added after the standard sets were published."""
PARTS = [part for card in POOL.cards.values() for part in parts(card)]


# ---- numbers of cards


def test_there_are_enough_cards_arc_20():
    assert len(CHARACTERS) >= 80
    assert len(SUPPORTS) >= 44
    assert len(POOL.lineages) >= 8
    assert len(POOL.decks) >= 6
    assert len(POOL.cards) == sum(len(one.characters) + len(one.supports) for one in POOL.sets)


@pytest.mark.parametrize("lineage", POOL.lineages)
def test_a_lineage_has_four_levels_and_branches_arc_20(lineage: str):
    assert len(of_level(lineage, 1)) >= 2
    assert len(of_level(lineage, 2)) >= 3
    assert len(of_level(lineage, 3)) >= 2
    assert len(of_level(lineage, 4)) >= 1
    for level in (1, 2, 3):
        above = of_level(lineage, level + 1)
        for card in of_level(lineage, level):
            assert any(fits(one, way, card) for one in above for way in one.advances), card.name


@pytest.mark.parametrize("lineage", POOL.lineages)
def test_in_a_lineage_strong_characters_do_less_arc_16(lineage: str):
    for level in (1, 2, 3):
        strongest = max(of_level(lineage, level), key=lambda card: card.power)
        weakest = min(of_level(lineage, level), key=lambda card: card.power)
        assert measure(strongest.abilities).nodes <= measure(weakest.abilities).nodes


def test_lineages_have_distinguishable_colours():
    hues = sorted(lineage.hue for lineage in POOL.lineages.values())
    around = [*hues, hues[0] + 360]
    assert min(after - before for before, after in pairwise(around)) >= 25


def test_some_characters_advance_from_another_lineage_arc_03():
    strangers = {
        (card.lineage, other.lineage)
        for card in CHARACTERS
        for way in card.advances
        for other in CHARACTERS
        if other.lineage != card.lineage and fits(card, way, other)
    }
    assert {lineage for pair in strangers for lineage in pair} == set(POOL.lineages)


# ---- printed data


@pytest.mark.parametrize("one", POOL.sets, ids=lambda one: one.key)
def test_the_checker_has_no_findings_arc_19(one: CardSet):
    others = Pool([other for other in POOL.sets if other is not one])
    assert check(one, FORMAT, others) == ()


def test_names_and_abilities_of_cards_are_unique():
    assert [
        name
        for name, times in Counter(card.name.lower() for card in POOL.cards.values()).items()
        if times > 1
    ] == []
    texts = Counter(card.abilities for card in SUPPORTS)
    assert [abilities for abilities, times in texts.items() if times > 1] == []


def test_every_file_lineage_deck_and_card_has_a_description():
    lines = [card.flavour for card in POOL.cards.values()]
    assert all(lines)
    assert len(set(lines)) == len(lines), "none has the flavour of another"
    for one in POOL.sets:
        assert one.description
        assert all(each.description for each in (*one.lineages.values(), *one.decks.values()))
    for file in FILES:
        lines = file.read_text(encoding="utf-8").splitlines()
        comment = lines[: next(at for at, line in enumerate(lines) if not line.startswith("#"))]
        assert len(comment) >= 3, "it opens with what a newcomer wants to know"
        assert read(file).key == file.stem


# ---- the decks


@pytest.mark.parametrize("key", POOL.decks)
def test_a_ready_made_deck_can_advance_arc_20(key: str):
    copies = POOL.decks[key].cards
    levels = Counter(
        {level: sum(copies[card] for card in copies if POOL.cards[card].level == level) for level in range(5)}
    )
    assert levels[1] >= 4
    assert levels[2] >= levels[3] >= 5
    assert levels[4] == 1
    assert levels[0] >= 9
    assert stranded([POOL.cards[card] for card in copies]) == []


def stranded(deck: list[AnyCard]) -> list[str]:
    """Return the Characters of a deck that cannot be reached with its own cards."""
    characters = [card for card in deck if isinstance(card, Character)]
    reached = [card for card in characters if card.level == 1]
    for level in (2, 3, 4):
        reached += [
            card
            for card in characters
            if card.level == level
            and any(fits(card, way, below) for way in card.advances for below in reached)
        ]
    return [card.name for card in characters if card not in reached]


def test_each_lineage_has_a_ready_made_deck_and_each_card_is_in_one_arc_20():
    of_lineages = {
        Counter(POOL.cards[card].lineage for card in deck.cards).most_common(1)[0][0]
        for deck in POOL.decks.values()
    }
    assert of_lineages == set(POOL.lineages)
    assert set(POOL.cards) == {card for deck in POOL.decks.values() for card in deck.cards}


# ---- the language


def test_every_word_is_used_with_every_key_and_value_arc_18():
    used = {word for card in POOL.cards.values() for word in spoken((*ways_of(card), *card.abilities))}
    kinds = [inspect.type_info(VOCABULARY.of(kind)) for kind in (Ability, Advancement)]
    known = {word for kind in kinds for word in language(kind, set())}
    missing = {word for word in known - used if not {word, word.partition(".")[0]} & set(LATER)}
    shared = {word for word in missing if value(word).startswith(("whose=", "zone=", "until="))}
    assert missing - shared == set()
    assert {value(word) for word in shared} <= {value(word) for word in used}


def ways_of(card: AnyCard) -> tuple[Advancement, ...]:
    return card.advances if isinstance(card, Character) else ()


def value(word: str) -> str:
    """Return a value that many words share, such as whose cards are meant: one of them has to use it."""
    return word.rpartition(".")[2]


def test_each_way_to_advance_is_the_best_for_some_card_arc_07():
    """The first possible way is used, so a more expensive one comes after it."""
    ways = [(card, way) for card in CHARACTERS for way in card.advances]
    assert {way.level - card.level for card, way in ways if way.level} >= {0, -2}
    assert len([card for card in CHARACTERS if len(card.advances) > 1]) >= 8
    for card in CHARACTERS:
        before: set[str] = set()
        for way in card.advances:
            fitting = {below.number for below in CHARACTERS if fits(card, way, below)}
            assert fitting - before, card.name
            before |= fitting


def test_every_counted_amount_is_bounded_arc_16():
    counted = [
        part for part in PARTS if isinstance(part, (CountOf, nodes.LevelOf, nodes.ScoreOf)) and part.times > 1
    ]
    assert counted
    assert all(part.at_most for part in counted)
