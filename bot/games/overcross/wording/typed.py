"""The typed words for Overcross's actions: cards and Characters by name, squares as `D4`, and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.base.language import ENGLISH, N_, gettext, speaking
from bot.engine.cards.commands import (
    LONGEST,
    NO_CARD,
    SAY_CARD,
    Answers,
    DeckList,
    choice,
    hand_card,
    printed,
    ready_deck,
)
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.decklists import DeckText
from bot.engine.decks import Card
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import fit
from bot.engine.typed import Asked, Board, Commands, Named, Square, Thing, candidates, only
from bot.games.overcross.cards.decks import CARDS, ready_decks
from bot.games.overcross.cards.field import DIRECTIONS, OFF, Piece
from bot.games.overcross.cards.printed import REACHES, Attack
from bot.games.overcross.rules.actions import NO_SQUARE, Name, Play, Use
from bot.games.overcross.rules.deckbuilding import deck_rules, missing_mark, nameable
from bot.games.overcross.wording.card_sentences import DIRECTION_NAMES
from bot.games.overcross.wording.names import Talk, once_each
from bot.games.overcross.wording.questions import answers, option_label, piece_words

# Decks and named Characters


def _decks(asked: Asked) -> list[str]:
    talk: Talk = asked.view
    return list(ready_decks(talk.lexicon.pool, deck_rules(talk.view.options)))


def _nameable(asked: Asked) -> list[str]:
    """Return the Characters that the seat can name next."""
    view, seat = asked.view.view, asked.seat
    if seat is None or not view.lists[seat]:
        raise UnreadableAction.translated("Choose a deck first: the Character you name is of its side.")
    mark = missing_mark(view, seat)
    if not mark:
        raise UnreadableAction.translated("You have named all that this match asks for.")
    return list(nameable(asked.view.lexicon.pool, mark, view.lists[seat]))


# Cards of the hand


def _hand(asked: Asked) -> list[Card]:
    view = asked.view.view
    if not view.turn and view.phase != "hands":
        raise UnreadableAction.translated("You have no hand before the first turn.")
    if not view.hand:
        raise UnreadableAction.translated("Your hand is empty.")
    return list(once_each(asked.view, view.hand))


def _playable(asked: Asked) -> list[Card]:
    """Return the hand, and the Legend, which is played like a hand card (OVC-24)."""
    view = asked.view.view
    if view.viewer is None or not view.turn:
        return _hand(asked)
    return list(once_each(asked.view, asked.view.queries.playable(view.viewer))) or _hand(asked)


def _card(asked: Asked, card: Card) -> Named[Card]:
    return printed(card, asked.view.number(card), asked.view.lexicon)


# Characters and edits in play


def _own_pieces(asked: Asked) -> list[Piece]:
    own = [piece for piece in asked.view.view.pieces if piece.seat == asked.seat]
    if not own:
        raise UnreadableAction.translated("You have no Character in play: play one first.")
    return own


def _with_edits(pieces: Sequence[Piece]) -> list[Card]:
    return [*[piece.card for piece in pieces], *[edit.card for piece in pieces for edit in piece.edits]]


def _alike(talk: Talk, card: Card) -> bool:
    """Whether another Character or edit of the same owner has its name."""
    bearer = talk.queries.bearer(card) or talk.queries.piece(card)
    seat = bearer.seat if bearer is not None else talk.queries.owner(card)
    cards = _with_edits([piece for piece in talk.view.pieces if piece.seat == seat])
    return [talk.number(each) for each in cards].count(talk.number(card)) > 1


def _piece_formatted(asked: Asked, card: Card) -> str:
    """Return the name of a Character or edit, with its square if the name is ambiguous."""
    talk: Talk = asked.view
    return fit(piece_words(talk, card), LONGEST) if _alike(talk, card) else talk.plain(card)


def _piece(asked: Asked, card: Card) -> Named[Card]:
    """Return a Character, an edit or a terrain in play by name, set number and square.

    An edit is not found by the square alone, where its bearer is.
    """
    talk: Talk = asked.view
    whole = fit(piece_words(talk, card), LONGEST)
    with speaking(ENGLISH):
        english = fit(piece_words(talk, card), LONGEST)
    names = (*spellings(talk.face(card).name), talk.number(card))
    square = talk.queries.where(card)
    at = [talk.square(square)] if square != OFF else []
    codes = [*[f"{name} {each}" for name in names for each in at], *([] if talk.queries.bearer(card) else at)]
    return Named(card, _piece_formatted(asked, card), (whole, english, *names), codes, apart=whole)


def _elsewhere(asked: Asked, word: str, _known: str) -> Card | None:
    """Return the Character on a square or with a name, of any seat, so that the rules can refuse it."""
    talk: Talk = asked.view
    square = _board(talk).square(word)
    if square is not None:
        there = talk.queries.at(square)
        if there is None:
            raise UnreadableAction.translated(
                "There is no Character on {square}.", square=talk.square(square)
            )
        return there.card
    others = [_piece(asked, piece.card) for piece in talk.view.pieces if piece.seat != asked.seat]
    named = candidates(word, others)
    return named[0].value if named else None


# Squares


def _board(talk: Talk) -> Board:
    grid = talk.queries.grid
    return Board(grid, example=grid.at(3, 3))


class _Place(Square):
    """A square by its name, or by the Character on it."""

    def parse(self, asked: Asked, word: str) -> int:
        """Return the square, or the square of the named Character. Raises `UnreadableAction`."""
        talk: Talk = asked.view
        if self.board(talk).square(word) is None:
            standing = [piece.card for piece in talk.view.pieces if piece.square != OFF]
            piece_card = only(word, [_piece(asked, card) for card in standing])
            if piece_card is not None:
                piece = talk.queries.piece(piece_card)
                assert piece is not None, "only those in play are named"
                return piece.square
        return super().parse(asked, word)

    def format(self, asked: Asked, value: int) -> str:
        """Return the name of a square, "" for none."""
        return "" if value == NO_SQUARE else super().format(asked, value)


# Attacks and specials


def _ways_of(asked: Asked) -> list[Any]:
    queries = asked.view.queries
    if asked.kind is Use:
        return list(queries.activated(asked.values["card"]))
    return list(queries.attacks(asked.values["piece"]))


def _way(asked: Asked, way: int) -> Named[int]:
    """Return an attack by its number and reach: "2: aim"; a special by its number."""
    number, ways = str(way + 1), _ways_of(asked)
    if way >= len(ways) or not isinstance(ways[way], Attack):
        return Named(way, number)
    reach = REACHES[ways[way].reach]
    return Named(way, f"{number}: {gettext(reach)}", (gettext(reach), reach), (number, f"{number}: {reach}"))


def _yes_or_no(_asked: Asked, value: bool) -> Named[bool]:
    words = (N_("yes"), N_("terrain"), N_("y")) if value else (N_("no"), N_("n"))
    return choice(value, *words)


# Answers to a card's question


def _piece_answer(asked: Asked, value: int) -> Named[int]:
    named = _piece(asked, value)
    return named._replace(formatted=named.apart)


def _direction(_asked: Asked, value: int) -> Named[int]:
    name = DIRECTION_NAMES[DIRECTIONS[value]]
    return Named(value, gettext(name), (), (name, DIRECTIONS[value]))


_ANSWERS = Answers(
    answers,
    option_label,
    {
        "card": _card,
        "piece": _piece_answer,
        "square": lambda asked, value: Named(value, asked.view.square(value)),
        "direction": _direction,
    },
)
DECK_TEXT = DeckText(
    most=CARDS,
    example="CST-01",
    missing=N_('Say which cards, such as "2 CST-01, 1 CST-04".'),
    too_long=lambda: gettext("That list is too long: a deck has {cards} cards at most.", cards=CARDS),
    too_many=lambda: gettext("A deck has {cards} cards at most, and this list more.", cards=CARDS),
)
"""The text format of Overcross's decks."""


def _order(_asked: Asked, value: str) -> Named[str]:
    return choice(value, N_("first", "order") if value == "first" else N_("last", "order"))


_HAND = hand_card(_hand, _card, lambda asked, card: asked.view.plain(card))
_WAY = Thing(
    missing=N_("Say which, by its number."),
    among=lambda asked: list(range(len(_ways_of(asked)))),
    name=_way,
    unknown=N_("{word} is none of them"),
)
_MINE = N_("{word} is not one of your Characters")

COMMANDS = Commands(
    {
        "deck": ready_deck(_decks),
        "cards": DeckList(DECK_TEXT),
        "order": Thing(
            missing=N_("Say first or last."),
            among=lambda _: ("first", "last"),
            name=_order,
            unknown=N_("{word} is neither first nor last"),
        ),
        "piece": Thing(
            missing=N_("Say which of your Characters, by its name or square."),
            among=lambda asked: [piece.card for piece in _own_pieces(asked)],
            name=_piece,
            formatted=_piece_formatted,
            unknown=_MINE,
            elsewhere=_elsewhere,
            quoted=True,
        ),
        (Name, "card"): Thing(
            missing=SAY_CARD,
            among=_nameable,
            name=lambda asked, number: printed(number, number, asked.view.lexicon),
            unknown=NO_CARD,
            quoted=True,
        ),
        (Use, "card"): Thing(
            missing=N_("Say which Character, or which edit on it."),
            among=lambda asked: _with_edits(_own_pieces(asked)),
            name=_piece,
            formatted=_piece_formatted,
            unknown=N_("{word} is not one of your Characters, nor an edit on one"),
            elsewhere=_elsewhere,
            quoted=True,
        ),
        (Play, "card"): replace(_HAND, among=_playable),
        "card": _HAND,
        "at": _Place(missing=N_("Say which square, such as D4."), board=_board),
        "to": Square(missing=N_("Say which square, such as D4."), board=_board),
        "way": _WAY,
        "terrain": Thing(
            missing=N_("Say yes or no."),
            among=lambda _: (True, False),
            name=_yes_or_no,
            unknown=N_("{word} is neither yes nor no"),
        ),
        "answer": _ANSWERS.thing(),
    }
)
"""The words for the actions; they are formatted and parsed with a `Talk`."""
