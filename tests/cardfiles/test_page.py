"""docs/CARDS.md tells the truth: sound examples, the bot's own texts, every word, every code."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from bot.cardfiles import UPLOADED, codes_of
from bot.engine.cards import bounds
from bot.engine.cards.matching import Rank
from bot.engine.cards.nodes import NODES, WhoseT
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards import cards
from bot.games.arclash.cards import words as nodes
from tests.cardfiles import page
from tests.cardfiles.sound import read

TEXT = page.PAGE.read_text(encoding="utf-8")
EXAMPLES = [(kind, content) for kind in ("support", "character", "way") for content in page.examples(kind)]


def families() -> list[type]:
    """Every struct of the language and of card sets."""
    found = [each for module in (nodes, cards) for each in vars(module).values() if isinstance(each, type)]
    return [each for each in found if issubclass(each, nodes.Node) and not each.__subclasses__()]


def test_its_whole_set_has_nothing_to_find():
    assert [read(whole).findings for whole in page.examples("")] == [(), (), ()]


@pytest.mark.parametrize(("kind", "content"), EXAMPLES)
def test_its_examples_have_nothing_to_find(kind, content):
    assert [str(finding) for finding in page.reading_of(kind, content).findings] == []


def test_its_texts_are_those_that_stand_on_the_cards():
    assert page.written(TEXT) == TEXT, "python -m tests.cardfiles.page writes them anew"


def test_every_code_is_explained_once_and_none_that_there_is_not():
    assert sorted(re.findall(r"^\| ([EA]\d{3}) \| .+ \|$", TEXT, re.MULTILINE)) == sorted(codes_of(FORMAT))


@pytest.mark.parametrize("struct", families(), ids=lambda each: each.__name__)
def test_every_word_and_key_of_the_language_is_told(struct):
    tag = struct.__struct_config__.tag
    names = [*struct.__struct_fields__, *([str(tag)] if tag else [])]
    assert [word for word in names if not re.search(rf"\b{re.escape(word)}\b", TEXT)] == []


@pytest.mark.parametrize(
    "words", [nodes.Trigger, nodes.VOCABULARY.of(WhoseT), nodes.Zone, nodes.Until, Rank, cards.Motif]
)
def test_every_word_that_a_key_can_take_is_told(words):
    assert [word for word in get_args(words) if word and not re.search(rf"\b{word}\b", TEXT)] == []


def test_every_word_of_the_language_has_an_example():
    configs = [each.__struct_config__ for each in families()]
    words = {f'{config.tag_field} = "{config.tag}"' for config in configs if config.tag}
    assert [word for word in words if not any(word in content for _, content in EXAMPLES)] == []


def test_its_bounds_are_those_that_are_kept():
    told = TEXT.partition("## Bounds")[2].partition("## Sharing")[0]
    for bound in ("size", "line", "depth", "key", "tables", "cards"):
        assert f"{getattr(UPLOADED, bound):,}" in told
    assert f"| {NODES}: " in TEXT
    assert f"| {bounds.DEPTH}, " in TEXT
    assert f"{bounds.ABILITIES} abilities and {bounds.EFFECTS} effects" in TEXT
    assert f"more than {UPLOADED.findings} errors" in TEXT
