"""Actions as typed words: cards as `7h`, `10s`, `Kd`, `Joker`, squares as `c3`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine.contract import Action, Seat
from bot.engine.errors import UnreadableAction
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import SEAT_MARKS, echo, either, listed
from bot.games.crossfire import cards
from bot.games.crossfire.actions import KeepOne, Tower
from bot.games.crossfire.cards import Card, once_each, pack_of
from bot.games.crossfire.names import SUIT_MARKS, place, typed_card
from bot.games.crossfire.table import Table, table_of
from bot.games.crossfire.view import CrossfireView

_LONGEST = 60
"""Characters beyond which no word can name anything."""
_SHOWN = 8
"""Cards that an error lists at most."""

_SQUARE = re.compile(r"[a-z]\s?[0-9]{1,2}", re.ASCII)
_TURNED = re.compile(r"([0-9]{1,2})\s?([a-z])", re.ASCII)
_CARD = re.compile(
    rf"""(?:(?:seat\s*)?(?P<pack>[1-4])\s*:|(?P<mark>[{"".join(SEAT_MARKS[:4])}]))?\s*
    (?:the\s+|an?\s+)?
    (?P<rank>joker|jo|ace|jack|queen|king|10|[2-9]|[atjqk])
    \s*(?:of\s+)?
    (?P<suit>[{SUIT_MARKS}♧♢♡♤]|clubs?|diamonds?|hearts?|spades?|[cdhs])?
    (?:\s*(?:of|from)\s+seat\s*(?P<owner>[1-4]))?""",
    re.ASCII | re.VERBOSE,
)
_RANKS: Mapping[str, int] = {
    **{str(number): number for number in range(2, 11)},
    "jo": 0,
    "joker": 0,
    "a": 1,
    "ace": 1,
    "t": 10,
    "j": 11,
    "jack": 11,
    "q": 12,
    "queen": 12,
    "k": 13,
    "king": 13,
}
_SUITS: Mapping[str, int] = {
    sign: number
    for number, name in enumerate(cards.SUITS)
    for sign in (name, name[:-1], name[0], SUIT_MARKS[number], "♧♢♡♤"[number])
}

_SAY_CARD = N_("Say which card, such as 7h, 10s, Kd or Joker.")
_SAY_SQUARE = N_("Say which square, such as c3.")
_MISSING: Mapping[str, str] = {
    "card": _SAY_CARD,
    "royal": N_("Say which Jack, Queen or King of the pile, such as Kd."),
    "ten": N_("Say which 10 of the pile, such as 10s."),
    "at": _SAY_SQUARE,
    "base": N_("Say which of your bases, such as c2."),
}


class _Named(NamedTuple):
    """A card as far as a word names it."""

    rank: int
    """0 for a Joker."""
    suit: int | None
    pack: Seat | None

    def fits(self, card: Card) -> bool:
        """Whether a card is one that the word names."""
        if card < 0 or cards.rank(card) != self.rank:
            return False
        return self.suit in (None, cards.suit(card)) and self.pack in (None, pack_of(card))


def spell(view: CrossfireView, action: Action) -> dict[str, str]:
    """Return each field of an action as a player would type it."""
    words = {}
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field in ("at", "base"):
            words[field] = place(view, value)
        else:
            words[field] = _spelled(value, _choices(view, type(action), getattr(action, "at", None)))
    return words


def _choices(view: CrossfireView, kind: type[Any], at: int | None) -> tuple[Card, ...]:
    """Return the cards that a word for a card may mean: those of the pile, or those of the hand."""
    if kind in (KeepOne, Tower):
        pile = view.board[at] if at is not None else None
        return once_each([card for card in pile.cards if card >= 0]) if pile is not None else ()
    return once_each(view.hand)


def _spelled(card: Card, among: Sequence[Card]) -> str:
    """Return a card so that it cannot be taken for one of another pack among these."""
    word = typed_card(card)
    if len([one for one in among if typed_card(one) == word]) > 1:
        return f"{word} of seat {pack_of(card) + 1}"
    return word


def read(view: CrossfireView, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
    """Return the action typed. Raises `UnreadableAction` with a sentence that says what the word could be."""
    values: dict[str, int] = {}
    for field in sorted(kind.__struct_fields__, key=("at", "base").__contains__, reverse=True):
        word = words.get(field, "").strip()
        if not word:
            raise UnreadableAction(gettext(_MISSING[field]))
        if field in ("at", "base"):
            values[field] = read_square(view, word)
        else:
            values[field] = _reader(view, seat, kind, values.get("at"))(word)
    return kind(**values)


def _reader(view: CrossfireView, seat: Seat, kind: type[Any], at: int | None) -> Callable[[str], Card]:
    among = _choices(view, kind, at)
    if kind in (KeepOne, Tower):
        assert at is not None, "squares are read before cards"
        where = gettext("in the pile at {square}", square=place(view, at))
    else:
        where = gettext("in your hand")
    return lambda word: read_card(word, among, seat, where)


def read_square(view: CrossfireView, word: str) -> int:
    """Return the square of this name. Raises `UnreadableAction`."""
    table = table_of(view.options, view.seats)
    square = _square(table, _folded(word))
    if square is not None:
        return square
    turned = _TURNED.fullmatch(_folded(word))
    if turned and _square(table, f"{turned[2]}{turned[1]}") is not None:
        near = f"{turned[2]}{turned[1]}"
        raise UnreadableAction(
            gettext("{word} is not a square: did you mean {square}?", word=echo(word), square=near)
        )
    sentence = gettext(
        "{word} is not a square of this table: columns are a to {column}, rows 1 to {row}, as in {square}.",
        word=echo(word),
        column=place(view, view.width - 1)[0],
        row=view.height,
        square=table.name(table.field_squares[0]),
    )
    raise UnreadableAction(sentence)


def _square(table: Table, word: str) -> int | None:
    if not _SQUARE.fullmatch(word):
        return None
    try:
        square = table.grid.parse(word.replace(" ", ""))
    except ValueError:
        return None
    return square if table.has(square) else None


def read_card(word: str, among: Sequence[Card], seat: Seat, where: str) -> Card:
    """Return the card that a word names, found among these.

    A card named by rank and suit that is not among them is one of the seat's own pack: the rules say
    that it is not there. Raises `UnreadableAction`.
    """
    named = _named(word)
    if named is None:
        raise _no_card(word, among, where)
    found = [card for card in among if named.fits(card)]
    if len(found) > 1:
        spelled = either([_spelled(card, among) for card in found[:_SHOWN]])
        raise UnreadableAction(
            gettext("{word} could be more than one card: say {cards}.", word=echo(word), cards=spelled)
        )
    if found:
        return found[0]
    pack = seat if named.pack is None else named.pack
    if not named.rank:
        return cards.joker(pack)
    if named.suit is None:
        raise _no_such_rank(cards.card(pack, named.rank, 0), among, where)
    return cards.card(pack, named.rank, named.suit)


def _no_such_rank(one: Card, among: Sequence[Card], where: str) -> UnreadableAction:
    if not among:
        return UnreadableAction(gettext("There is no card to be named {where}.", where=where))
    sentence = gettext(
        "There is no {rank} {where}: choose among {cards}.",
        rank=cards.rank_name(one),
        where=where,
        cards=_list(among),
    )
    return UnreadableAction(sentence)


def _named(word: str) -> _Named | None:
    folded = _folded(word)
    parts = _CARD.fullmatch(folded) if len(folded) <= _LONGEST else None
    if parts is None:
        return _called().get(_squeezed(folded))
    rank = _RANKS[parts["rank"]]
    if not rank and parts["suit"]:
        return None
    pack = parts["pack"] or parts["owner"]
    seat = SEAT_MARKS.index(parts["mark"]) if parts["mark"] else int(pack) - 1 if pack else None
    return _Named(rank, _SUITS[parts["suit"]] if parts["suit"] else None, seat)


def _called() -> Mapping[str, _Named]:
    """Return what the cards and ranks are called in the current language, which may be typed too."""
    suits = range(len(cards.SUITS))
    every = [(cards.card(0, rank, suit), suit) for rank in range(1, 14) for suit in suits]
    names = {_squeezed(cards.name(card)): _Named(cards.rank(card), suit, None) for card, suit in every}
    ranks = {_squeezed(cards.rank_name(card)): _Named(cards.rank(card), None, None) for card, _ in every}
    return {**names, **ranks, _squeezed(gettext("Joker")): _Named(0, None, None)}


def _squeezed(words: str) -> str:
    return re.sub(r"[\s-]", "", words).casefold()


def _no_card(word: str, among: Sequence[Card], where: str) -> UnreadableAction:
    """Return the error with the card that may be meant, or the cards there are."""
    known = {typed_card(card).lower(): typed_card(card) for card in among}
    known |= {cards.name(card).lower(): typed_card(card) for card in among}
    near = difflib.get_close_matches(_folded(word)[:_LONGEST], known, n=1, cutoff=0.6)
    if near:
        return UnreadableAction(
            gettext("{word} is not a card: did you mean {card}?", word=echo(word), card=known[near[0]])
        )
    if not among:
        return UnreadableAction(gettext("{word} is not a card: write 7h, 10s, Kd or Joker.", word=echo(word)))
    return UnreadableAction(
        gettext(
            "{word} is not a card: {where} there are {cards}.",
            word=echo(word),
            where=where,
            cards=_list(among),
        )
    )


def _list(among: Sequence[Card]) -> str:
    words = [typed_card(card) for card in among]
    rest = [gettext("{number} more", number=len(words) - _SHOWN)] if len(words) > _SHOWN else []
    return listed([*words[:_SHOWN], *rest]) or pgettext("cards to name", "none")


def _folded(word: str) -> str:
    return word.strip().lower().replace("\ufe0f", "").replace("\ufe0e", "")
