"""Abilities with their reviewed texts (ARC-18): the whole language occurs, every text is the stored one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any, get_origin

import pytest
from msgspec import inspect

from bot.engine.cards.nodes import Node
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability
from tests.engine.cards.corpus import TEXTS, Entry, entries, rewritten
from tests.engine.cards.telling import explain

WRITTEN = TEXTS.read_text("utf-8")
CORPUS = list(entries(WRITTEN))


@pytest.mark.parametrize("entry", CORPUS, ids=[f"line-{entry.number}" for entry in CORPUS])
def test_the_text_is_the_reviewed_one(entry: Entry) -> None:
    assert explain(entry.ability) == entry.text, (
        "if that is meant: python -m tests.engine.cards.regenerate_texts"
    )


def test_no_ability_is_repeated_and_most_texts_are_short() -> None:
    assert len(CORPUS) >= 120
    assert len({entry.ability for entry in CORPUS}) == len(CORPUS)
    lengths = [len(text) for text in {entry.text for entry in CORPUS}]
    assert len(lengths) == len(CORPUS)
    assert median(lengths) < 90
    assert max(lengths) < 260


def test_regenerating_writes_new_or_wrong_texts_and_keeps_the_rest() -> None:
    assert rewritten(WRITTEN) == WRITTEN
    ability = '{ on = "played", then = [{ do = "draw" }] }'
    kept = f"# a comment\n\n{ability}\n    When played: draw a card.\n"
    assert rewritten(f"# a comment\n\n{ability}\n") == kept
    assert rewritten(kept.replace("draw a", "eat a")) == kept


# ---- the whole language occurs


@cache
def fields_of(kind: type[Node]) -> tuple[inspect.Field, ...]:
    """Return the fields of a node with their types."""
    return inspect.type_info(VOCABULARY.of(kind)).fields  # type: ignore[attr-defined, no-any-return]


def spoken(value: Any) -> Iterator[str]:
    """Yield the features that a tree uses: each field that is not its default, and its word."""
    if isinstance(value, tuple):
        for one in value:
            yield from spoken(one)
    if isinstance(value, Node):
        for field in fields_of(type(value)):
            own = getattr(value, field.name)
            if field.required or own != field.default:
                yield f"{type(value).__name__}.{field.name}"
            for one in own if isinstance(own, tuple) else (own,):
                if isinstance(one, str) and _words(field.type):
                    yield f"{type(value).__name__}.{field.name}={one}"
            yield from spoken(own)


def language(kind: inspect.Type, seen: set[type]) -> Iterator[str]:
    """Yield all features that an ability can use, in the same notation."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from language(inner, seen)
        case inspect.UnionType(types=types):
            for one in types:
                yield from language(one, seen)
        case inspect.VarTupleType(item_type=item):
            yield from language(item, seen)
        case inspect.StructType(cls=alias, fields=fields) if alias not in seen:
            seen.add(alias)
            cls = get_origin(alias) or alias
            for field in fields:
                yield f"{cls.__name__}.{field.name}"
                for word in _words(field.type):
                    yield f"{cls.__name__}.{field.name}={word}"
                yield from language(field.type, seen)


def _words(kind: inspect.Type) -> tuple[Any, ...]:
    if isinstance(kind, inspect.VarTupleType):
        return _words(kind.item_type)
    return kind.values if isinstance(kind, inspect.LiteralType) else ()


def test_every_word_and_every_field_of_the_language_occurs() -> None:
    used = {word for entry in CORPUS for word in spoken(entry.ability)}
    missing = set(language(inspect.type_info(VOCABULARY.of(Ability)), set())) - used
    players = {word for word in missing if ".whose=" in word}
    assert not missing - players
    assert not {_player(word) for word in players} - {_player(word) for word in used if ".whose=" in word}


def _player(word: str) -> str:
    """Return the player word; not every node needs an entry with each of them."""
    return word.partition("=")[2]
