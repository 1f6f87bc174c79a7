"""Reasons for actions at Overcross. Of a hand only the played card is revealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import plain_reason
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.players.aims import Aims
from bot.games.overcross.players.situation import CAUTION, Situation
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.view import OvercrossView

SEEN: frozenset[type[Action]] = frozenset(
    (
        actions.Begin, actions.Play, actions.Move, actions.Attack, actions.Use, actions.EndTurn,
        actions.Discard,
    )
)  # fmt: skip
"""What all see done, with all that belongs to it: the rest is chosen in secret, as whether to keep the first
hand (OVC-08), or answers a card."""

_PLAIN: Mapping[type[Any], str] = {
    actions.TakeDeck: N_("One ready deck is as good as another to it: it draws lots."),
    actions.Name: N_("Of the possible cards it lives longest and helps the objective most."),
    actions.Begin: N_("Who goes first is sooner at the objective."),
    actions.Keep: N_("There are Characters in it that can soon be deployed."),
    actions.Redraw: N_("Few Characters in it can soon be deployed."),
    actions.Use: N_("What this does now is worth more than what it costs."),
    actions.EndTurn: N_("No further action gains anything now."),
    actions.Discard: N_("Of the cards in hand this one is missed least."),
    actions.Choose: N_("Of all answers this one leaves the own side best off."),
}


def reason(view: OvercrossView, pool: Pool, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Play(card=card, at=at):
            return _play(view, pool, seat, card, at)
        case actions.Attack(terrain=True):
            return gettext("The terrain is an enemy's, and nothing better can be attacked.")
        case actions.Attack():
            return _attack(Situation(view, seat, pool), action)
        case actions.Move():
            return _move(Situation(view, seat, pool), action)
        case _:
            return plain_reason(_PLAIN, action)


def _play(view: OvercrossView, pool: Pool, seat: Seat, card: int, at: int) -> str:
    if at == actions.NO_SQUARE:
        return gettext("The event does most good now.")
    standing = next((piece for piece in view.pieces if piece.square == at), None)
    if standing is None and _is_character(view, pool, seat, card):
        return gettext("One more Character on the grid is worth more than a card in hand.")
    if standing is None and view.viewer == seat:
        return gettext("It is put down where it hinders enemies or helps its own side most.")
    return gettext("It does more there than in the hand.")


def _is_character(view: OvercrossView, pool: Pool, seat: Seat, card: int) -> bool:
    """Whether a seat's own view shows that a card is a Character; for other viewers it may be a terrain."""
    if view.viewer != seat:
        return False
    return bool(Situation(view, seat, pool).queries.face(card).kind == "character")


def _attack(situation: Situation, attack: actions.Attack) -> str:
    """Return the probability that an attack hits, and its effect."""
    queries = situation.queries
    attacker = queries.piece(attack.piece)
    target = next((piece for piece in situation.enemies if piece.square == attack.at), None)
    if attacker is None or target is None:
        return ""
    way = queries.attacks(attacker.card)[attack.way]
    percent = f"{situation.struck(attacker, way, target):.0%}"
    damage, left = queries.attack_stat(attacker, "dmg", way, target.card), DEADLY - target.counters
    if damage >= left:
        return gettext("{percent} that its target dies of it.", percent=percent)
    return ngettext(
        "{percent} that its target gets {number} counter more, of {left} that would kill it.",
        "{percent} that its target gets {number} counters more, of {left} that would kill it.",
        damage,
        percent=percent,
        left=left,
    )


def _move(situation: Situation, move: actions.Move) -> str:
    """Return the best reason for a move: the objective or an enemy to reach, or less danger there."""
    piece = situation.queries.piece(move.piece)
    if piece is None:
        return ""
    aims = Aims(situation)
    nearer = aims.progress(piece, move.to) - aims.progress(piece, piece.square)
    safer = CAUTION * (situation.danger(piece, piece.square) - situation.danger(piece, move.to))
    struck = _in_reach(situation, piece, move.to)
    if struck and not _in_reach(situation, piece, piece.square):
        return ngettext(
            "From there its attacks reach {number} enemy.",
            "From there its attacks reach {number} enemies.",
            struck,
        )
    if nearer > 0 and nearer >= safer:
        return gettext("It comes nearer to what decides the match.")
    if safer > 0:
        return gettext("The enemies can do less to it there.")
    return gettext("It is better placed there for the turns to come.")


def _in_reach(situation: Situation, piece: Piece, square: int) -> int:
    """Return the number of enemies in the range of a Character's attacks from a square, ignoring sight."""
    queries = situation.queries
    squares = [queries.in_range(piece, attack, 1 << square) for attack in queries.attacks(piece.card)]
    return sum([any(each >> enemy.square & 1 for each in squares) for enemy in situation.enemies])
