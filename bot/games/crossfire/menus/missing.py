"""Things that the screens of a turn do not offer although a player may look for them: cards, squares for a
card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.grid import mask_of, squares_of
from bot.engine.wording import Missing
from bot.games.crossfire.menus.card_screens import Turn, card_key
from bot.games.crossfire.rules.actions import Answer, Attack, Discard, Lay, Support
from bot.games.crossfire.rules.cards import Card, is_numbered
from bot.games.crossfire.wording.contests import awaiting
from bot.games.crossfire.wording.sentences import Talk

_SUPPORTS = 2
"""The number of bases for which a card's screen explains why it cannot support them."""


def missing(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[Missing]:
    """Return the actions that the first screen of a turn, or the screen of a card, does not offer."""
    if talk.view.phase != "turn":
        return ()
    turn = Turn(talk.view, legal)
    if not path:
        return (*_contests(turn), *_idle_cards(turn))
    chosen = [card for card in turn.cards if path == (card_key(card),)]
    return tuple([each for card in chosen for each in _squares(turn, card)])


def _contests(turn: Turn) -> Iterator[Missing]:
    """Yield the contests that wait for the player but that no card of the hand can answer."""
    for at in awaiting(turn.view, turn.seat):
        if at not in turn.answers and turn.view.hand:
            yield Missing(turn.prospects.place(at), Answer(turn.view.hand[-1], at))


def _idle_cards(turn: Turn) -> Iterator[Missing]:
    """Yield the cards that can only be discarded, each with the lay action closest to a legal one."""
    at = _beside(turn)
    for card, actions in turn.cards.items():
        if at >= 0 and all(isinstance(action, Discard) for action in actions):
            yield Missing(turn.card_label(card), Lay(card, at))


def _beside(turn: Turn) -> int:
    """Return an empty square of the field adjacent to a node of the player's; -1 if there is none."""
    view, table = turn.view, turn.view.table
    own = [at for at, pile in enumerate(view.board) if pile is not None and pile.owner == turn.seat]
    taken = mask_of([at for at, pile in enumerate(view.board) if pile is not None])
    near = [square for at in own for square in squares_of(table.beside[at] & table.field & ~taken)]
    return min(near, default=-1)


def _squares(turn: Turn, card: Card) -> Iterator[Missing]:
    """Yield the squares that other cards can attack or answer and this one cannot, and the bases it cannot
    support.
    """
    can = set(turn.cards[card])
    for kind in (Answer, Attack):
        squares = sorted({action.at for action in turn.legal if isinstance(action, kind)})
        for at in squares:
            if (action := kind(card, at)) not in can:
                yield Missing(turn.prospects.place(at), action)
    view, table = turn.view, turn.view.table
    free = [base for base in table.bases[turn.seat] if view.board[table.behind[base]] is None]
    barred = [base for base in free if Support(card, base) not in can] if is_numbered(card) else []
    for base in barred[:_SUPPORTS]:
        yield Missing(turn.prospects.place(base), Support(card, base))
