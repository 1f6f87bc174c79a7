"""Reasons for actions at Crossfire. Of a hand only the laid card is revealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, decimal, gettext
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import plain_reason
from bot.engine.standardrules import set_at
from bot.games.crossfire.players.plays import Plays
from bot.games.crossfire.players.ways import FAR, distances, nearest
from bot.games.crossfire.players.worth import Outlook
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.piles import Board, unknown
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView

SEEN: frozenset[type[Action]] = frozenset(
    (
        actions.Redeal, actions.Keep, actions.Lay, actions.Support, actions.Attack, actions.Answer,
        actions.Rebuild, actions.Raise, actions.Discard, actions.Replace, actions.KeepOne, actions.Tower,
    )
)  # fmt: skip
"""The actions that are completely public."""

NEARER = 0.3
"""The minimum gain in distance of power to an enemy base, in plays, to be named as the reason."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Keep: N_("These bases have power enough to begin with."),
    actions.Redeal: N_("Few of these bases have power or may soon get it."),
    actions.Support: N_("This makes the base safer."),
    actions.Discard: N_("Nothing that can be laid makes the position better, and this card is missed least."),
    actions.Replace: N_("The card under it is more useful in the hand."),
    actions.KeepOne: N_("The pile is of more use as a node."),
    actions.Tower: N_("The pile is of more use as a tower."),
}


def reason(view: CrossfireView, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    table = view.table
    match action:
        case actions.Attack(at=at):
            return _attack(view, table, at)
        case actions.Answer(at=at):
            return _answer(view, table, seat, at)
        case actions.Lay() | actions.Rebuild() | actions.Raise():
            return _laid(view, seat, action)
        case _:
            return plain_reason(_PLAIN, action)


def _attack(view: CrossfireView, table: Table, at: int) -> str:
    pile = view.board[at]
    if table.base_home[at] != NOBODY:
        if view.seats == 2:
            return gettext("An attack on a base: it wins the match unless it is answered.")
        return gettext("An attack on a base: it is worth a point unless it is answered.")
    if pile is not None and pile.kind == "neutral":
        if unknown(pile):
            return gettext("The neutral card there may be weaker, and its square leads on.")
        return gettext("The card beats the neutral one there, whose square leads on.")
    return gettext("It takes ground from the enemy unless it is answered.")


def _answer(view: CrossfireView, table: Table, seat: Seat, at: int) -> str:
    pile = view.board[at]
    own = pile is not None and pile.owner == seat
    if own and table.base_home[at] != NOBODY:
        return gettext("The base would be lost without an answer.")
    if own:
        return gettext("The node would be lost without an answer.")
    return gettext("Without an answer the contest there would be lost.")


def _laid(view: CrossfireView, seat: Seat, action: Any) -> str:
    """Return the gain in distance of power to an enemy base by a laid card, in plays."""
    outlook = Outlook(view, seat)
    after = set_at(view.board, *Plays(outlook).laid(action))
    before_away, away = (_away(outlook, board) for board in (view.board, after))
    if before_away - away > NEARER and away < FAR:
        if away < NEARER:
            return gettext("It brings power right before an enemy base.")
        return gettext(
            "It brings power nearer to an enemy base: about {plays} plays away instead of {before}.",
            plays=decimal(away, 1),
            before=decimal(before_away, 1),
        )
    stands = [Reach(outlook.table, board, seat).acting.bit_count() for board in (view.board, after)]
    if stands[1] > stands[0]:
        return gettext("It gives power to more of its nodes.")
    return gettext("It prepares a pair: a node that will have power with the right card beside it.")


def _away(outlook: Outlook, board: Board) -> float:
    """Return the distance in plays from a seat's power to the nearest base that it may still take."""
    found = distances(Reach(outlook.table, board, outlook.seat), None, outlook.weights)
    bases = outlook.enemy_bases(outlook.seat, board)
    return min([nearest(found, beside) for _, beside in bases], default=FAR)
