"""Decks as lists of cards in text, such as "2 TID-01, 1 TID-04", and sentences about them.

`read_line` reads the lines of all lists of cards, of whatever tool.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias
from unicodedata import category

from bot.base.language import gettext, ngettext
from bot.engine.cards.deckbuilding import by_name
from bot.engine.cards.printed import SET_NUMBER, numbered_name
from bot.engine.cards.wording import Lexicon
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import alternatives, cut, echo, either, listed
from bot.engine.spelling import name_key, nearest, typed

Names: TypeAlias = Mapping[str, Sequence[str]]
"""The set numbers of the cards by name, in lower case."""
AnyLexicon: TypeAlias = Lexicon[Any, str, Any]

TEXT = 4000
"""The maximum length of a list in characters."""
_LINE = 160
"""The maximum length of one card in a list, in characters."""
_NAMED = 6
"""The maximum number of cards that one sentence names."""


def write_deck(cards: Iterable[str]) -> str:
    """Return a deck as text, by set numbers: "2 TID-01, 1 TID-04"."""
    return ", ".join([f"{copies} {number}" for number, copies in sorted(Counter(cards).items())])


# A line of a list


class Unread(Exception):  # noqa: N818 - a list becomes a refusal with a sentence for each line
    """A part of a list that cannot be read; the message is the end of a sentence about it."""


class UnknownCard(Unread):
    """Words that name no card, or several; the message is a whole sentence that repeats them."""


class Cards(NamedTuple):
    """What the lines of a list are read with."""

    names: Names
    most: int
    """The most copies of a card that a line is accepted with."""
    unknown: Callable[[str], str]
    """Returns the sentence for words that name no card, or several."""
    known: Container[str] | None = None
    """The set numbers that there are; None takes any."""
    number: re.Pattern[str] = SET_NUMBER
    """The pattern of a set number, in capitals."""


_N = r'"?([0-9]{1,9})"?'
_BETWEEN = r"[\s,;:|]"
_BEFORE = tuple(
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (
        rf"[(\[]\s*x?\s?{_N}\s?x?\s*[)\]]{_BETWEEN}*(.+)",
        rf"{_N}\s*[x×*]{_BETWEEN}*(.+)",
        rf"x\s?{_N}{_BETWEEN}+(.+)",
        rf"{_N}{_BETWEEN}+(.+)",
    )
)
"""The count before a card: "(2) Net", "2x Net", "x2 Net", "2 Net", "2; Net"."""
_AFTER = tuple(
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (
        rf"(.+?)\s*[(\[]\s*x?\s?{_N}\s?x?\s*[)\]]",
        rf"(.+?)\s+[x×*]\s?{_N}",
        rf"(.+?)\s+{_N}\s?[x×]",
        rf"(.+?)\s*[,;:|=\t]\s*x?\s?{_N}(?:\s?x)?",
        rf"(.+?)\s+-\s+{_N}",
    )
)
"""The count after a card: "Net (2)", "Net x2", "Net 2x", "Net, 2", "Net - 2"."""
_WITHIN = re.compile(rf"(?<={_BETWEEN})(?:x\s?)?{_N}(?:\s?[x×])?(?={_BETWEEN})", re.ASCII | re.IGNORECASE)
"""A count between the number and the name of a card, as in some spreadsheets."""
_BARE_AFTER = re.compile(rf"(.+?)\s+{_N}", re.ASCII)
_SPELT_OUT = re.compile(
    r"\b(?:two|three|four|five|six|twice|zwei|drei|vier|fünf|sechs|zweimal|dreimal)\b", re.IGNORECASE
)
"""Counts in letters, which names have too: refused where no count is said in figures."""
_BULLET = re.compile(r"(?:[-*+]\s+|[•·‣◦▪●]\s*)(?=\S)")
_EDGES = " \t,;:|"
_SIGNS = f"{_EDGES}-*"
_COMMAS = re.compile(r"[,;]")
_COUNTED = re.compile(r"[\s,;]+(?=[0-9]{1,3}\s?[x×]?\s)")
"""Before a count, where cards are counted one after another: "2 Full Net 1 Wick"."""


Part: TypeAlias = tuple[str, int, str] | tuple[str, Unread]
"""A part of a line: its words, and its copies and its set number, or what is wrong with it."""


def read_line(line: str, cards: Cards) -> list[Part]:
    """Return the cards of a line as it was typed.

    Several cards on a line, as a field of one line gives them, are parted at set numbers, commas and counts.
    A count is read wherever it stands; a number that may be one, but does not read as one, is a fault.
    """
    line = _BULLET.sub("", typed(line).strip(), count=1).strip(_EDGES)
    try:
        parts = _parted(line, cards.number)
    except Unread as fault:
        return [(line, fault)]
    if len(parts) > 1:
        return [_attempt(part, cards) for part in parts]
    whole = _attempt(line, cards)
    if len(whole) == 2:
        for split in (_COMMAS.split(line), _COUNTED.split(line)):
            apart = [_attempt(part, cards, exactly=True) for each in split if (part := each.strip(_EDGES))]
            read = [len(each) == 3 for each in apart]
            told = isinstance(whole[1], UnknownCard) and all(any(map(str.isalpha, each[0])) for each in apart)
            if len(apart) > 1 and (all(read) or (any(read) and told)):
                return apart
    return [whole]


def _attempt(words: str, cards: Cards, *, exactly: bool = False) -> Part:
    try:
        if len(words) > _LINE:
            raise Unread(gettext("it has {number} characters: write one card on a line.", number=len(words)))
        return words, *read_entry(words, cards, exactly=exactly)
    except Unread as fault:
        return words, fault


def _parted(line: str, number: re.Pattern[str]) -> list[str]:
    """Return the parts of a line with one set number each; one part for a line with fewer than two."""
    whole = re.compile(rf"(?<![\w-])(?:{number.pattern})(?![\w-])", re.ASCII | re.IGNORECASE)
    entries = list(whole.finditer(line))
    if len(entries) < 2:
        return [line]
    before, after = line[: entries[0].start()].strip(_EDGES), line[entries[-1].end() :].strip(_EDGES)
    leads = any(form.fullmatch(f"{before} -") for form in _BEFORE)
    trails = not leads and any(form.fullmatch(f"- {after}") for form in (*_AFTER, _BARE_AFTER))
    cuts = []
    for one, other in pairwise(entries):
        between = line[one.end() : other.start()]
        count = re.fullmatch(
            rf"(.*?)({_BETWEEN}*)(?<!\w)[(\[]?(?:x\s?)?{_N}(?:\s?[x×])?[)\]]?({_BETWEEN}*)",
            between,
            re.I | re.S,
        )
        if count is None:
            cuts.append(other.start())
            continue
        parted_before, parted_after = (
            any(mark in between for mark in ",;|\t") for between in (count[2], count[4])
        )
        if parted_before is parted_after and not (leads or trails):
            raise Unread(
                gettext(
                    "it is not clear which card {number} belongs to: write one card on a line.",
                    number=count[3],
                )
            )
        next_ones = parted_before if parted_before is not parted_after else leads
        cuts.append(one.end() + count.end(1 if next_ones else 4))
    ends = [0, *cuts, len(line)]
    return [line[begin:end].strip(_EDGES) for begin, end in pairwise(ends)]


class _Reading(NamedTuple):
    """One way to read an entry."""

    copies: tuple[int, ...]
    """The counts that it says, before and after the card."""
    card: str
    """The words without the counts."""
    clear: bool = True
    """Whether a count after the card has a sign that says so."""


def read_entry(words: str, cards: Cards, *, exactly: bool = False) -> tuple[int, str]:
    """Return the number of copies and the set number of a card in a list: "2 TID-01 Wick", "Wick (2)".

    Every way to read counts before and after the card is tried, and exactly one must give a card. Beside a
    set number may stand a name that is not known, unless it is to be read `exactly`. Raises `Unread`.
    """
    exact: dict[tuple[tuple[int, ...], str], str] = {}
    loose: dict[tuple[tuple[int, ...], str], str] = {}
    readings = list(_readings(words))
    for reading in readings:
        for number, rest in _meant(reading.card, cards):
            if not rest:
                exact.setdefault((reading.copies, number), reading.card)
            elif reading.clear:
                loose.setdefault((reading.copies, number), rest)
    if any(len(set(said)) < 2 for said, _ in exact):
        exact = {(said, number): card for (said, number), card in exact.items() if len(set(said)) < 2}
    if len({number for _, number in exact}) > 1 and len(set(exact.values())) == 1:
        raise UnknownCard(cards.unknown(next(iter(exact.values()))))
    if len({(said[:1], number) for said, number in exact}) > 1:
        raise Unread(gettext("this can be read in two ways: write the count, then the set number."))
    if not exact and (exactly or not loose):
        unread = max(readings, key=lambda reading: (len(reading.copies), len(reading.card)))
        _check_copies(unread.copies, cards.most)
        raise UnknownCard(cards.unknown(unread.card))
    copies, number = max(exact or loose, key=lambda said: len(said[0]))
    if not exact:
        _check_remark(loose[copies, number], number, cards, said=bool(copies))
    if len(set(copies)) > 1:
        numbers = either([str(each) for each in copies])
        raise Unread(gettext("it says {numbers} copies: write one of them.", numbers=numbers))
    _check_copies(copies, cards.most)
    if cards.known is not None and number not in cards.known:
        raise UnknownCard(cards.unknown(number))
    return (copies or (1,))[0], number


def _readings(words: str) -> Iterator[_Reading]:
    """Yield the ways to read an entry: with and without a count before and after the card."""
    before = [
        ((), words),
        *[((int(match[1]),), match[2]) for form in _BEFORE if (match := form.fullmatch(words))],
    ]
    for said, rest in before:
        yield _Reading(said, _bare(rest))
        for form in (*_AFTER, _BARE_AFTER):
            if match := form.fullmatch(rest):
                yield _Reading((*said, int(match[2])), _bare(match[1]), form is not _BARE_AFTER)
        for count in _WITHIN.finditer(rest):
            apart = rest[: count.start()].rstrip(_SIGNS), rest[count.end() :].lstrip(_SIGNS)
            yield _Reading((*said, int(count[1])), _bare(" ".join(apart)), clear=False)


def _bare(words: str) -> str:
    """Return words without the quotation marks and separators around them."""
    words = words.strip(_EDGES)
    if len(words) > 1 and words[0] == words[-1] == '"':
        words = words[1:-1].replace('""', '"')
    return words.strip(_EDGES)


def _meant(words: str, cards: Cards) -> Iterator[tuple[str, str]]:
    """Yield the set number that words mean, and what stands beside it and is not the card's name."""
    if named := _called(words, cards.names):
        yield from [(number, "") for number in named]
        return
    first = re.compile(
        rf"[(\[]?({cards.number.pattern})(?![\w-])[)\]]?(.*)", re.ASCII | re.IGNORECASE | re.DOTALL
    )
    last = re.compile(
        rf"(.+?)[\s,;:|(\[-]*({cards.number.pattern})[)\]]?", re.ASCII | re.IGNORECASE | re.DOTALL
    )
    if match := first.fullmatch(words):
        number, rest = match[1].upper(), match[2]
        own = number in _called(_bare(rest.strip(" -()[]")), cards.names)
        yield number, "" if own else rest.strip(" \t")
    elif (match := last.fullmatch(words)) and match[2].upper() in _called(_bare(match[1]), cards.names):
        yield match[2].upper(), ""


def _check_remark(rest: str, number: str, cards: Cards, *, said: bool) -> None:
    """Refuse words beside a set number that may be a count or another card.

    Others are taken for a name of another language, or of former days. `said`: whether there is a count.
    """
    if any(category(letter)[0] == "N" for letter in rest) or (not said and _SPELT_OUT.search(rest)):
        raise Unread(
            gettext(
                "{words} has a number that may be a count: write the count first, then {number} alone.",
                words=echo(rest),
                number=number,
            )
        )
    parts = [_bare(part) for part in _COMMAS.split(rest)]
    others = any(_called(part, cards.names) for part in (_bare(rest), *parts))
    names = [name for name, numbers in cards.names.items() if number in numbers]
    if others or not parts[0] or any(name_key(_bare(rest)).startswith(f"{name} ") for name in names):
        raise Unread(
            gettext(
                "{words} is not the name of {number}: write one card on a line.",
                words=echo(_bare(rest)),
                number=number,
            )
        )


def _check_copies(copies: Sequence[int], most: int) -> None:
    for each in copies:
        if not 1 <= each <= most:
            raise Unread(gettext("say how many copies, 1 to {most}, not {number}.", most=most, number=each))


# A deck as a typed word of a move


@dataclass(frozen=True)
class DeckText:
    """The parser for a game's decks in text: line by line or with commas, by numbers or names."""

    most: int
    """The maximum number of cards that a list is accepted with."""
    example: str
    """A set number, for sentences."""
    missing: str
    """The request for a list, a message."""
    too_long: Callable[[], str]
    """Returns the error for a list with too many characters."""
    too_many: Callable[[], str]
    """Returns the error for a list with more than `most` cards."""

    def read(self, text: str, lexicon: AnyLexicon) -> tuple[str, ...]:
        """Return the set numbers of a deck, sorted, each repeated for every copy.

        Unknown set numbers are returned too: the check of decks reports all faults at once. Raises
        `UnreadableAction` for a word that is neither a set number nor a name, and for lists that are too
        long.
        """
        if len(text) > TEXT:
            raise UnreadableAction(self.too_long())
        names = by_name({number: card.name for number, card in lexicon.pool.cards.items()})
        cards = Cards(names, self.most, lambda word: self._no_card(word, names, lexicon))
        numbers: list[str] = []
        for line in text.splitlines():
            empty = not line.strip(_EDGES) or line.lstrip().startswith("#")
            for part in [] if empty else read_line(line, cards):
                if len(part) == 2:
                    words, fault = part
                    told = str(fault) if isinstance(fault, UnknownCard) else f"{echo(words)}: {fault}"
                    raise UnreadableAction(told)
                numbers += [part[2]] * part[1]
                if len(numbers) > self.most:
                    raise UnreadableAction(self.too_many())
        if not numbers:
            raise UnreadableAction.translated(self.missing)
        return tuple(sorted(numbers))

    def _no_card(self, word: str, names: Names, lexicon: AnyLexicon) -> str:
        if named := _called(word, names):
            return _several(word, named)
        near = nearest(word, names)
        if not near:
            return gettext(
                "{word} is no card: write its set number, such as {number}, or its whole name.",
                word=echo(word),
                number=self.example,
            )
        number = names[near][-1]
        return gettext(
            "{word} is no card: perhaps {card}, which is {number}.",
            word=echo(word),
            card=lexicon.plain(number),
            number=number,
        )


def _several(word: str, named: Sequence[str]) -> str:
    return ngettext(
        "{number} card is called {name}: say {choices}.",
        "{number} cards are called {name}: say {choices}.",
        len(named),
        name=echo(word),
        choices=alternatives(named[:4]),
    )


def _called(word: str, names: Names) -> Sequence[str]:
    """Return the set numbers of the cards with this name."""
    return names.get(name_key(word), ())


# Errors of a deck


def some(words: Sequence[str], joined: Callable[[Sequence[str]], str] = listed) -> str:
    """Return words as a list, cut if there are many."""
    shown, more = cut(words, _NAMED)
    if not more:
        return joined(words)
    return joined([*shown, ngettext("{number} other", "{number} others", more)])


def unknown_cards(numbers: Sequence[str]) -> str:
    """Return the fault of a deck with set numbers that no card has; "" for none."""
    if not numbers:
        return ""
    named = some([echo(number) for number in numbers], either)
    return gettext("There is no card {numbers} among the cards of this match.", numbers=named)


def copies_of(copies: int, card: Any) -> str:
    """Return this number of copies of a card as a part of a list: "3 of Gust (WND-04)"."""
    return gettext("{copies} of {card}", copies=copies, card=numbered_name(card))
