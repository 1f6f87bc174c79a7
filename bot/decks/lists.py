"""Decks as text, for every game: a line for each card, "2 TID-01 Lantern Squire"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.decks.refusals import BadList
from bot.engine.deckbuilding import DeckBuilding, DeckCard, Entries, by_name, counted, entries_of
from bot.engine.language import gettext, grouped, ngettext, pgettext
from bot.engine.phrases import cut, echo, either
from bot.engine.spelling import name_key, nearest

TEXT = 4000
"""Characters of a list."""
LINES = 120
FAULTS = 10
"""The maximum number of lines of a list whose errors are reported."""

_LINE = 160
"""Characters of one line."""
_REMARK = ("#", "//", "```")


class _Bad(Exception):  # noqa: N818 - never leaves this file
    """A line that names no card; the message is the sentence."""


class _Line(NamedTuple):
    where: str
    """The beginning of a sentence about it: "Line 3", or "2 TID-99" where all is on one line."""
    words: str


class _Known(NamedTuple):
    """What lines are read with."""

    building: DeckBuilding
    cards: Mapping[str, DeckCard]
    names: Mapping[str, Sequence[str]]
    """The set numbers of the cards of each name, in English and in the language that is spoken, folded."""
    apart: Mapping[str, str]
    """The names of the cards that are never in a deck, by set number."""


def write_lines(entries: Entries, cards: Mapping[str, DeckCard]) -> str:
    """Return a deck as text, a line for each card in the order in which the cards are listed."""
    order = {number: place for place, number in enumerate(cards)}
    known = sorted(entries, key=lambda entry: order.get(entry[0], len(order)))
    return "\n".join([_written(number, copies, cards.get(number)) for number, copies in known])


def _written(number: str, copies: int, card: DeckCard | None) -> str:
    return f"{copies} {number} {pgettext('card', card.name)}" if card is not None else f"{copies} {number}"


def read_lines(text: str, building: DeckBuilding, pool: str | None) -> Entries:
    """Return the deck that a text lists: by set numbers or names, with or without counts.

    What follows a set number is not looked at; lines that begin with # are remarks. Names may be English or
    of the language that is spoken. Raises `BadList` with a sentence for each line that names no card.
    """
    if len(text) > TEXT:
        raise BadList(
            [
                gettext(
                    "This list has {number} characters; a deck needs {most} at most.",
                    number=grouped(len(text)),
                    most=grouped(TEXT),
                )
            ]
        )
    lines = list(_lines(text, building.number))
    if not lines:
        raise BadList([gettext('The list is empty: write a card on each line, such as "2 TID-01".')])
    if len(lines) > LINES:
        raise BadList(
            [
                gettext(
                    "This list has {number} lines; a deck needs {most} at most.",
                    number=len(lines),
                    most=LINES,
                )
            ]
        )
    return _read(lines, _known(building, pool))


def cards_named(text: str, building: DeckBuilding, pool: str | None) -> int:
    """Return how many lines of a text name a card of these: whether it is a list of this game's."""
    known = _known(building, pool)
    lines = list(_lines(text[:TEXT], building.number))[:LINES]
    return sum([_names_card(line.words, known) for line in lines])


def _known(building: DeckBuilding, pool: str | None) -> _Known:
    cards = building.cards(pool)
    names = by_name({card.number: card.name for card in cards.values()})
    return _Known(building, cards, names, building.cards_apart(pool))


def _names_card(words: str, known: _Known) -> bool:
    try:
        _read_line(words, known)
    except _Bad:
        return False
    return True


def _read(lines: list[_Line], known: _Known) -> Entries:
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for line in lines:
        try:
            copies, number = _read_line(line.words, known)
        except _Bad as fault:
            wrong.append(f"{line.where}: {fault}")
        else:
            found[number] += copies
    if wrong:
        shown, more = cut(wrong, FAULTS)
        rest = [ngettext("And {number} more line.", "And {number} more lines.", more)] if more else []
        raise BadList([*shown, *rest])
    if found.total() > known.building.largest:
        raise BadList([_too_many(found.total(), known.building)])
    return entries_of(found)


def _too_many(cards: int, building: DeckBuilding) -> str:
    if building.unit == "points":
        return gettext(
            "This list has {cards} cards; a draft has {most} at most.", cards=cards, most=building.largest
        )
    return gettext(
        "This list has {cards} cards; a deck has {size}, and a draft {most} at most.",
        cards=cards,
        size=building.limit(None),
        most=building.largest,
    )


def _lines(text: str, number: re.Pattern[str]) -> Iterator[_Line]:
    """Yield the lines with cards. Several cards on one line, as a one-line field gives them, are parted."""
    for place, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        if not words or words.startswith(_REMARK):
            continue
        parts = _parted(words, number)
        if len(parts) == 1:
            yield _Line(gettext("Line {number}", number=place), words)
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


def _read_line(words: str, known: _Known) -> tuple[int, str]:
    if len(words) > _LINE:
        raise _Bad(gettext("it has {number} characters: write one card on a line.", number=len(words)))
    if named := _called(words, known):
        return 1, named
    copies, card = counted(words)
    most = known.building.largest
    if not 1 <= copies <= most:
        raise _Bad(gettext("say how many copies, 1 to {most}, not {number}.", most=most, number=copies))
    number = _named(card, known)
    if not number:
        raise _Bad(_no_card(card, known))
    return copies, number


def _named(words: str, known: _Known) -> str:
    """Return the set number that words begin with, or of the one card of this name; "" for neither."""
    if number := _number_in(words, known.building):
        return number if number in known.cards else ""
    return _called(words, known)


def _number_in(words: str, building: DeckBuilding) -> str:
    """Return what words begin with where it is a set number, of a card that there is or not; else ""."""
    first = words.split(" ", 1)[0].strip(",;:").upper()
    return first if building.number.fullmatch(first) else ""


def _called(words: str, known: _Known) -> str:
    """Return the set number of the one card of this name, "" where there is none."""
    called = known.names.get(name_key(words), ())
    if len(called) > 1:
        sentence = gettext(
            "several cards are called {name}: say {numbers}.", name=echo(words), numbers=either(called[:4])
        )
        raise _Bad(sentence)
    return called[0] if called else ""


def _called_apart(words: str, known: _Known) -> str:
    """Return the set number of the card of this name that is never in a deck; "" where none is."""
    return next(iter(by_name(known.apart).get(name_key(words), ())), "")


def _no_card(words: str, known: _Known) -> str:
    number = _number_in(words, known.building)
    if apart := number if number in known.apart else _called_apart(words, known):
        return gettext(
            "{name} ({number}) is never in a deck, but chosen apart from it when a match begins: "
            "leave this out.",
            name=pgettext("card", known.apart[apart]),
            number=apart,
        )
    if number:
        return gettext("no card here has the number {number}.", number=number)
    near = nearest(words, known.names)
    if not near:
        return gettext("{word} is no card: write its set number or its whole name.", word=echo(words))
    number = known.names[near][0]
    return gettext(
        "{word} is no card: did you mean {name} ({number})?",
        word=echo(words),
        name=pgettext("card", known.cards[number].name),
        number=number,
    )
