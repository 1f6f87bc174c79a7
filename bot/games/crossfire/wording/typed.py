"""The words for the actions of Crossfire: cards as `7h`, `10s`, `Kd`, `Joker`, squares as `c3`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.base.language import N_, gettext
from bot.engine.errors import UnreadableAction
from bot.engine.typed import Asked, Board, Commands, Named, Square, Thing, candidates, split_seat
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.actions import KeepOne
from bot.games.crossfire.rules.cards import Card, full_pack, once_each, pack_of
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.names import SUIT_MARKS, typed_card

_SIGNS = {
    sign: name[0]
    for name, mark, outline in zip(cards.SUITS, SUIT_MARKS, "♧♢♡♤", strict=True)
    for sign in (name, name[:-1], mark, outline)
}
_RANKS = {"jo": "joker", "ace": "a", "t": "10", "jack": "j", "queen": "q", "king": "k"}
_SYNONYMS: Mapping[str, str] = {**dict.fromkeys(("the", "an", "of", "from"), ""), **_RANKS, **_SIGNS}
"""Further names of the ranks and suits."""


def _board(view: CrossfireView) -> Board:
    table = view.table
    return Board(table.grid, table.field_squares[0], table.has, small=True)


def _pile(asked: Asked) -> tuple[Card, ...]:
    """Return the face-up cards of the pile on the named square."""
    pile = asked.view.board[asked.values["at"]]
    return once_each([card for card in pile.cards if card >= 0]) if pile is not None else ()


def _named(among: Sequence[Card], card: Card) -> Named[Card]:
    """Return a card with an unambiguous name among these."""
    word = typed_card(card)
    alike = [one for one in among if typed_card(one) == word]
    formatted = f"{word} of seat {pack_of(card) + 1}" if len(alike) > 1 else word
    called = () if cards.is_joker(card) else (cards.name(card),)
    return Named(card, formatted, called, _codes(card), seat=pack_of(card))


def _codes(card: Card) -> list[str]:
    """Return the further names of a card, its rank alone included."""
    word = typed_card(card)
    names = [word, cards.rank_name(card), cards.name(card)]
    if not cards.is_joker(card):
        rank, sign = word[:-1], word[-1]
        names += [rank, f"{rank} {sign}", *([f"t{sign}"] if rank == "10" else [])]
    return [*names, *[f"a {name}" for name in names]]


def _of_packs(where: Callable[[Asked], str], asked: Asked, word: str, known: str) -> Card | None:
    """Return a card that is not there, of the seat's own pack by default, for the rules to refuse.

    Raises `UnreadableAction` for an unknown rank.
    """
    pack, _ = split_seat(word)
    pack_cards = full_pack(asked.seat or 0 if pack is None else pack, jokers=1)
    named = candidates(word, [_named((), card) for card in pack_cards], _SYNONYMS)
    if len(named) < 2:
        return named[0].value if named else None
    if not known:
        raise UnreadableAction.translated("There is no card to be named {where}.", where=where(asked))
    raise UnreadableAction.translated(
        "There is no {rank} {where}: choose among {cards}.",
        rank=cards.rank_name(named[0].value),
        where=where(asked),
        cards=known,
    )


def _card_of(held: Callable[[Asked], Sequence[Card]], there: str, where: Callable[[Asked], str]) -> Thing:
    return Thing(
        missing=N_("Say which card, such as 7h, 10s, Kd or Joker."),
        among=held,
        name=lambda asked, card: _named(held(asked), card),
        unknown=N_("{word} is not a card"),
        there=there,
        elsewhere=partial(_of_packs, where),
        synonyms=lambda: _SYNONYMS,
    )


def _in_pile(asked: Asked) -> str:
    return gettext("in the pile at {square}", square=asked.words["at"])


_HAND = _card_of(
    lambda asked: once_each(asked.view.hand),
    N_("in your hand there are {known}"),
    lambda _asked: gettext("in your hand"),
)
_PILE = _card_of(_pile, N_("in the pile at {at} there are {known}"), _in_pile)

COMMANDS = Commands(
    {
        "at": Square(missing=N_("Say which square, such as c3."), board=_board),
        "base": Square(missing=N_("Say which of your bases, such as c2."), board=_board),
        (KeepOne, "card"): _PILE,
        "card": _HAND,
        "held": replace(_PILE, missing=N_("Say which card of the pile makes the tower, such as 10h or Kd.")),
        "royal": replace(_PILE, missing=N_("Say which Jack, Queen or King of the pile, such as Kd.")),
        "ten": replace(_PILE, missing=N_("Say which 10 of the pile, such as 10s.")),
    }
)
"""The words for the actions; squares come first, because a card may be one of the pile on a square."""
