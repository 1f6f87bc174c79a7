"""The wording of games with cards: names of the cards of a pool, and a `StandardWording` that knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from bot.engine.cardgames import AnyPool, CardT, PoolLibrary, PoolT
from bot.engine.cards.printed import card_name
from bot.engine.deckbuilding import deck_cards
from bot.engine.language import current, gettext, ngettext, pgettext
from bot.engine.markdown import safe
from bot.engine.phrases import listed
from bot.engine.sentences import MatchViewT, Talk
from bot.engine.standardwording import StandardWording
from bot.engine.textlayout import indented

_MANY = 3
"""Cards from this number on are drawn without their names."""
KeyT = TypeVar("KeyT", str, int)
"""What a game names its printed cards by: set numbers, or their places in a list."""


class Lexicon(Generic[PoolT, KeyT, CardT]):
    """How the cards of a pool are called. Only `name` and `several` are safe to print in markdown."""

    def __init__(self, pool: PoolT) -> None:
        self.pool = pool
        self._alike: dict[str, Counter[str]] = {}
        """How many cards have a name, in each language that was spoken."""

    @cached_property
    def faces(self) -> Mapping[KeyT, CardT]:
        """What is printed on the cards of the pool, by set number, unless the game has other cards."""
        cards: Any = self.pool.cards
        return cards  # type: ignore[no-any-return] # by set number, unless a game says otherwise

    def face(self, card: KeyT) -> CardT | None:
        """Return what is printed on a card, None for one that the pool does not have."""
        return self.faces.get(card)

    def plain(self, card: KeyT) -> str:
        """Return a card's name, with its set number where two cards have this name."""
        face = self.face(card)
        if face is None:
            return str(card)
        name = card_name(face)
        return f"{name} ({face.number})" if self._names()[name.casefold()] > 1 else name

    def _names(self) -> Counter[str]:
        code = current().code
        if code not in self._alike:
            self._alike[code] = Counter([card_name(face).casefold() for face in self.faces.values()])
        return self._alike[code]

    def name(self, card: KeyT) -> str:
        """Return a card's name for a sentence, in italics: many names have commas in them."""
        return f"*{safe(self.plain(card))}*"

    def several(self, cards: Iterable[KeyT], called: Callable[[KeyT], str] | None = None) -> str:
        """Return the names of cards as a list in a sentence, copies counted: "*Encore* twice".

        `called` returns the words for a card, by default its name.
        """
        copies = Counter(cards).items()
        return several_times([((called or self.name)(card), many) for card, many in copies])

    def counted(self, cards: Iterable[KeyT], between: str = "; ") -> str:
        """Return the names of cards in plain text, copies as "Encore x2"; "" for none."""
        copies = Counter(cards).items()
        return between.join([f"{self.plain(card)}{f' x{many}' if many > 1 else ''}" for card, many in copies])


def several_times(cards: Iterable[tuple[str, int]]) -> str:
    """Return names of cards as a list in a sentence, each with how many copies there are."""
    return listed([_times(*one) for one in cards]) or gettext("nothing")


def _times(name: str, copies: int) -> str:
    """Return a card with how many copies of it there are: "*Encore* twice"."""
    if copies == 1:
        return name
    if copies == 2:
        return gettext("{card} twice", card=name)
    return ngettext("{card} {number} time", "{card} {number} times", copies, card=name)


class Room(NamedTuple):
    """How much of the cards a position in plain text tells; what does not fit is told with less."""

    texts: int
    """Characters of each card's text; 0 for none."""
    discards: int
    """Cards of each discard pile that are named."""


def pile_words(names: str, more: int) -> str:
    """Return a discard pile: the named cards, and the number of cards below them."""
    if not more:
        return names or gettext("empty")
    if not names:
        return ngettext("{number} card", "{number} cards", more)
    return ngettext(
        "{cards} and {number} card before", "{cards} and {number} cards before", more, cards=names
    )


def card_lines(lexicon: Any, numbers: Iterable[str], most: int) -> list[str]:
    """Return the texts of cards in plain text, each card once, so many characters of each; none for 0."""
    lines = []
    for number in dict.fromkeys(numbers) if most else ():
        text = lexicon.short(number)
        words = text if len(text) <= most else f"{text[: most - 1]}…"
        lines += [indented(f"{lexicon.plain(number)}: {words}")] if text else []
    return lines


def deck_played(lexicon: Any, cards: tuple[str, ...]) -> str:
    """Return which deck a player has chosen, whose set numbers are sorted."""
    for deck in lexicon.pool.decks.values():
        if deck_cards(deck) == cards:
            return gettext("You play the deck {deck}.", deck=safe(pgettext("card", deck.title)))
    return gettext("You play a deck of your own.")


LexiconT = TypeVar("LexiconT", bound=Lexicon[Any, Any, Any])


@dataclass(frozen=True)
class CardTalk(Talk[MatchViewT], Generic[MatchViewT, LexiconT]):
    """What every sentence needs: what its reader sees, and how players and cards are called."""

    lexicon: LexiconT

    def named(self, card: Any, *, small: bool = False) -> str:
        """Return a card by its name; a picture draws a `small` one without."""
        return self.thing("small card" if small else "card", card, self.lexicon.name(card))

    def all_named(self, cards: Iterable[Any]) -> str:
        """Return the names of cards as a list in a sentence, small from `_MANY` on."""
        cards = tuple(cards)
        return self.lexicon.several(cards, partial(self.named, small=len(cards) >= _MANY))


TalkT = TypeVar("TalkT", bound=CardTalk[Any, Any])


class CardWording(StandardWording[MatchViewT], Generic[MatchViewT, TalkT]):
    """The words of a game, with the cards of its matches, whose names it calls."""

    talk_type: type[TalkT]
    lexicon_type: type[Lexicon[Any, Any, Any]]

    def __init__(self, library: PoolLibrary[Any]) -> None:
        self.library = library
        self._lexicons: dict[str, Lexicon[Any, Any, Any]] = {}

    def talk(self, view: Any, names: Sequence[str]) -> TalkT:
        """Return the `Talk` of the game's sentences, with the names of the match's cards."""
        pool: AnyPool = self.library[view.options.cards]
        if pool.hash not in self._lexicons:
            self._lexicons[pool.hash] = self.lexicon_type(pool)
        return self.talk_type(view, names, self._lexicons[pool.hash])

    def asked(self, view: MatchViewT) -> TalkT:
        """Return the `Talk` of the game's typed words; it does not use the names of players."""
        return self.talk(view, [""] * view.seats)
