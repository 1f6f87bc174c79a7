"""Actions that a turn's screens do not offer, with the reason: cards, Characters, targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.contract import Action
from bot.engine.decks import Card
from bot.engine.grid import lowest
from bot.engine.markdown import safe
from bot.engine.wording import Missing
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.menus.context import MenuContext
from bot.games.overcross.rules.actions import NO_SQUARE, Attack, Move, Play
from bot.games.overcross.rules.legal import TURN_PHASES
from bot.games.overcross.wording.names import Talk, once_each

_TARGETS = 3
"""The maximum number of unreachable enemies that the screen of a Character explains, the nearest first."""


def missing(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[Missing]:
    """Return the missing actions of a screen of the seat in turn."""
    if talk.view.question is not None or talk.view.phase not in TURN_PHASES:
        return ()
    context = MenuContext(talk, legal)
    if not path:
        return (*_cards(context), *_characters(context))
    chosen = [card for card in context.able if path == (f"u{card}",)]
    return tuple([each for card in chosen for each in _targets(context, card)])


def _cards(context: MenuContext) -> Iterator[Missing]:
    """Yield the hand cards that cannot be played; once the actions have begun, only one for all."""
    talk = context.talk
    hand = [card for card in once_each(talk, talk.view.hand) if card not in context.plays]
    if talk.view.phase != "cards":
        yield from [Missing(gettext("your cards"), _play(talk, card)) for card in hand[:1]]
        return
    for card in hand:
        yield Missing(safe(talk.plain(card)), _play(talk, card))


def _play(talk: Talk, card: Card) -> Play:
    """Return the play of a card on its usual kind of square."""
    queries, kind = talk.queries, talk.face(card).kind
    if kind == "event":
        return Play(card, NO_SQUARE)
    if kind == "terrain":
        return Play(card, queries.grid.size // 2)
    return Play(card, lowest(queries.zone(talk.view.current)))


def _characters(context: MenuContext) -> Iterator[Missing]:
    """Yield the player's Characters that cannot act any more in this turn."""
    for piece in context.talk.view.pieces:
        if piece.seat != context.talk.view.current or piece.card in context.able:
            continue
        if wanted := _deed(context.talk, piece):
            yield Missing(safe(context.talk.plain(piece.card)), wanted)


def _deed(talk: Talk, piece: Piece) -> Action | None:
    """Return a Character's expected action: to attack the nearest enemy, else to move."""
    enemies = _nearest(talk, piece)
    if talk.queries.attacks(piece.card) and enemies:
        return Attack(piece.card, enemies[0].square, 0)
    return Move(piece.card, lowest(talk.queries.free)) if talk.queries.free else None


def _nearest(talk: Talk, piece: Piece) -> list[Piece]:
    """Return the enemies on the grid, the nearest first."""
    enemies = [each for each in talk.view.pieces if each.seat != piece.seat and each.square != OFF]
    if piece.square == OFF:
        return enemies
    return sorted(enemies, key=lambda one: talk.queries.grid.chebyshev(piece.square, one.square))


def _targets(context: MenuContext, card: Card) -> Iterator[Missing]:
    """Yield the enemies that a Character's first attack does not reach from its square."""
    talk, piece = context.talk, context.talk.queries.piece(card)
    if piece is None or not talk.queries.attacks(card):
        return
    reached = {attack.at for attack in context.attacks.get(card, ())}
    for enemy in [each for each in _nearest(talk, piece) if each.square not in reached][:_TARGETS]:
        yield Missing(talk.piece(enemy.card), Attack(card, enemy.square, 0))
