"""Refusals as sentences in the game's words, from public information and the player's own."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.engine.grid import lowest, squares_of
from bot.engine.sentences import either
from bot.games.crossfire.rules.cards import (
    JOKER,
    Card,
    a_rank,
    is_joker,
    is_numbered,
    is_royal,
    name,
    pack_of,
    rank,
    rank_name,
    strength,
)
from bot.games.crossfire.rules.piles import defence
from bot.games.crossfire.rules.power import POWERS, SECOND, TEN, partner_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, Pile

# The reason why a node has no power, as a sentence: no partner, no chain to a base, a contested partner.


def why_no_power(reach: Reach, square: int) -> str:
    """Return the sentence on why a seat cannot play from a node: "d4 has no power: ..." (CRF-08)."""
    pile = reach.board[square]
    where = reach.table.name(square)
    if pile is None:
        return gettext("{square} is empty.", square=where)
    if pile.kind == "seized":
        return gettext("{square} is a seized pile, which has no power: resolve it first.", square=where)
    if pile.owner != reach.seat and team_of(pile.owner) == team_of(reach.seat):
        return gettext(
            "{square} is your partner's, and no chain connects it with a powered node of yours.", square=where
        )
    if pile.kind == "node" and is_royal(pile.cards[0]):
        royal = a_rank(strength(pile.cards[0]))
        return gettext("{square} has no power: {rank} never has any.", square=where, rank=royal)
    return _lacking(reach, square)


def _value(reach: Reach, square: int) -> str:
    """Return the power values of a node: "6", or "3 or 7" for a supported base."""
    code = reach.codes[square] & POWERS
    if code == POWERS:
        return gettext("Joker")
    return either([str(power) for power in squares_of(code)])


def _lacking(reach: Reach, square: int) -> str:
    """Return the reason why a node is dead: no partner, no chain, or both (CRF-08)."""
    table, code = reach.table, reach.codes[square]
    where, own = table.name(square), _value(reach, square)
    linked = bool(table.beside[square] & reach.power.powered)
    partners = [
        other
        for other in squares_of(table.beside[square])
        if reach.codes[other] >> SECOND == code >> SECOND and partner_powers(code) & reach.codes[other]
    ]
    if code & TEN:
        return gettext(
            "{square} has no power: its {rank} needs no partner, but no chain leads back to a base.",
            square=where,
            rank=own,
        )
    if partners:
        return _lacking_chain(reach, square, partners[0], linked)
    if linked:
        return gettext("{square} has no power: its {rank} is paired with nothing.", square=where, rank=own)
    return gettext(
        "{square} has no power: its {rank} is paired with nothing, and no chain leads back to a base.",
        square=where,
        rank=own,
    )


def _lacking_chain(reach: Reach, square: int, partner: int, linked: bool) -> str:
    """Return why a possible partner does not help a dead node."""
    values = {
        "square": reach.table.name(square),
        "rank": _value(reach, square),
        "other": _value(reach, partner),
        "partner": reach.table.name(partner),
    }
    if linked:
        return gettext(
            "{square} has no power: its {rank} could pair with the {other} at {partner}, "
            "but that is needed elsewhere in the chain to a base.",
            **values,
        )
    return gettext(
        "{square} has no power: its {rank} pairs with the {other} at {partner}, "
        "but no chain leads from there back to a base.",
        **values,
    )


def not_in_hand(card: Card, seat: Seat) -> str:
    """Say that the player does not hold a card."""
    if card < 0 or card & 63 > JOKER:
        return gettext("There is no such card: choose one of your hand.")
    called = gettext("a Joker") if is_joker(card) else gettext("the {card}", card=name(card))
    if pack_of(card) == seat:
        return gettext("You do not hold {card}: choose a card of your hand.", card=called)
    return gettext(
        "You do not hold {card} of seat {seat}'s pack: choose a card of your hand.",
        card=called,
        seat=pack_of(card) + 1,
    )


def not_on_table(table: Table) -> str:
    """Say that there is no such square."""
    corner = table.name(table.grid.size - 1)
    return gettext("There is no such square on this table: squares run from a1 to {corner}.", corner=corner)


def cannot_lay_there(reach: Reach, at: int) -> str:
    """Say why a card cannot be laid as a node at a square (CRF-12)."""
    table, pile = reach.table, reach.board[at]
    where = table.name(at)
    if table.support_home[at] != NOBODY:
        return gettext(
            "{square} is a support square: a card is laid there to support the base before it, "
            "not as a node.",
            square=where,
        )
    if pile is not None:
        return gettext(
            "{square} is taken by {pile}: choose an empty square.",
            square=where,
            pile=lying(pile, reach.seat),
        )
    own = [square for square in squares_of(table.beside[at]) if _is_own(reach, square)]
    if not own:
        return gettext("{square} has no node of yours beside it: lay beside a powered node.", square=where)
    for square in own:
        if reach.pairing_squares_of(square) >> at & 1:
            return _needs_pair(reach, square)
    return why_no_power(reach, own[0])


def _is_own(reach: Reach, square: int) -> bool:
    pile = reach.board[square]
    return pile is not None and pile.owner == reach.seat and reach.table.support_home[square] == NOBODY


def _needs_pair(reach: Reach, square: int) -> str:
    powers = squares_of(partner_powers(reach.codes[square]))
    return gettext(
        "{square} has no power: only a card that makes 10 with it can be laid off it, {ranks} or a Joker.",
        square=reach.table.name(square),
        ranks=either([gettext("Ace") if power == 1 else str(power) for power in powers]),
    )


def lying(pile: Pile, seat: Seat) -> str:
    """Return the pile on a square for a player: "your 6 of hearts", "seat 2's seized pile"."""
    if pile.kind == "neutral":
        return gettext("a neutral node")
    own, owner = pile.owner == seat, pile.owner + 1
    if pile.kind == "seized":
        return gettext("your seized pile") if own else gettext("seat {seat}'s seized pile", seat=owner)
    if pile.kind == "tower":
        return gettext("your tower") if own else gettext("seat {seat}'s tower", seat=owner)
    card = name(pile.cards[0])
    return (
        gettext("your {card}", card=card) if own else gettext("seat {seat}'s {card}", seat=owner, card=card)
    )


def cannot_attack(reach: Reach, at: int, card: Card) -> str:
    """Say why a contest cannot be opened at a square with this card (CRF-15, CRF-20)."""
    pile, where = reach.board[at], reach.table.name(at)
    if pile is None:
        return gettext("{square} is empty: there is nothing to attack.", square=where)
    if reach.awaits(pile):
        return gettext("{square} is contested already: answer there instead of attacking.", square=where)
    if not reach.is_foe(pile):
        return gettext(
            "{square} holds {pile}: attack an enemy or a neutral node.",
            square=where,
            pile=lying(pile, reach.seat),
        )
    if pile.contested:
        if pile.leader == reach.seat:
            return gettext("You lead at {square} already: wait for the answer.", square=where)
        return _not_your_contest(pile, where)
    if not reach.origins(at, attacking=True):
        return _out_of_reach(reach, at)
    return _not_beaten(reach, pile, where, card)


def _not_beaten(reach: Reach, pile: Pile, where: str, card: Card) -> str:
    if pile.kind == "neutral":
        return gettext(
            "The neutral at {square} is known to be {neutral}: your {rank} does not beat it.",
            square=where,
            neutral=a_rank(strength(pile.cards[0])),
            rank=rank_name(card),
        )
    return gettext(
        "{square} holds {pile} of strength {strength}: your {rank} has only {own}.",
        square=where,
        pile=lying(pile, reach.seat),
        strength=defence(pile),
        rank=rank_name(card),
        own=strength(card),
    )


def _not_your_contest(pile: Pile, where: str) -> str:
    if pile.rival == NOBODY:
        return gettext("Your partner leads at {square}: leave it to them.", square=where)
    return gettext(
        "The contest at {square} is not yours: it is between seat {leader} and seat {rival}.",
        square=where,
        leader=pile.leader + 1,
        rival=pile.rival + 1,
    )


def _out_of_reach(reach: Reach, at: int) -> str:
    """Return why the seat cannot lay on a pile: no own node is adjacent, or none with power."""
    table, where = reach.table, reach.table.name(at)
    beside = table.beside[at]
    if beside & reach.strike:
        line = table.name(lowest(beside & reach.strike))
        return gettext(
            "{base} and {square} are in one base line and do not attack each other.",
            base=line,
            square=where,
        )
    for square in squares_of(beside):
        pile = reach.board[square]
        if pile is not None and pile.owner != NOBODY and team_of(pile.owner) == team_of(reach.seat):
            return why_no_power(reach, square)
    return gettext("You have no powered node and no base beside {square}.", square=where)


def cannot_answer(reach: Reach, at: int, card: Card) -> str:
    """Say why a card cannot be laid in the contest at a square (CRF-16, CRF-20)."""
    pile, where = reach.board[at], reach.table.name(at)
    if pile is None or not pile.contested:
        return gettext("{square} is not contested: there is nothing to answer.", square=where)
    if pile.leader == reach.seat:
        return gettext("You lead at {square} already: wait for the answer.", square=where)
    if pile.lapsed and pile.rival == reach.seat:
        return gettext(
            "Your turn to answer at {square} has passed: seat {seat} wins it.",
            square=where,
            seat=pile.leader + 1,
        )
    if not reach.awaits(pile):
        return _not_your_contest(pile, where)
    if not reach.origins(at, attacking=pile.owner != reach.seat):
        return _out_of_reach(reach, at)
    return _too_weak(reach, pile, where, card)


def _too_weak(reach: Reach, pile: Pile, where: str, card: Card) -> str:
    leading = pile.laid[-1].card
    values = {
        "square": where,
        "leading": a_rank(strength(leading)),
        "strength": strength(leading),
        "rank": rank_name(card),
        "own": strength(card),
    }
    if pile.kind != "neutral" and pile.owner != reach.seat:
        return gettext(
            "At {square} {leading} leads, of strength {strength}: to go on with your attack you need "
            "at least that, and your {rank} has {own}.",
            **values,
        )
    return gettext(
        "At {square} {leading} leads, of strength {strength}: to top it you need more, "
        "and your {rank} has {own}.",
        **values,
    )


def cannot_support(reach: Reach, base: int, card: Card) -> str:
    """Say why a card cannot support a base (CRF-11)."""
    table, pile = reach.table, reach.board[base]
    where = table.name(base)
    if table.base_home[base] != reach.seat or pile is None:
        own = ", ".join([table.name(square) for square in table.bases[reach.seat]])
        return gettext("{square} is no base of yours: yours are {bases}.", square=where, bases=own)
    if pile.owner != reach.seat:
        seat = pile.owner + 1
        return gettext("The base {square} is in the hands of seat {seat}.", square=where, seat=seat)
    if reach.board[table.behind[base]] is not None:
        return gettext("The base {square} has its support already: there is one for each base.", square=where)
    if pile.kind != "node" or not is_numbered(pile.cards[0]):
        return _not_numbered(pile, where)
    if not is_numbered(card):
        return gettext("A base is supported by an Ace to a 10, not by {rank}.", rank=a_rank(strength(card)))
    held, more = rank(pile.cards[0]), rank(card)
    return gettext(
        "The {own} at {square} and a support of {more} make {sum}: the sum must not pass 10.",
        own=held,
        square=where,
        more=more,
        sum=held + more,
    )


def _not_numbered(pile: Pile, where: str) -> str:
    if pile.kind == "seized":
        return gettext(
            "The base {square} is a seized pile: only a numbered base can be supported.", square=where
        )
    if pile.kind == "tower":
        return gettext("The base {square} is a tower: only a numbered base can be supported.", square=where)
    return gettext(
        "The base {square} is a {rank}: only a numbered base can be supported.",
        square=where,
        rank=rank_name(pile.cards[0]),
    )


def cannot_replace(reach: Reach, at: int) -> str:
    """Say why a Joker of the hand cannot replace the pile at a square (CRF-13)."""
    pile, where = reach.board[at], reach.table.name(at)
    if pile is None or pile.owner != reach.seat:
        return gettext("{square} holds no node of yours: a Joker replaces one of your own.", square=where)
    if pile.contested:
        return gettext("{square} is contested: a Joker cannot replace it now.", square=where)
    if pile.kind == "seized":
        return gettext("{square} is a seized pile: a Joker cannot replace it.", square=where)
    if pile.kind == "tower":
        return gettext("{square} is a tower: a Joker cannot replace it.", square=where)
    return gettext("{square} is a Joker already.", square=where)


def cannot_resolve(reach: Reach, at: int) -> str:
    """Say why the pile at a square is not a seized pile to resolve (CRF-18)."""
    pile, where = reach.board[at], reach.table.name(at)
    if pile is None or pile.kind != "seized":
        return gettext("{square} is not a seized pile: there is nothing to resolve.", square=where)
    if pile.owner != reach.seat:
        return gettext(
            "The seized pile at {square} belongs to seat {seat}: it is not yours to resolve.",
            square=where,
            seat=pile.owner + 1,
        )
    return gettext("The seized pile at {square} is contested: it cannot be resolved now.", square=where)


def cannot_rebuild(reach: Reach, at: int) -> str:
    """Say that no powered node is adjacent to a seized pile to be replaced (CRF-18)."""
    return gettext(
        "You have no powered node beside {square}: without one, keep a card of the pile or leave it.",
        square=reach.table.name(at),
    )


def cannot_raise(reach: Reach, at: int) -> str:
    """Say that no powered node is adjacent to a seized pile for a tower (CRF-27)."""
    return gettext(
        "You have no powered node beside {square}: without one, no card of your hand goes on the pile.",
        square=reach.table.name(at),
    )


def no_tower(card: Card, held: Card) -> str:
    """Say that a card of the hand and one of a seized pile make no tower (CRF-27)."""
    return gettext(
        "{card} and {held} make no tower: it takes a 10 and a Jack, Queen or King, "
        "one of your hand and the other of the pile.",
        card=a_rank(strength(card)),
        held=a_rank(strength(held)),
    )


def not_in_pile(reach: Reach, at: int) -> str:
    """Say that a card is not in a seized pile (CRF-18)."""
    where, held = reach.table.name(at), _held(reach, at)
    return gettext(
        "That card is not in the pile at {square}, which holds: {cards}.", square=where, cards=held
    )


def no_royal_in_pile(reach: Reach, at: int) -> str:
    """Say that the royal of a tower is not in a seized pile (CRF-19)."""
    return gettext(
        "A tower at {square} needs a Jack, Queen or King of the pile, which holds: {cards}.",
        square=reach.table.name(at),
        cards=_held(reach, at),
    )


def no_ten_in_pile(reach: Reach, at: int) -> str:
    """Say that the 10 of a tower is not in a seized pile (CRF-19)."""
    return gettext(
        "A tower at {square} needs a 10 of the pile, which holds: {cards}.",
        square=reach.table.name(at),
        cards=_held(reach, at),
    )


def _held(reach: Reach, at: int) -> str:
    pile = reach.board[at]
    return ", ".join([name(card) for card in pile.cards]) if pile is not None else ""
