"""Decks as text, for every game: a line for each card, "2 TID-01 Lantern Squire"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

from bot.decks.errors import BadList
from bot.engine.deckbuilding import DeckBuilding, DeckCard, Entries, entries_of
from bot.engine.phrases import echo, listed

TEXT = 4000
"""Characters of a list."""
LINES = 120
FAULTS = 10
"""Lines of a list of which is told what is wrong with them."""

_LINE = 160
"""Characters of one line."""
_ALIKE = 75
_REMARK = ("#", "//", "```")
_COPIES = re.compile(r"(?P<copies>[0-9]{1,3})\s*[x×]?\s+(?P<card>.+)|(?P<times>[0-9]{1,3})[x×](?P<rest>.+)")
_AFTER = re.compile(r"(?P<card>.+?)\s+[x×]\s?(?P<copies>[0-9]{1,3})")


class _Bad(Exception):  # noqa: N818 - never leaves this file
    """A line that names no card; the message is the sentence."""


class _Line(NamedTuple):
    where: str
    """What a sentence about it begins with: "Line 3", or "2 TID-99" where all stands on one line."""
    words: str


def write_lines(entries: Entries, cards: Mapping[str, DeckCard]) -> str:
    """Return a deck as text, a line for each card in the order in which the cards are listed."""
    order = {number: place for place, number in enumerate(cards)}
    known = sorted(entries, key=lambda entry: order.get(entry[0], len(order)))
    return "\n".join([_written(number, copies, cards.get(number)) for number, copies in known])


def _written(number: str, copies: int, card: DeckCard | None) -> str:
    return f"{copies} {number} {card.name}" if card is not None else f"{copies} {number}"


def read_lines(text: str, building: DeckBuilding, pool: str | None) -> Entries:
    """Return the deck that a text lists: by set numbers or names, with or without counts.

    What follows a set number is not looked at; lines that begin with # are remarks. Raises `BadList` with a
    sentence for each line that names no card.
    """
    if len(text) > TEXT:
        raise BadList([f"This list has {len(text):,} characters; a deck needs {TEXT:,} at most."])
    lines = list(_lines(text, building.number))
    if not lines:
        raise BadList(['The list is empty: write a card on each line, such as "2 TID-01".'])
    if len(lines) > LINES:
        raise BadList([f"This list has {len(lines)} lines; a deck needs {LINES} at most."])
    return _read(lines, building, building.cards(pool))


def _read(lines: list[_Line], building: DeckBuilding, cards: Mapping[str, DeckCard]) -> Entries:
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for line in lines:
        try:
            copies, number = _read_line(line.words, building, cards)
        except _Bad as fault:
            wrong.append(f"{line.where}: {fault}")
        else:
            found[number] += copies
    if wrong:
        more = [f"And {len(wrong) - FAULTS} more lines."] if len(wrong) > FAULTS else []
        raise BadList([*wrong[:FAULTS], *more])
    if found.total() > building.largest:
        has = f"This list has {found.total()} cards; a deck has {building.size}"
        raise BadList([f"{has}, and a draft {building.largest} at most."])
    return entries_of(found)


def _lines(text: str, number: re.Pattern[str]) -> Iterator[_Line]:
    """Yield the lines with cards. Several cards on one line, as a one-line field gives them, are parted."""
    for place, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        if not words or words.startswith(_REMARK):
            continue
        parts = _parted(words, number)
        if len(parts) == 1:
            yield _Line(f"Line {place}", words)
        else:
            yield from [_Line(echo(part), part) for part in parts]


def _parted(words: str, number: re.Pattern[str]) -> list[str]:
    """Return the cards of a line: it is cut before each set number and the count that belongs to it."""
    starts = re.finditer(
        rf"(?:(?<![^\s,;])[0-9]{{1,3}}\s*[x×]?\s*)?\b(?:{number.pattern})\b", words, re.IGNORECASE
    )
    cuts = [found.start() for found in starts]
    if len(cuts) < 2:
        return [words]
    head = words[: cuts[0]].strip(" ,;")
    parts = [words[begin:end].strip(" ,;") for begin, end in zip(cuts, [*cuts[1:], None], strict=True)]
    return [*([head] if head else []), *parts]


def _read_line(words: str, building: DeckBuilding, cards: Mapping[str, DeckCard]) -> tuple[int, str]:
    if len(words) > _LINE:
        raise _Bad(f"it has {len(words)} characters: write one card on a line.")
    if named := _called(words, cards):
        return 1, named
    if found := _COPIES.fullmatch(words):
        copies, card = int(found["copies"] or found["times"]), (found["card"] or found["rest"]).strip()
    elif found := _AFTER.fullmatch(words):
        copies, card = int(found["copies"]), found["card"]
    else:
        copies, card = 1, words
    if not 1 <= copies <= building.largest:
        raise _Bad(f"say how many copies, 1 to {building.largest}, not {copies}.")
    number = _named(card, building, cards)
    if not number:
        raise _Bad(_no_card(card, building, cards))
    return copies, number


def _named(words: str, building: DeckBuilding, cards: Mapping[str, DeckCard]) -> str:
    """Return the set number that words begin with, or of the one card of this name; "" for neither."""
    first = words.split(" ", 1)[0].strip(",;:").upper()
    if building.number.fullmatch(first):
        return first if first in cards else ""
    return _called(words, cards)


def _called(words: str, cards: Mapping[str, DeckCard]) -> str:
    """Return the set number of the one card of this name, "" where there is none."""
    folded = words.casefold()
    called = [card.number for card in cards.values() if card.name.casefold() == folded]
    if len(called) > 1:
        raise _Bad(f"several cards are called {echo(words)}: say {listed(called[:4], 'or')}.")
    return called[0] if called else ""


def _no_card(words: str, building: DeckBuilding, cards: Mapping[str, DeckCard]) -> str:
    first = words.split(" ", 1)[0].strip(",;:").upper()
    if building.number.fullmatch(first):
        return f"no card here has the number {first}."
    names = {number: card.name for number, card in cards.items()}
    near = process.extractOne(
        words.casefold(), names, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=_ALIKE
    )
    if near:
        return f"{echo(words)} is no card: did you mean {near[0]} ({near[2]})?"
    return f"{echo(words)} is no card: write its set number or its whole name."
