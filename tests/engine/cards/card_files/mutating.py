"""Random changes of card files, as people, editors and attackers make them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.engine.cards.bounds import DEPTH, measure
from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.files.reading import CardFile, ReadResult, read_card_set
from bot.engine.cards.files.spreadsheet import to_toml
from bot.engine.cards.game import AnyCardGame, CardPool
from bot.engine.cards.nodes import NODES
from bot.games.arclash.cards.cards import CardSet
from bot.games.arclash.cards.decks import faults
from bot.games.catalogue import card_files
from bot.games.registry import GAMES
from tests.engine.cards.card_files.examples import EXAMPLES
from tests.engine.cards.card_files.sound import BASE, SOUND

_SIGNS = r"""
[ ] { } [[ ]] = , . # ' \ \n \u202e \ud800 @everyone <@1> ``` || ** _ // "
-1 0 1 2 4 5 64 99 500 999 1000 9999999999999999999999 1.5 1e9 inf nan 0x7f true 1979-05-27 07:32:00 at_mots
"""
_HOSTILE = (*_SIGNS.split(), '"""', "\x00", "\r", "\t", "\ufeff", "\u200b", "\u202e")


class Source(NamedTuple):
    """A file to change, and the cards that it may refer to."""

    text: str
    base: CardPool[Any, Any]


def cards_of(game: str) -> AnyCardGame:
    """Return the cards of a game."""
    cards = GAMES[game].cards
    assert cards is not None, "only games with cards have card files"
    return cards


def shipped(game: str) -> list[Source]:
    """Return the shipped files of a game, each with the others as its base."""
    cards = cards_of(game)
    sets = {path: CardFile(path.read_bytes(), path.name, cards.format).set for path in card_files(game)}
    return [
        Source(
            path.read_text(encoding="utf-8"), cards.pool_type([each for each in sets.values() if each != own])
        )
        for path, own in sets.items()
    ]


def sources() -> list[Source]:
    """Return the files of Arclash to change: the shipped ones, the valid set, and all short examples."""
    examples = [each for example in EXAMPLES.values() for each in example if isinstance(each, str)]
    return [*shipped("arclash"), *[Source(text, BASE) for text in [SOUND] * 4 + examples if len(text) < 6000]]


def words_of(game: str) -> tuple[str, ...]:
    """Return the words of the card files of a game, and words of attackers."""
    text = " ".join([path.read_text(encoding="utf-8") for path in card_files(game)])
    found = {key or value for key, value in re.findall(r'([a-z-]+) =|"([a-z-]+)"', text)}
    tags = [str(word.__struct_config__.tag) for word in cards_of(game).format.vocabulary.words]
    return (*sorted(found.union(tags)), *_HOSTILE)


def mutated(text: str, random: Random, words: Sequence[str]) -> bytes:
    """Return a text with one to three changes of its tables, lines, words or characters."""
    return _Mutation(random, words).change(text)


class _Mutation:
    """Random changes, with words that may replace others."""

    def __init__(self, random: Random, words: Sequence[str]) -> None:
        self.random = random
        self.words = words
        self.keys = [word for word in words if word.isidentifier()]

    def change(self, text: str) -> bytes:
        """Return a text with one to three changes."""
        changes = self.random.randint(1, 3)
        if self.random.random() < 0.6:
            try:
                tables = tomllib.loads(text)
            except tomllib.TOMLDecodeError:
                return self._bytes(text.encode())
            for _ in range(changes):
                self._change(tables)
            return to_toml(tables).encode("utf-8", "surrogatepass")
        for _ in range(changes):
            text = self.random.choice((self._lines, self._words, self._words, self._letters))(text)
        content = text.encode("utf-8", "surrogatepass")
        return self._bytes(content) if self.random.random() < 0.2 else content

    def _change(self, tables: Any) -> None:
        """Change one value in the tables."""
        holders = [each for each in _holders(tables) if each]
        if not holders:
            return
        holder = self.random.choice(holders)
        key = (
            self.random.choice(list(holder))
            if isinstance(holder, dict)
            else self.random.randrange(len(holder))
        )
        deed = self.random.randrange(8)
        if deed == 0:
            del holder[key]
        elif deed == 1:
            other = self.random.choice(holders)
            values = list(other.values()) if isinstance(other, dict) else other
            holder[key] = deepcopy(self.random.choice(values))
        elif deed == 2 and isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        elif deed == 3 and isinstance(holder, dict):
            holder[self.random.choice(self.keys)] = holder.pop(key)
        elif deed == 4:
            holder[key] = self._other(holder[key])
        else:
            alike = [each[key] for each in holders if isinstance(each, type(holder)) and _has(each, key)]
            holder[key] = deepcopy(self.random.choice(alike))

    def _other(self, value: Any) -> Any:
        """Return a similar value, or one of another type."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self.random.choice(
                (0, 1, 2, 3, 4, 5, 25, 50, 60, 100, 300, 999, 1000, -1, 10**20, value + 1, value - 1)
            )
        if isinstance(value, str):
            word = self.random.choice(self.words)
            return self.random.choice((*self.keys, value.upper(), value * 2, value[1:], word))
        return self.random.choice((1, "x", [], {}, [value], {"do": value}))

    def _lines(self, text: str) -> str:
        """Drop, duplicate, swap or move lines."""
        lines = text.split("\n")
        one, other = self.random.randrange(len(lines)), self.random.randrange(len(lines))
        deed = self.random.randrange(4)
        if deed == 0:
            del lines[one : one + self.random.randint(1, 3)]
        elif deed == 1:
            lines.insert(other, lines[one])
        elif deed == 2:
            lines[one], lines[other] = lines[other], lines[one]
        else:
            lines[one:one] = lines[other : other + 12]
        return "\n".join(lines)

    def _words(self, text: str) -> str:
        """Replace a word by another one, or add one beside it."""
        words = text.split(" ")
        place = self.random.randrange(len(words))
        new = self.random.choice((self.random.choice(self.words), self.random.choice(words)))
        words[place] = self.random.choice((new, f"{words[place]} {new}", f'"{new}"', ""))
        return " ".join(words)

    def _letters(self, text: str) -> str:
        place = self.random.randrange(len(text) + 1)
        letter = self.random.choice(
            (chr(self.random.randrange(0x20, 0x7F)), chr(self.random.randrange(0x110000)))
        )
        return text[:place] + letter + text[place + self.random.randrange(2) :]

    def _bytes(self, content: bytes) -> bytes:
        place = self.random.randrange(len(content) + 1)
        if self.random.random() < 0.2:
            return content[:place]
        return content[:place] + self.random.randbytes(self.random.randint(1, 3)) + content[place + 1 :]


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _holders(value: Any) -> list[Any]:
    """Return every table and list within a value, itself first."""
    if not isinstance(value, dict | list):
        return []
    inner = value.values() if isinstance(value, dict) else value
    return [value, *[each for one in inner for each in _holders(one)]]


def check_reading(content: bytes, base: CardPool[Any, Any] = BASE, game: str = "arclash") -> ReadResult:
    """Read a file of a game, and check the result against the possible ones."""
    reading = read_card_set(content, "reed.toml", cards_of(game).format, base)
    assert (reading.set is None) == bool(reading.errors)
    for finding in reading.findings:
        assert str(finding).isprintable()
        assert not {"@", "`", "<", ">"} & set(finding.sentence), finding.sentence
        assert 0 <= finding.line <= content.count(b"\n") + 1
    if reading.set is not None:
        check_set(reading.set, content, base, cards_of(game))
    return reading


def file_of(card_set: Any) -> str:
    """Return a set as a file."""
    return to_toml(msgspec.json.decode(msgspec.json.encode(card_set)))


def check_set(card_set: Any, content: bytes, base: CardPool[Any, Any], game: AnyCardGame) -> None:
    """Check that an accepted set has the content of the file, keeps all bounds, and is read back equal."""
    tables = tomllib.loads(content.decode("utf-8").removeprefix("\ufeff"))
    assert msgspec.convert(tables, type(card_set)) == card_set
    assert game.pool_type.decode(game.pool_type([card_set]).encoded).sets == (card_set,)
    again = read_card_set(file_of(card_set), "again.toml", game.format, base)
    assert again.set == card_set, [str(finding) for finding in again.errors]
    pool, cards = game.pool_type([*base.sets, card_set]), game.pool_type.cards_of(card_set)
    assert len(pool.cards) == len(base.cards) + len(cards)
    sizes = [measure(card.abilities) for _, card in game.format.cards_of(card_set)]
    assert all(size.nodes <= NODES and size.depth <= DEPTH for size in sizes)
    if isinstance(card_set, CardSet):
        assert not any(faults(deck_cards(deck), pool) for deck in card_set.decks.values())
    for text in texts_of(msgspec.to_builtins(card_set)):
        assert all(unicodedata.category(letter)[0] != "C" for letter in text)
        assert "@everyone" not in text
        assert "```" not in text


def texts_of(value: object) -> list[str]:
    """Return every text in a value, including keys."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *[text for each in value.values() for text in texts_of(each)]]
    return [text for each in value for text in texts_of(each)] if isinstance(value, list | tuple) else []
