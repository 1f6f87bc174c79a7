"""Decks as text, for every game: a line for each card, "2 TID-01 Lantern Squire"."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from bot.base.language import N_, gettext, grouped, ngettext, pgettext
from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard, Entries, by_name, entries_of, spellings
from bot.engine.cards.decklists import Cards, Names, read_line
from bot.engine.errors import Refusal
from bot.engine.sentences import cut, echo, either, hidden, may_be_typed
from bot.engine.spelling import name_key, nearest, typed

# What is refused of decks, as sentences for their owner: names that cannot be, lists that cannot be read.
#
# Refusal └── DeckRefused a name that cannot be, too many decks, no such deck, cards that cannot be read └──
# BadList a list of cards that cannot be read: a sentence for each line


class DeckRefused(Refusal):
    """Something that cannot be done with a deck."""


class BadList(DeckRefused):
    """A card list that cannot be read; `lines` has a sentence for each faulty line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(" ".join(lines))
        self.lines = tuple(lines)


LONGEST = 40
"""Characters of a name."""
_MARKS = "'’\".,!?&+()-–/%="
"""The characters of a name besides letters, digits and spaces."""
_ACCENTS = 2
"""On one letter, at most: more of them grow over the lines above and below."""


def clean_deck_name(name: str) -> str:
    """Return a name as it is stored. Raises `DeckRefused` with a sentence that names the error."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise DeckRefused.translated("Give the deck a name.")
    if len(cleaned) > LONGEST:
        raise DeckRefused.translated(
            "The name of a deck has at most {most} characters, and this one has {number}.",
            most=LONGEST,
            number=len(cleaned),
        )
    accents = 0
    for letter in cleaned:
        accents = accents + 1 if unicodedata.category(letter).startswith("M") else 0
        if hidden(letter) or not (_usual(letter) or 0 < accents <= _ACCENTS):
            raise DeckRefused.translated(
                "The name {name} has something in it that names of decks may not have: take letters,"
                " digits, spaces and usual punctuation.",
                name=echo(cleaned),
            )
    if not any(unicodedata.category(letter)[0] in "LN" for letter in cleaned):
        raise DeckRefused.translated("The name of a deck needs a letter or a digit.")
    return cleaned


def _usual(letter: str) -> bool:
    return letter == " " or letter in _MARKS or unicodedata.category(letter)[0] in "LN"


Form: TypeAlias = Literal["numbers", "names", "table"]
"""How a deck is written: by set numbers, by names alone, or in columns."""
TEXT = 4000
"""Characters of a list."""
LINES = 120
FAULTS = 10
"""The maximum number of lines of a list whose errors are reported."""

_REMARKS = ("#", "//", "```")
_MAIN = N_("deck, main deck, maindeck, mainboard, main, cards, list, deck list, decklist")
_SIDE = N_("sideboard, side deck, side, maybeboard, considering, reserve")
_KINDS = N_("characters, supports, champions, edits, events, terrains, units, spells, leaders, about")
_COLUMNS = N_("number, set number, name, card, card name, copies, count, quantity, qty, amount, set, edition")
_DECORATED = re.compile(
    r"[\s#/=*_<>\[\]-]*(.*?)[\s=*_<>\[\]:-]*(?:[(\[]?\s*[0-9]{1,4}(?:\s+\w+)?\s*[)\]]?[\s:]*)?"
)
"""A heading: "Characters (20)", "== Deck ==", "[Sideboard]", "// Sideboard"."""
_IN_SIDE = re.compile(r"sb:\s*", re.IGNORECASE)
"""What the lines of a sideboard begin with in some tools."""


class _Line(NamedTuple):
    place: int
    """Its number, from 1."""
    words: str
    side: bool
    """Whether it belongs to a sideboard."""


def write_lines(entries: Entries, cards: Mapping[str, DeckCard], form: Form = "numbers") -> str:
    """Return a deck as text, a line for each card in the order in which the cards are listed.

    `read_lines` reads all forms: "2 TID-01 Wick"; "2x Wick", as forums and other tools write; and number,
    name and copies with tabs between, to be pasted into a spreadsheet.
    """
    order = {number: place for place, number in enumerate(cards)}
    known = sorted(entries, key=lambda entry: order.get(entry[0], len(order)))
    shared = Counter([key for card in cards.values() for key in {*map(name_key, spellings(card.name))}])
    lines = []
    for number, copies in known:
        name = pgettext("card", cards[number].name) if number in cards else ""
        if form == "table":
            lines.append(f"{number}\t{name}\t{copies}")
        elif form == "names" and shared[name_key(name)] == 1:
            lines.append(f"{copies}x {name}")
        else:
            lines.append(f"{copies} {number} {name}".rstrip())
    return "\n".join(lines)


def read_lines(text: str, building: DeckBuilding, pool: str | None) -> Entries:
    """Return the deck that a text lists: by set numbers or names, with or without counts.

    Lines may be those of other tools: counts before or after the card, columns of a spreadsheet, headings,
    bullets. Lines that begin with # are remarks. A sideboard is left out; `left_out` says so. Names may be
    English or of the language that is spoken. Raises `BadList` with a sentence for each line that names no
    card.
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
    cards = _cards(building, pool)
    lines = [line for line in _lines(text, building, cards.names) if not line.side]
    if not lines:
        empty = gettext('The list is empty: write a card on each line, such as "2 TID-01".')
        aside = left_out(text, building, pool)
        raise BadList([empty, aside] if aside else [empty])
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
    return _read(lines, cards, building)


def left_out(text: str, building: DeckBuilding, pool: str | None) -> str:
    """Return the sentence that a sideboard was left out of a deck; "" where the text has none."""
    lines = [line for line in _lines(text, building, _cards(building, pool).names) if line.side]
    if not lines:
        return ""
    return ngettext(
        "Decks have no sideboard here: {number} line of it was left out.",
        "Decks have no sideboard here: {number} lines of it were left out.",
        len(lines),
    )


def cards_named(text: str, building: DeckBuilding, pool: str | None) -> int:
    """Return how many cards of these a text names: whether it is a list of this game's."""
    cards = _cards(building, pool)
    lines = list(_lines(text[:TEXT], building, cards.names))[:LINES]
    return sum([len(part) == 3 for line in lines for part in read_line(line.words, cards)])


def _cards(building: DeckBuilding, pool: str | None) -> Cards:
    known, apart = building.cards(pool), building.cards_apart(pool)
    names = by_name({card.number: card.name for card in known.values()})

    def unknown(words: str) -> str:
        return _no_card(words, known, names, apart, building.number)

    return Cards(names, building.largest, unknown, known, building.number)


def _read(lines: list[_Line], cards: Cards, building: DeckBuilding) -> Entries:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for line in lines:
        parts = read_line(line.words, cards)
        for part in parts:
            if len(part) == 3:
                counts[part[2]] += part[1]
            else:
                where = gettext("Line {number}", number=line.place) if len(parts) == 1 else echo(part[0])
                wrong.append(f"{where}: {part[1]}")
    if wrong:
        shown, more = cut(wrong, FAULTS)
        rest = [ngettext("And {number} more line.", "And {number} more lines.", more)] if more else []
        raise BadList([*shown, *rest])
    if counts.total() > building.largest:
        raise BadList([_too_many(counts.total(), building)])
    return entries_of(counts)


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


def _lines(text: str, building: DeckBuilding, names: Names) -> Iterator[_Line]:
    """Yield the lines with cards; headings, also as remarks, say which of them are a sideboard."""
    main, beside = _said(_MAIN), _said(_SIDE)
    kinds = _said(_KINDS) | {name_key(word) for rank in building.ranks for word in (rank, gettext(rank))}
    columns, side = _said(_COLUMNS), False
    for place, line in enumerate(text.splitlines(), 1):
        words = typed(line).strip()
        heading = _DECORATED.fullmatch(words)
        called = name_key(heading[1]) if heading is not None else ""
        if called in names or not words:
            called = ""
        cells = [name_key(cell) for cell in re.split(r"[,;|\t]", words.replace('"', "")) if cell.strip()]
        if called in main | beside:
            side = called in beside
        elif not words or words.startswith(_REMARKS) or called in kinds:
            continue
        elif len(cells) < 2 or not columns.issuperset(cells):
            yield _Line(place, _IN_SIDE.sub("", words, count=1), side or _IN_SIDE.match(words) is not None)


def _said(words: str) -> set[str]:
    return set(map(name_key, may_be_typed(words)))


def _no_card(
    words: str,
    cards: Mapping[str, DeckCard],
    names: Names,
    apart: Mapping[str, str],
    pattern: re.Pattern[str],
) -> str:
    key, number = name_key(words), words.upper() if pattern.fullmatch(words.upper()) else ""
    if len(called := names.get(key, ())) > 1:
        return gettext(
            "several cards are called {name}: say {numbers}.", name=echo(words), numbers=either(called[:4])
        )
    alone = number if number in apart else next(iter(by_name(apart).get(key, ())), "")
    if alone:
        return gettext(
            "{name} ({number}) is never in a deck, but chosen apart from it when a match begins: "
            "leave this out.",
            name=pgettext("card", apart[alone]),
            number=alone,
        )
    if number:
        return gettext("no card here has the number {number}.", number=number)
    near = nearest(words, names)
    if not near:
        return gettext("{word} is no card: write its set number or its whole name.", word=echo(words))
    number = names[near][0]
    return gettext(
        "{word} is no card: did you mean {name} ({number})?",
        word=echo(words),
        name=pgettext("card", cards[number].name),
        number=number,
    )
