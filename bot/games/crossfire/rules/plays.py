"""Carrying out the actions of a turn: each checks everything before it changes anything."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import without
from bot.engine.errors import IllegalAction
from bot.engine.grid import lowest
from bot.engine.standardrules import set_at
from bot.games.crossfire.rules import actions, facts, piles, refusals
from bot.games.crossfire.rules.cards import Card, is_joker, is_numbered, is_royal, rank
from bot.games.crossfire.rules.reach import Reach, replaceable, resolvable, strong_enough, tower_mates
from bot.games.crossfire.rules.state import CrossfireState, discard, put, show_in_hand, take_from_hand
from bot.games.crossfire.rules.view import Pile


def lay(state: CrossfireState, seat: Seat, action: actions.Lay) -> facts.Laid:
    """Lay a card on an empty square: adjacent to a powered node any card, adjacent to another node a partner
    (CRF-12).
    """
    standing = _standing(state, seat, action.card, action.at)
    bit = 1 << action.at
    if standing.open_squares() & bit:
        origin: int | None = lowest(standing.table.beside[action.at] & standing.acting)
    else:
        origin = standing.pairing_node(action.at, action.card) if standing.empty & bit else None
    if origin is None:
        raise refusals.cannot_lay_there(standing, action.at)
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.node(seat, action.card))
    return facts.Laid(seat, action.card, action.at, origin)


def support(state: CrossfireState, seat: Seat, action: actions.Support) -> facts.Supported:
    """Lay a numbered card behind an own numbered base; their sum is at most 10 (CRF-11)."""
    standing = _standing(state, seat, action.card, action.base)
    room = dict(standing.supportable()).get(action.base, 0)
    if not is_numbered(action.card) or rank(action.card) > room:
        raise refusals.cannot_support(standing, action.base, action.card)
    at = standing.table.behind[action.base]
    take_from_hand(state, seat, action.card)
    put(state, at, piles.node(seat, action.card))
    return facts.Supported(seat, action.card, at, action.base)


def attack(state: CrossfireState, seat: Seat, action: actions.Attack) -> facts.Attacked | facts.Probed:
    """Open a contest for an enemy's pile, or probe a neutral (CRF-15, CRF-20)."""
    standing = _standing(state, seat, action.card, action.at)
    pile = state.board[action.at]
    if pile is None or not standing.can_attack(action.at) or not strong_enough(pile, seat, action.card):
        raise refusals.cannot_attack(standing, action.at, action.card)
    origin = lowest(standing.origins(action.at, attacking=True))
    take_from_hand(state, seat, action.card)
    if pile.kind == "neutral":
        return _probe(state, seat, action, pile, origin)
    put(state, action.at, piles.attacked(pile, seat, action.card))
    return facts.Attacked(seat, action.card, action.at, origin, pile.owner)


def _probe(
    state: CrossfireState, seat: Seat, action: actions.Attack, pile: Pile, origin: int
) -> facts.Probed:
    card = _reveal(state, action.at) if piles.unknown(pile) else pile.cards[0]
    leads = piles.beats_neutral(action.card, card)
    put(state, action.at, piles.probed(pile, seat, action.card, card, leads))
    return facts.Probed(seat, action.card, action.at, origin, card, leads)


def _reveal(state: CrossfireState, square: int) -> Card:
    """Return the card of a neutral not probed yet; from now on only the board holds it."""
    place = state.table.neutrals.index(square)
    card = state.neutrals[place]
    assert card is not None, "a neutral not probed yet has its card"
    state.neutrals = set_at(state.neutrals, place, None)
    return card


def answer(state: CrossfireState, seat: Seat, action: actions.Answer) -> facts.Answered:
    """Lay a card on a pile that another leads (CRF-16, CRF-20)."""
    standing = _standing(state, seat, action.card, action.at)
    pile = state.board[action.at]
    if pile is None or not standing.can_answer(action.at) or not strong_enough(pile, seat, action.card):
        raise refusals.cannot_answer(standing, action.at, action.card)
    origin = lowest(standing.origins(action.at, attacking=pile.owner != seat))
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.answered(pile, seat, action.card))
    return facts.Answered(seat, action.card, action.at, origin, pile.leader)


def rebuild(state: CrossfireState, seat: Seat, action: actions.Rebuild) -> facts.Rebuilt:
    """Replace an own seized pile by a card of the hand, next to a powered node (CRF-18)."""
    standing = _standing(state, seat, action.card, action.at)
    pile = _seized(standing, action.at)
    if not standing.can_rebuild(action.at):
        raise refusals.cannot_rebuild(standing, action.at)
    origin = lowest(standing.table.beside[action.at] & standing.acting)
    take_from_hand(state, seat, action.card)
    put(state, action.at, piles.node(seat, action.card))
    discard(state, pile.cards)
    return facts.Rebuilt(seat, action.card, action.at, origin, pile.cards)


def raise_tower(state: CrossfireState, seat: Seat, action: actions.Raise) -> facts.Raised:
    """Make a tower of a card of the hand and one of an own seized pile, next to a powered node (CRF-27)."""
    standing = _standing(state, seat, action.card, action.at)
    pile = _seized(standing, action.at)
    if action.held not in pile.cards:
        raise refusals.not_in_pile(standing, action.at)
    if action.held not in tower_mates(pile, action.card):
        raise refusals.no_tower(action.card, action.held)
    if not standing.can_rebuild(action.at):
        raise refusals.cannot_raise(standing, action.at)
    origin = lowest(standing.table.beside[action.at] & standing.acting)
    ten, royal = sorted((action.card, action.held), key=rank)
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
    standing = _standing(state, seat, joker, action.at)
    pile = state.board[action.at]
    if pile is None or not replaceable(pile, seat):
        raise refusals.cannot_replace(standing, action.at)
    take_from_hand(state, seat, joker)
    show_in_hand(state, seat, pile.cards[0])
    put(state, action.at, piles.node(seat, joker))
    return facts.Replaced(seat, action.at, joker, pile.cards[0])


def keep_one(state: CrossfireState, seat: Seat, action: actions.KeepOne) -> facts.KeptOne:
    """Clear an own seized pile away except for one card, of either side; it becomes a node of the seat's
    (CRF-18).
    """
    standing = _standing(state, seat, None, action.at)
    pile = _seized(standing, action.at)
    if action.card not in pile.cards:
        raise refusals.not_in_pile(standing, action.at)
    removed = without(pile.cards, (action.card,))
    put(state, action.at, piles.node(seat, action.card))
    discard(state, removed)
    return facts.KeptOne(seat, action.at, action.card, removed)


def build_tower(state: CrossfireState, seat: Seat, action: actions.Tower) -> facts.Towered:
    """Clear an own seized pile away except for a royal and a 10 (CRF-19)."""
    standing = _standing(state, seat, None, action.at)
    pile = _seized(standing, action.at)
    if action.royal not in pile.cards or not is_royal(action.royal):
        raise refusals.no_royal_in_pile(standing, action.at)
    if action.ten not in pile.cards or rank(action.ten) != 10:
        raise refusals.no_ten_in_pile(standing, action.at)
    removed = without(pile.cards, (action.royal, action.ten))
    put(state, action.at, piles.tower(seat, action.royal, action.ten))
    discard(state, removed)
    return facts.Towered(seat, action.at, action.royal, action.ten, removed)


def _standing(state: CrossfireState, seat: Seat, card: Card | None, at: int) -> Reach:
    """Return the seat's power and reach, after checking the card and the square of an action."""
    if card is not None:
        _check_hand(state, seat, card)
    if not state.table.has(at):
        raise refusals.not_on_table(state.table)
    return Reach(state.table, state.board, seat)


def _check_hand(state: CrossfireState, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise refusals.not_in_hand(card, seat)


def _seized(standing: Reach, at: int) -> Pile:
    pile = standing.board[at]
    if pile is None or not resolvable(pile, standing.seat):
        raise refusals.cannot_resolve(standing, at)
    return pile
