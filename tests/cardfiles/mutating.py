"""Card files with something changed at random, as people and editors break them, and as attackers do."""

from __future__ import annotations

import tomllib
import unicodedata
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.cardfiles import CardFile, Reading, read_card_set
from bot.catalogue import card_files
from bot.engine.cards.bounds import measure_all
from bot.engine.deckbuilding import deck_cards
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import AnyCard, CardSet, Pool
from bot.games.arclash.cards.decks import faults
from tests.cardfiles.examples import EXAMPLES
from tests.cardfiles.sound import BASE, SOUND
from tests.cardfiles.writing import write_card_set, write_tables

_WORDS = r"""
[ ] { } [[ ]] = , . # ' \ \n \u202e \ud800 @everyone <@1> ``` || ** _ // "
-1 0 1 2 4 5 64 99 500 999 1000 9999999999999999999999 1.5 1e9 inf nan 0x7f true 1979-05-27 07:32:00
buff debuff draw search discard level-down guess shield reroll if may choose die coin rolled count halved
you opponent chosen opponents everyone hand deck current stack supports play top top-half always played
abilities then otherwise needs test amount pay do on cards which word trait name level by at_least at_mots
[[characters]] [[supports]] [decks.x] [lineages.x] number title advances costs once until roll advance
"""
_KEYS = [word for word in _WORDS.split() if word.isidentifier() or word in ("top-half", "level-down")]
WORDS = [*_WORDS.split(), '"""', "\x00", "\r", "\t", "\ufeff", "\u200b", "\u202e"]


class Source(NamedTuple):
    """A file that is changed, and the cards that it may lean on."""

    text: str
    base: Pool


def sources() -> list[Source]:
    """The files that are changed: those that ship, the sound set, and all examples that are short text."""
    examples = [each for example in EXAMPLES.values() for each in example if isinstance(each, str)]
    sets = {path: CardFile(path.read_bytes(), path.name, FORMAT).set for path in card_files("arclash")}
    shipped = [
        Source(
            path.read_text(encoding="utf-8"), Pool([each for each in sets.values() if each and each != own])
        )
        for path, own in sets.items()
    ]
    return [*shipped, *[Source(text, BASE) for text in [SOUND] * 4 + examples if len(text) < 6000]]


def mutated(text: str, random: Random) -> bytes:
    """A text with one to three changes, to its tables, its lines, its words or its letters."""
    changes = random.randint(1, 3)
    if random.random() < 0.6:
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return _bytes(text.encode(), random)
        for _ in range(changes):
            _change(tables, random)
        return write_tables(tables).encode("utf-8", "surrogatepass")
    for _ in range(changes):
        text = random.choice((_lines, _words, _words, _letters))(text, random)
    content = text.encode("utf-8", "surrogatepass")
    return _bytes(content, random) if random.random() < 0.2 else content


def _change(tables: Any, random: Random) -> None:
    """Change something somewhere in tables."""
    holders = [each for each in _holders(tables) if each]
    if not holders:
        return
    holder = random.choice(holders)
    key = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    deed = random.randrange(8)
    if deed == 0:
        del holder[key]
    elif deed == 1:
        other = random.choice(holders)
        holder[key] = deepcopy(random.choice(list(other.values()) if isinstance(other, dict) else other))
    elif deed == 2 and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif deed == 3 and isinstance(holder, dict):
        holder[random.choice(_KEYS)] = holder.pop(key)
    elif deed == 4:
        holder[key] = _other(holder[key], random)
    else:
        alike = [each[key] for each in holders if isinstance(each, type(holder)) and _has(each, key)]
        holder[key] = deepcopy(random.choice(alike))


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _other(value: Any, random: Random) -> Any:
    """A value like this one, or one of quite another kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice(
            (0, 1, 2, 3, 4, 5, 25, 50, 60, 100, 300, 999, 1000, -1, 10**20, value + 1, value - 1)
        )
    if isinstance(value, str):
        return random.choice((*_KEYS, value.upper(), value * 2, value[1:], random.choice(WORDS)))
    return random.choice((1, "x", [], {}, [value], {"do": value}))


def _holders(value: Any) -> list[Any]:
    """Every table and list within a value, itself first."""
    if not isinstance(value, dict | list):
        return []
    inner = value.values() if isinstance(value, dict) else value
    return [value, *[each for one in inner for each in _holders(one)]]


def _lines(text: str, random: Random) -> str:
    """Drop, double, swap or move lines."""
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    deed = random.randrange(4)
    if deed == 0:
        del lines[one : one + random.randint(1, 3)]
    elif deed == 1:
        lines.insert(other, lines[one])
    elif deed == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one:one] = lines[other : other + 12]
    return "\n".join(lines)


def _words(text: str, random: Random) -> str:
    """Put a word in place of another, or beside it."""
    words = text.split(" ")
    place = random.randrange(len(words))
    new = random.choice((random.choice(WORDS), random.choice(words)))
    words[place] = random.choice((new, f"{words[place]} {new}", f'"{new}"', ""))
    return " ".join(words)


def _letters(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    letter = random.choice((chr(random.randrange(0x20, 0x7F)), chr(random.randrange(0x110000))))
    return text[:place] + letter + text[place + random.randrange(2) :]


def _bytes(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content) + 1)
    if random.random() < 0.2:
        return content[:place]
    return content[:place] + random.randbytes(random.randint(1, 3)) + content[place + 1 :]


def check_reading(content: bytes, base: Pool = BASE) -> Reading:
    """Read a file, and hold what comes of it against what it may be."""
    reading = read_card_set(content, "reed.toml", FORMAT, base)
    assert (reading.set is None) == bool(reading.errors)
    for finding in reading.findings:
        assert str(finding).isprintable()
        assert not {"@", "`", "<", ">"} & set(finding.sentence), finding.sentence
        assert 0 <= finding.line <= content.count(b"\n") + 1
    if reading.set is not None:
        check_set(reading.set, content, base)
    return reading


def check_set(card_set: CardSet, content: bytes, base: Pool) -> None:
    """What passed is what the file says, keeps all bounds, and is the same when it is read again."""
    tables = tomllib.loads(content.decode("utf-8").removeprefix("\ufeff"))
    assert msgspec.convert(tables, CardSet) == card_set
    assert Pool.decode(Pool([card_set]).encoded).sets == (card_set,)
    again = read_card_set(write_card_set(card_set), "again.toml", FORMAT, base)
    assert again.set == card_set, [str(finding) for finding in again.errors]
    cards: list[AnyCard] = [*card_set.characters, *card_set.supports]
    pool = Pool([*base.sets, card_set])
    assert len(pool.cards) == len(base.cards) + len(cards)
    assert all(measure_all(card.abilities).fits for card in cards)
    assert not any(faults(deck_cards(deck), pool) for deck in card_set.decks.values())
    for text in texts_of(msgspec.to_builtins(card_set)):
        assert all(unicodedata.category(letter)[0] != "C" for letter in text)
        assert "@everyone" not in text
        assert "```" not in text


def texts_of(value: object) -> list[str]:
    """Every text in a value, keys too."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *[text for each in value.values() for text in texts_of(each)]]
    return [text for each in value for text in texts_of(each)] if isinstance(value, list | tuple) else []
