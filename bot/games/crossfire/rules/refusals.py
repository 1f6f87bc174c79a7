"""Refusals as sentences in the game's words, from public information and the player's own."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.engine.grid import lowest, squares_of
from bot.engine.language import gettext
from bot.engine.phrases import either
from bot.games.crossfire.rules.cards import (
    JOKER,
    Card,
    a_rank,
    is_joker,
    is_numbered,
    name,
    pack_of,
    rank,
    rank_name,
    strength,
)
from bot.games.crossfire.rules.piles import defence
from bot.games.crossfire.rules.power import partner_powers
from bot.games.crossfire.rules.powerless import why_no_power
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, Pile


def not_in_hand(card: Card, seat: Seat) -> IllegalAction:
    """Say that the player does not hold a card."""
    if card < 0 or card & 63 > JOKER:
        return IllegalAction.translated("There is no such card: choose one of your hand.")
    called = gettext("a Joker") if is_joker(card) else gettext("the {card}", card=name(card))
    if pack_of(card) == seat:
        return IllegalAction.translated("You do not hold {card}: choose a card of your hand.", card=called)
    return IllegalAction.translated(
        "You do not hold {card} of seat {seat}'s pack: choose a card of your hand.",
        card=called,
        seat=pack_of(card) + 1,
    )


def not_on_table(table: Table) -> IllegalAction:
    """Say that there is no such square."""
    corner = table.name(table.grid.size - 1)
    return IllegalAction.translated(
        "There is no such square on this table: squares run from a1 to {corner}.", corner=corner
    )


def cannot_lay_there(standing: Reach, at: int) -> IllegalAction:
    """Say why a card cannot be laid as a node at a square (CRF-12)."""
    return IllegalAction(_why_not_there(standing, at))


def _why_not_there(standing: Reach, at: int) -> str:
    table, pile = standing.table, standing.board[at]
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
            pile=lying(pile, standing.seat),
        )
    own = [square for square in squares_of(table.beside[at]) if _is_own(standing, square)]
    if not own:
        return gettext("{square} has no node of yours beside it: lay beside a powered node.", square=where)
    for square in own:
        if standing.pairing_squares_of(square) >> at & 1:
            return _needs_pair(standing, square)
    return why_no_power(standing, own[0])


def _is_own(standing: Reach, square: int) -> bool:
    pile = standing.board[square]
    return pile is not None and pile.owner == standing.seat and standing.table.support_home[square] == NOBODY


def _needs_pair(standing: Reach, square: int) -> str:
    powers = squares_of(partner_powers(standing.codes[square]))
    return gettext(
        "{square} has no power: only a card that makes 10 with it can be laid off it, {ranks} or a Joker.",
        square=standing.table.name(square),
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


def cannot_attack(standing: Reach, at: int, card: Card) -> IllegalAction:
    """Say why a contest cannot be opened at a square with this card (CRF-15, CRF-20)."""
    return IllegalAction(_why_no_attack(standing, at, card))


def _why_no_attack(standing: Reach, at: int, card: Card) -> str:
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None:
        return gettext("{square} is empty: there is nothing to attack.", square=where)
    if standing.awaits(pile):
        return gettext("{square} is contested already: answer there instead of attacking.", square=where)
    if not standing.is_foe(pile):
        return gettext(
            "{square} holds {pile}: attack an enemy or a neutral node.",
            square=where,
            pile=lying(pile, standing.seat),
        )
    if pile.contested:
        return _contested_already(standing, pile, where)
    if not standing.origins(at, attacking=True):
        return _out_of_reach(standing, at)
    return _not_beaten(standing, pile, where, card)


def _not_beaten(standing: Reach, pile: Pile, where: str, card: Card) -> str:
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
        pile=lying(pile, standing.seat),
        strength=defence(pile),
        rank=rank_name(card),
        own=strength(card),
    )


def _contested_already(standing: Reach, pile: Pile, where: str) -> str:
    if pile.leader == standing.seat:
        return gettext("You lead at {square} already: wait for the answer.", square=where)
    return _not_your_contest(pile, where)


def _not_your_contest(pile: Pile, where: str) -> str:
    if pile.rival == NOBODY:
        return gettext("Your partner leads at {square}: leave it to them.", square=where)
    return gettext(
        "The contest at {square} is not yours: it is between seat {leader} and seat {rival}.",
        square=where,
        leader=pile.leader + 1,
        rival=pile.rival + 1,
    )


def _out_of_reach(standing: Reach, at: int) -> str:
    """Return why the seat cannot lay on a pile: no own node is adjacent, or none with power."""
    table, where = standing.table, standing.table.name(at)
    beside = table.beside[at]
    if beside & standing.strike:
        line = table.name(lowest(beside & standing.strike))
        return gettext(
            "{base} and {square} are in one base line and do not attack each other.",
            base=line,
            square=where,
        )
    for square in squares_of(beside):
        pile = standing.board[square]
        if pile is not None and pile.owner != NOBODY and team_of(pile.owner) == team_of(standing.seat):
            return why_no_power(standing, square)
    return gettext("You have no powered node and no base beside {square}.", square=where)


def cannot_answer(standing: Reach, at: int, card: Card) -> IllegalAction:
    """Say why a card cannot be laid in the contest at a square (CRF-16, CRF-20)."""
    return IllegalAction(_why_no_answer(standing, at, card))


def _why_no_answer(standing: Reach, at: int, card: Card) -> str:
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or not pile.contested:
        return gettext("{square} is not contested: there is nothing to answer.", square=where)
    if pile.leader == standing.seat:
        return gettext("You lead at {square} already: wait for the answer.", square=where)
    if pile.lapsed and pile.rival == standing.seat:
        return gettext(
            "Your turn to answer at {square} has passed: seat {seat} wins it.",
            square=where,
            seat=pile.leader + 1,
        )
    if not standing.awaits(pile):
        return _not_your_contest(pile, where)
    if not standing.origins(at, attacking=pile.owner != standing.seat):
        return _out_of_reach(standing, at)
    return _too_weak(standing, pile, where, card)


def _too_weak(standing: Reach, pile: Pile, where: str, card: Card) -> str:
    leading = pile.laid[-1].card
    values = {
        "square": where,
        "leading": a_rank(strength(leading)),
        "strength": strength(leading),
        "rank": rank_name(card),
        "own": strength(card),
    }
    if pile.kind != "neutral" and pile.owner != standing.seat:
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


def cannot_support(standing: Reach, base: int, card: Card) -> IllegalAction:
    """Say why a card cannot support a base (CRF-11)."""
    return IllegalAction(_why_no_support(standing, base, card))


def _why_no_support(standing: Reach, base: int, card: Card) -> str:
    table, pile = standing.table, standing.board[base]
    where = table.name(base)
    if table.base_home[base] != standing.seat or pile is None:
        own = ", ".join([table.name(square) for square in table.bases[standing.seat]])
        return gettext("{square} is no base of yours: yours are {bases}.", square=where, bases=own)
    if pile.owner != standing.seat:
        seat = pile.owner + 1
        return gettext("The base {square} is in the hands of seat {seat}.", square=where, seat=seat)
    if standing.board[table.behind[base]] is not None:
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


def cannot_replace(standing: Reach, at: int) -> IllegalAction:
    """Raise why a Joker of the hand cannot replace the pile at a square (CRF-13)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or pile.owner != standing.seat:
        sentence = gettext("{square} holds no node of yours: a Joker replaces one of your own.", square=where)
    elif pile.contested:
        sentence = gettext("{square} is contested: a Joker cannot replace it now.", square=where)
    elif pile.kind == "seized":
        sentence = gettext("{square} is a seized pile: a Joker cannot replace it.", square=where)
    elif pile.kind == "tower":
        sentence = gettext("{square} is a tower: a Joker cannot replace it.", square=where)
    else:
        sentence = gettext("{square} is a Joker already.", square=where)
    return IllegalAction(sentence)


def cannot_resolve(standing: Reach, at: int) -> IllegalAction:
    """Raise why the pile at a square is not a seized pile to resolve (CRF-18)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or pile.kind != "seized":
        return IllegalAction.translated(
            "{square} is not a seized pile: there is nothing to resolve.", square=where
        )
    if pile.owner != standing.seat:
        return IllegalAction.translated(
            "The seized pile at {square} belongs to seat {seat}: it is not yours to resolve.",
            square=where,
            seat=pile.owner + 1,
        )
    return IllegalAction.translated(
        "The seized pile at {square} is contested: it cannot be resolved now.", square=where
    )


def cannot_rebuild(standing: Reach, at: int) -> IllegalAction:
    """Raise that no powered node is adjacent to a seized pile to be replaced (CRF-18)."""
    return IllegalAction.translated(
        "You have no powered node beside {square}: without one, keep a card of the pile or leave it.",
        square=standing.table.name(at),
    )


def cannot_raise(standing: Reach, at: int) -> IllegalAction:
    """Raise that no powered node is adjacent to a seized pile for a tower (CRF-27)."""
    return IllegalAction.translated(
        "You have no powered node beside {square}: without one, no card of your hand goes on the pile.",
        square=standing.table.name(at),
    )


def no_tower(card: Card, held: Card) -> IllegalAction:
    """Say that a card of the hand and one of a seized pile make no tower (CRF-27)."""
    return IllegalAction.translated(
        "{card} and {held} make no tower: it takes a 10 and a Jack, Queen or King, "
        "one of your hand and the other of the pile.",
        card=a_rank(strength(card)),
        held=a_rank(strength(held)),
    )


def not_in_pile(standing: Reach, at: int) -> IllegalAction:
    """Say that a card is not in a seized pile (CRF-18)."""
    where, held = standing.table.name(at), _held(standing, at)
    return IllegalAction.translated(
        "That card is not in the pile at {square}, which holds: {cards}.", square=where, cards=held
    )


def no_royal_in_pile(standing: Reach, at: int) -> IllegalAction:
    """Say that the royal of a tower is not in a seized pile (CRF-19)."""
    return IllegalAction.translated(
        "A tower at {square} needs a Jack, Queen or King of the pile, which holds: {cards}.",
        square=standing.table.name(at),
        cards=_held(standing, at),
    )


def no_ten_in_pile(standing: Reach, at: int) -> IllegalAction:
    """Say that the 10 of a tower is not in a seized pile (CRF-19)."""
    return IllegalAction.translated(
        "A tower at {square} needs a 10 of the pile, which holds: {cards}.",
        square=standing.table.name(at),
        cards=_held(standing, at),
    )


def _held(standing: Reach, at: int) -> str:
    pile = standing.board[at]
    return ", ".join([name(card) for card in pile.cards]) if pile is not None else ""
