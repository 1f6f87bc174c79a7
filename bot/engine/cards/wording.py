"""The wording of games with cards: the names of a pool's cards, and a `Wording` that uses them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from bot.base.language import current, gettext, ngettext, pgettext
from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.game import AnyPool, CardT, PoolLibrary, PoolT
from bot.engine.cards.printed import card_name
from bot.engine.sentences import MatchViewT, Talk, listed, safe
from bot.engine.textlayout import indented
from bot.engine.wording import Wording

_MANY = 3
"""From this number of cards on, pictures show them without names."""
KeyT = TypeVar("KeyT", str, int)
"""The key of printed cards in a game: set numbers, or indexes of a list."""


class Lexicon(Generic[PoolT, KeyT, CardT]):
    """The names of a pool's cards. Only `name` and `several` are safe to print in Markdown."""

    def __init__(self, pool: PoolT) -> None:
        self.pool = pool
        self._alike: dict[str, Counter[str]] = {}
        """The number of cards with each name, by language."""

    @cached_property
    def faces(self) -> Mapping[KeyT, CardT]:
        """The printed faces of the pool by set number, unless the game has other cards."""
        cards: Any = self.pool.cards
        return cards  # type: ignore[no-any-return] # by set number, unless a game says otherwise

    def face(self, card: KeyT) -> CardT | None:
        """Return the printed face of a card, or None if the pool does not have it."""
        return self.faces.get(card)

    def plain(self, card: KeyT) -> str:
        """Return a card's name, with its set number if two cards have this name."""
        face = self.face(card)
        if face is None:
            return str(card)
        name = card_name(face)
        code = current().code
        if code not in self._alike:
            self._alike[code] = Counter([card_name(face).casefold() for face in self.faces.values()])
        return f"{name} ({face.number})" if self._alike[code][name.casefold()] > 1 else name

    def name(self, card: KeyT) -> str:
        """Return a card's name for a sentence, in italics, because many names contain commas."""
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
    """Return names of cards as a list in a sentence, each with its number of copies."""
    return listed([_times(*one) for one in cards]) or gettext("nothing")


def _times(name: str, copies: int) -> str:
    """Return a card with its number of copies: "*Encore* twice"."""
    if copies == 1:
        return name
    if copies == 2:
        return gettext("{card} twice", card=name)
    return ngettext("{card} {number} time", "{card} {number} times", copies, card=name)


class Room(NamedTuple):
    """The level of detail of cards in a plain-text position; it is lowered until the text fits."""

    texts: int
    """The maximum length of each card's text in characters; 0 for none."""
    discards: int
    """The number of cards named in each discard pile."""


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
    """Return the texts of cards in plain text, each card once, each cut to this length; none for 0."""
    lines = []
    for number in dict.fromkeys(numbers) if most else ():
        text = lexicon.short(number)
        words = text if len(text) <= most else f"{text[: most - 1]}…"
        lines += [indented(f"{lexicon.plain(number)}: {words}")] if text else []
    return lines


def deck_played(lexicon: Any, cards: tuple[str, ...]) -> str:
    """Return the name of the deck a player has chosen, given its sorted set numbers."""
    for deck in lexicon.pool.decks.values():
        if deck_cards(deck) == cards:
            return gettext("You play the deck {deck}.", deck=safe(pgettext("card", deck.title)))
    return gettext("You play a deck of your own.")


LexiconT = TypeVar("LexiconT", bound=Lexicon[Any, Any, Any])


@dataclass(frozen=True)
class CardTalk(Talk[MatchViewT], Generic[MatchViewT, LexiconT]):
    """The context of every sentence: the reader's view, and the names of players and cards."""

    lexicon: LexiconT

    def named(self, card: Any, *, small: bool = False) -> str:
        """Return a card by its name; pictures draw a `small` one without its name."""
        return self.thing("small card" if small else "card", card, self.lexicon.name(card))

    def all_named(self, cards: Iterable[Any]) -> str:
        """Return the names of cards as a list in a sentence, small from `_MANY` on."""
        cards = tuple(cards)
        return self.lexicon.several(cards, partial(self.named, small=len(cards) >= _MANY))


TalkT = TypeVar("TalkT", bound=CardTalk[Any, Any])


class CardWording(Wording[MatchViewT], Generic[MatchViewT, TalkT]):
    """The wording of a game that uses the names of its matches' cards."""

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
