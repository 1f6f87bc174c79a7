"""Carrying out the actions of a turn: each checks everything before it changes anything."""

from __future__ import annotations

from bot.engine.contract import Seat, set_at
from bot.engine.decks import without
from bot.engine.errors import IllegalAction
from bot.engine.grid import lowest
from bot.games.crossfire.rules import actions, facts, piles, refusals
from bot.games.crossfire.rules.cards import Card, is_joker, is_numbered, is_royal, rank, tower_of
from bot.games.crossfire.rules.reach import (
    Reach,
    reach_of,
    replaceable,
    resolvable,
    strong_enough,
    tower_mates,
)
from bot.games.crossfire.rules.state import CrossfireState, discard, put, show_in_hand, take_from_hand
from bot.games.crossfire.rules.view import Pile


def lay(state: CrossfireState, seat: Seat, action: actions.Lay) -> facts.Laid:
    """Lay a card on an empty square: adjacent to a powered node any card, adjacent to another node a partner
    (CRF-12).
    """
    reach = _reach(state, seat, action.card, action.at)
    bit = 1 << action.at
    if reach.open & bit:
        origin: int | None = lowest(reach.table.beside[action.at] & reach.acting)
    else:
        origin = reach.pairing_node(action.at, action.card) if reach.empty & bit else None
    if origin is None:
        raise IllegalAction(refusals.cannot_lay_there(reach, action.at))
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.node(seat, action.card))
    return facts.Laid(seat, action.card, action.at, origin)


def support(state: CrossfireState, seat: Seat, action: actions.Support) -> facts.Supported:
    """Lay a numbered card behind an own numbered base; their sum is at most 10 (CRF-11)."""
    reach = _reach(state, seat, action.card, action.base)
    room = dict(reach.supportable()).get(action.base, 0)
    if not is_numbered(action.card) or rank(action.card) > room:
        raise IllegalAction(refusals.cannot_support(reach, action.base, action.card))
    at = reach.table.behind[action.base]
    take_from_hand(state, seat, action.card)
    put(state, at, piles.node(seat, action.card))
    return facts.Supported(seat, action.card, at, action.base)


def attack(state: CrossfireState, seat: Seat, action: actions.Attack) -> facts.Attacked | facts.Probed:
    """Open a contest for an enemy's pile, or probe a neutral (CRF-15, CRF-20)."""
    reach = _reach(state, seat, action.card, action.at)
    pile = state.board[action.at]
    if pile is None or not reach.can_attack(action.at) or not strong_enough(pile, seat, action.card):
        raise IllegalAction(refusals.cannot_attack(reach, action.at, action.card))
    origin = lowest(reach.origins(action.at, attacking=True))
    take_from_hand(state, seat, action.card)
    if pile.kind == "neutral":
        card = _reveal(state, action.at) if piles.unknown(pile) else pile.cards[0]
        leads = piles.beats_neutral(action.card, card)
        put(state, action.at, piles.probed(pile, seat, action.card, card, leads))
        return facts.Probed(seat, action.card, action.at, origin, card, leads)
    put(state, action.at, piles.attacked(pile, seat, action.card))
    return facts.Attacked(seat, action.card, action.at, origin, pile.owner)


def _reveal(state: CrossfireState, square: int) -> Card:
    """Return the card of a neutral not probed yet; from now on only the board holds it."""
    place = state.table.neutrals.index(square)
    card = state.neutrals[place]
    assert card is not None, "a neutral not probed yet has its card"
    state.neutrals = set_at(state.neutrals, place, None)
    return card


def answer(state: CrossfireState, seat: Seat, action: actions.Answer) -> facts.Answered:
    """Lay a card on a pile that another leads (CRF-16, CRF-20)."""
    reach = _reach(state, seat, action.card, action.at)
    pile = state.board[action.at]
    if pile is None or not reach.can_answer(action.at) or not strong_enough(pile, seat, action.card):
        raise IllegalAction(refusals.cannot_answer(reach, action.at, action.card))
    origin = lowest(reach.origins(action.at, attacking=pile.owner != seat))
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.answered(pile, seat, action.card))
    return facts.Answered(seat, action.card, action.at, origin, pile.leader)


def rebuild(state: CrossfireState, seat: Seat, action: actions.Rebuild) -> facts.Rebuilt:
    """Replace an own seized pile by a card of the hand, next to a powered node (CRF-18)."""
    reach = _reach(state, seat, action.card, action.at)
    pile = _seized(reach, action.at)
    if not reach.can_rebuild(action.at):
        raise IllegalAction(refusals.cannot_rebuild(reach, action.at))
    origin = lowest(reach.table.beside[action.at] & reach.acting)
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.node(seat, action.card))
    discard(state, pile.cards)
    return facts.Rebuilt(seat, action.card, action.at, origin, pile.cards)


def raise_tower(state: CrossfireState, seat: Seat, action: actions.Raise) -> facts.Raised:
    """Make a tower of a card of the hand and one of an own seized pile, next to a powered node (CRF-27)."""
    reach = _reach(state, seat, action.card, action.at)
    pile = _seized(reach, action.at)
    if action.held not in pile.cards:
        raise IllegalAction(refusals.not_in_pile(reach, action.at))
    if action.held not in tower_mates(pile, action.card):
        raise IllegalAction(refusals.no_tower(action.card, action.held))
    if not reach.can_rebuild(action.at):
        raise IllegalAction(refusals.cannot_raise(reach, action.at))
    origin = lowest(reach.table.beside[action.at] & reach.acting)
    royal, ten = tower_of(action.card, action.held)
    removed = without(pile.cards, (action.held,))
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.tower(seat, royal, ten))
    discard(state, removed)
    return facts.Raised(seat, action.card, action.at, origin, royal, ten, removed)


def throw_away(state: CrossfireState, seat: Seat, action: actions.Discard) -> facts.Discarded:
    """Lay nothing and discard a card, which goes to the discards of its pack (CRF-05)."""
    _check_hand(state, seat, action.card)
    take_from_hand(state, seat, action.card)
    discard(state, (action.card,))
    return facts.Discarded(seat, action.card)


def replace(state: CrossfireState, seat: Seat, action: actions.Replace) -> facts.Replaced:
    """Replace an own node by a Joker of the hand; they may be of different packs (CRF-13, CRF-31)."""
    joker = next((card for card in state.hands[seat] if is_joker(card)), None)
    if joker is None:
        raise IllegalAction.translated("You hold no Joker: only a Joker of your hand can replace a node.")
    reach = _reach(state, seat, joker, action.at)
    pile = state.board[action.at]
    if pile is None or not replaceable(pile, seat):
        raise IllegalAction(refusals.cannot_replace(reach, action.at))
    take_from_hand(state, seat, joker)
    show_in_hand(state, seat, pile.cards[0])
    put(state, action.at, piles.node(seat, joker))
    return facts.Replaced(seat, action.at, joker, pile.cards[0])


def keep_one(state: CrossfireState, seat: Seat, action: actions.KeepOne) -> facts.KeptOne:
    """Clear an own seized pile away except for one card, of either side; it becomes a node of the seat's
    (CRF-18).
    """
    reach = _reach(state, seat, None, action.at)
    pile = _seized(reach, action.at)
    if action.card not in pile.cards:
        raise IllegalAction(refusals.not_in_pile(reach, action.at))
    removed = without(pile.cards, (action.card,))
    put(state, action.at, piles.node(seat, action.card))
    discard(state, removed)
    return facts.KeptOne(seat, action.at, action.card, removed)


def build_tower(state: CrossfireState, seat: Seat, action: actions.Tower) -> facts.Towered:
    """Clear an own seized pile away except for a royal and a 10 (CRF-19)."""
    reach = _reach(state, seat, None, action.at)
    pile = _seized(reach, action.at)
    if action.royal not in pile.cards or not is_royal(action.royal):
        raise IllegalAction(refusals.no_royal_in_pile(reach, action.at))
    if action.ten not in pile.cards or rank(action.ten) != 10:
        raise IllegalAction(refusals.no_ten_in_pile(reach, action.at))
    removed = without(pile.cards, (action.royal, action.ten))
    put(state, action.at, piles.tower(seat, action.royal, action.ten))
    discard(state, removed)
    return facts.Towered(seat, action.at, action.royal, action.ten, removed)


def _reach(state: CrossfireState, seat: Seat, card: Card | None, at: int) -> Reach:
    """Return the seat's power and reach, after checking the card and the square of an action."""
    if card is not None:
        _check_hand(state, seat, card)
    table = state.table
    if not table.has(at):
        raise IllegalAction(refusals.not_on_table(table))
    return reach_of(table, state.board, seat)


def _check_hand(state: CrossfireState, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalAction(refusals.not_in_hand(card, seat))


def _seized(reach: Reach, at: int) -> Pile:
    pile = reach.board[at]
    if pile is None or not resolvable(pile, reach.seat):
        raise IllegalAction(refusals.cannot_resolve(reach, at))
    return pile
