"""docs/CARDS_OVERCROSS.md tells the truth: sound examples, the bot's own texts, every word, key and code."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from bot.engine.cards.nodes import Node, WhoseT
from bot.games.overcross.cards import cards, printed
from bot.games.overcross.cards.checks import FORMAT
from bot.games.overcross.cards.field import Trigger
from bot.games.overcross.cards.words import VOCABULARY, Ability, Filter, Pieces
from bot.games.overcross.cards.words.pieces import Reference
from bot.games.overcross.cards.words.static_effects import Until
from tests.games.overcross import page

TEXT = page.PAGE.read_text(encoding="utf-8")
EXAMPLES = page.examples(TEXT)
PRINTED = [cards.CardSet, cards.Character, cards.Edit, cards.Terrain, cards.Happening, cards.DeckList]
STRUCTS: list[Any] = [*VOCABULARY.words, Ability, Pieces, Filter, printed.Attack, *PRINTED]


def told(word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", TEXT) is not None


def test_its_whole_set_lacks_nothing_but_whom_to_name():
    ((_, whole),) = [example for example in EXAMPLES if not example[0]]
    assert [each.code for each in page.reading_of("", whole).findings] == ["A303"]


@pytest.mark.parametrize(("kind", "content"), [example for example in EXAMPLES if example[0]])
def test_its_examples_have_nothing_wrong(kind, content):
    assert [str(finding) for finding in page.reading_of(kind, content).errors] == []


def test_its_texts_are_those_that_stand_on_the_cards():
    assert page.written(TEXT) == TEXT, "python -m tests.games.overcross.page writes them anew"


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda each: each.__name__)
def test_every_word_and_key_is_told(struct: type[Node]):
    tag = struct.__struct_config__.tag
    core = {"otherwise", "who", "zone", "sides", "halved", "times", "at_most", "dice"}
    """Keys of words of all games, which docs/CARDS.md tells."""
    names = [*struct.__struct_fields__, *([str(tag)] if tag else [])]
    assert [name for name in names if name not in core and not told(name)] == []


@pytest.mark.parametrize(
    "words",
    [Trigger, Until, Reference, VOCABULARY.of(WhoseT), printed.Genre, printed.Mark, printed.Reach,
     printed.Size, printed.Deed, cards.Motif],
)  # fmt: skip
def test_every_word_that_a_key_can_take_is_told(words):
    assert [word for word in get_args(words) if word and not told(word)] == []


def test_every_word_of_the_language_has_an_example():
    configs = [each.__struct_config__ for each in VOCABULARY.words]
    words = {f'{config.tag_field} = "{config.tag}"' for config in configs}
    assert [word for word in sorted(words) if not any(word in content for _, content in EXAMPLES)] == []


def test_every_code_is_explained_once():
    explained = re.findall(r"^\| ([EA]\d{3}) \| .+ \|$", TEXT, re.MULTILINE)
    assert sorted(explained) == sorted(FORMAT.codes)
