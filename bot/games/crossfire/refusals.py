"""Why something cannot be done, in the game's words, from what lies open or is the player's own."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.engine.grid import lowest, squares_of
from bot.games.crossfire.cards import (
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
from bot.games.crossfire.piles import defence
from bot.games.crossfire.power import POWERS, SECOND, TEN, partner_powers
from bot.games.crossfire.standing import Standing
from bot.games.crossfire.table import Table, team_of
from bot.games.crossfire.view import NOBODY, Pile


def not_in_hand(card: Card, seat: Seat) -> IllegalAction:
    """Say that the player does not hold a card."""
    if card < 0 or card & 63 > JOKER:
        return IllegalAction("There is no such card: choose one of your hand.")
    foreign = f" of seat {pack_of(card) + 1}'s pack" if pack_of(card) != seat else ""
    article = "a Joker" if is_joker(card) else f"the {name(card)}"
    return IllegalAction(f"You do not hold {article}{foreign}: choose a card of your hand.")


def not_on_table(table: Table) -> IllegalAction:
    """Say that there is no such square."""
    corner = table.name(table.grid.size - 1)
    return IllegalAction(f"There is no such square on this table: squares run from a1 to {corner}.")


def cannot_lay_there(standing: Standing, at: int) -> IllegalAction:
    """Say why a card cannot be laid as a node at a square (CRF-12)."""
    table, pile = standing.table, standing.board[at]
    where = table.name(at)
    if table.support_home[at] != NOBODY:
        return IllegalAction(
            f"{where} is a support square: a card is laid there to support the base before it, not as a node."
        )
    if pile is not None:
        return IllegalAction(f"{where} is taken by {lying(pile, standing.seat)}: choose an empty square.")
    own = [square for square in squares_of(table.beside[at]) if _is_own(standing, square)]
    if not own:
        return IllegalAction(f"{where} has no node of yours beside it: lay beside a powered node.")
    for square in own:
        if standing.pairing_squares_of(square) >> at & 1:
            return _needs_pair(standing, square)
    return IllegalAction(why_no_power(standing, own[0]))


def _is_own(standing: Standing, square: int) -> bool:
    pile = standing.board[square]
    return pile is not None and pile.owner == standing.seat and standing.table.support_home[square] == NOBODY


def _needs_pair(standing: Standing, square: int) -> IllegalAction:
    powers = [str(power) for power in squares_of(partner_powers(standing.codes[square]))]
    ranks = " or ".join(["Ace" if power == "1" else power for power in powers])
    where = standing.table.name(square)
    return IllegalAction(
        f"{where} has no power: only a card that makes 10 with it can be laid off it, {ranks} or a Joker."
    )


def why_no_power(standing: Standing, square: int) -> str:
    """Return the sentence why a node cannot be played from: "d4 has no power: ..." (CRF-08)."""
    pile = standing.board[square]
    where = standing.table.name(square)
    if pile is None:
        return f"{where} is empty."
    if pile.kind == "seized":
        return f"{where} is a seized pile, which has no power: resolve it first."
    if pile.owner != standing.seat and team_of(pile.owner) == team_of(standing.seat):
        return f"{where} is your partner's, and no chain joins it to a powered node of yours."
    if pile.kind == "node" and is_royal(pile.cards[0]):
        return f"{where} has no power: {a_rank(pile.cards[0])} never has any."
    return f"{where} has no power: {_lacking(standing, square)}."


def _unpaired(standing: Standing, square: int) -> str:
    return f"its {_value(standing, square)} is paired with nothing"


def _value(standing: Standing, square: int) -> str:
    """Return what a node has to offer: "6", or "3 or 7" for a supported base."""
    code = standing.codes[square] & POWERS
    if code == POWERS:
        return "Joker"
    return " or ".join([str(power) for power in squares_of(code)])


def _lacking(standing: Standing, square: int) -> str:
    """Return what a dead node lacks: a partner, a chain, or both (CRF-08)."""
    table, code = standing.table, standing.codes[square]
    linked = bool(table.beside[square] & standing.power.powered)
    partners = [
        other
        for other in squares_of(table.beside[square])
        if standing.codes[other] >> SECOND == code >> SECOND and partner_powers(code) & standing.codes[other]
    ]
    if code & TEN:
        return f"its {_value(standing, square)} needs no partner, but no chain leads back to a base"
    if not partners:
        return _unpaired(standing, square) + ("" if linked else ", and no chain leads back to a base")
    pair = f"the {_value(standing, partners[0])} at {table.name(partners[0])}"
    own = _value(standing, square)
    if linked:
        return f"its {own} could pair with {pair}, but that is needed elsewhere in the chain to a base"
    return f"its {own} pairs with {pair}, but no chain leads from there back to a base"


def lying(pile: Pile, seat: Seat) -> str:
    """Return what lies on a square, to a player: "your 6 of hearts", "a seized pile of seat 2"."""
    if pile.kind == "neutral":
        return "a neutral node"
    whose = "your" if pile.owner == seat else f"seat {pile.owner + 1}'s"
    if pile.kind == "seized":
        return f"{whose} seized pile"
    if pile.kind == "tower":
        return f"{whose} tower"
    return f"{whose} {name(pile.cards[0])}"


def cannot_attack(standing: Standing, at: int, card: Card) -> IllegalAction:
    """Say why a contest cannot be opened at a square with this card (CRF-15, CRF-20)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None:
        return IllegalAction(f"{where} is empty: there is nothing to attack.")
    if standing.awaits(pile):
        return IllegalAction(f"{where} is contested already: answer there instead of attacking.")
    if not standing.is_foe(pile):
        return IllegalAction(
            f"{where} holds {lying(pile, standing.seat)}: attack an enemy or a neutral node."
        )
    if pile.contested:
        return _contested_already(standing, pile, where)
    if not standing.origins(at, attacking=True):
        return IllegalAction(_out_of_reach(standing, at))
    if pile.kind == "neutral":
        return IllegalAction(
            f"The neutral at {where} is known to be {a_rank(pile.cards[0])}: "
            f"your {rank_name(card)} does not beat it."
        )
    return IllegalAction(
        f"{where} holds {lying(pile, standing.seat)} of strength {defence(pile)}: "
        f"your {rank_name(card)} has only {strength(card)}."
    )


def _contested_already(standing: Standing, pile: Pile, where: str) -> IllegalAction:
    if pile.leader == standing.seat:
        return IllegalAction(f"You lead at {where} already: wait for the answer.")
    return _not_your_contest(pile, where)


def _not_your_contest(pile: Pile, where: str) -> IllegalAction:
    if pile.rival == NOBODY:
        return IllegalAction(f"Your partner leads at {where}: leave it to them.")
    return IllegalAction(
        f"The contest at {where} is not yours: "
        f"it is between seat {pile.leader + 1} and seat {pile.rival + 1}."
    )


def _out_of_reach(standing: Standing, at: int) -> str:
    """Return why the seat cannot lay on a pile: what stands beside it has no power, or nothing does."""
    table, where = standing.table, standing.table.name(at)
    beside = table.beside[at]
    if beside & standing.strike:
        line = table.name(lowest(beside & standing.strike))
        return f"{line} and {where} are in one base line and do not attack each other."
    for square in squares_of(beside):
        pile = standing.board[square]
        if pile is not None and pile.owner != NOBODY and team_of(pile.owner) == team_of(standing.seat):
            return why_no_power(standing, square)
    return f"You have no powered node and no base beside {where}."


def cannot_answer(standing: Standing, at: int, card: Card) -> IllegalAction:
    """Say why a card cannot be laid in the contest at a square (CRF-16, CRF-20)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or not pile.contested:
        return IllegalAction(f"Nobody contests {where}: there is nothing to answer.")
    if pile.leader == standing.seat:
        return IllegalAction(f"You lead at {where} already: wait for the answer.")
    if pile.lapsed and pile.rival == standing.seat:
        return IllegalAction(f"Your turn to answer at {where} has passed: seat {pile.leader + 1} wins it.")
    if not standing.awaits(pile):
        return _not_your_contest(pile, where)
    if not standing.origins(at, attacking=pile.owner != standing.seat):
        return IllegalAction(_out_of_reach(standing, at))
    leading = pile.laid[-1].card
    as_high = pile.kind != "neutral" and pile.owner != standing.seat
    return IllegalAction(
        f"At {where} {a_rank(leading)} leads, of strength {strength(leading)}: to "
        f"{'go on with your attack' if as_high else 'top it'} you need "
        f"{'at least that' if as_high else 'more'}, and your {rank_name(card)} has {strength(card)}."
    )


def cannot_support(standing: Standing, base: int, card: Card) -> IllegalAction:
    """Say why a card cannot support a base (CRF-11)."""
    table = standing.table
    where = table.name(base)
    pile = standing.board[base]
    if table.base_home[base] != standing.seat or pile is None:
        own = ", ".join([table.name(square) for square in table.bases[standing.seat]])
        return IllegalAction(f"{where} is no base of yours: yours are {own}.")
    if pile.owner != standing.seat:
        return IllegalAction(f"The base {where} is in the hands of seat {pile.owner + 1}.")
    if standing.board[table.behind[base]] is not None:
        return IllegalAction(f"The base {where} has its support already: there is one for each base.")
    if pile.kind != "node" or not is_numbered(pile.cards[0]):
        what = rank_name(pile.cards[0]) if pile.kind == "node" else _kind_name(pile)
        return IllegalAction(f"The base {where} is a {what}: only a numbered base can be supported.")
    if not is_numbered(card):
        return IllegalAction(f"A base is supported by an Ace to a 10, not by {a_rank(card)}.")
    held, more = rank(pile.cards[0]), rank(card)
    return IllegalAction(
        f"The {held} at {where} and a support of {more} make {held + more}: the sum must not pass 10."
    )


def cannot_replace(standing: Standing, at: int) -> IllegalAction:
    """Say why a Joker of the hand cannot replace what lies at a square (CRF-13)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or pile.owner != standing.seat:
        return IllegalAction(f"{where} holds no node of yours: a Joker replaces one of your own.")
    if pile.contested:
        return IllegalAction(f"{where} is contested: a Joker cannot replace it now.")
    if pile.kind != "node":
        return IllegalAction(f"{where} is a {_kind_name(pile)}: a Joker cannot replace it.")
    return IllegalAction(f"{where} is a Joker already.")


def cannot_resolve(standing: Standing, at: int) -> IllegalAction:
    """Say why what lies at a square is no seized pile to resolve (CRF-18)."""
    pile, where = standing.board[at], standing.table.name(at)
    if pile is None or pile.kind != "seized":
        return IllegalAction(f"{where} is not a seized pile: there is nothing to resolve.")
    if pile.owner != standing.seat:
        return IllegalAction(
            f"The seized pile at {where} belongs to seat {pile.owner + 1}: it is not yours to resolve."
        )
    return IllegalAction(f"The seized pile at {where} is contested: it cannot be resolved now.")


def cannot_rebuild(standing: Standing, at: int) -> IllegalAction:
    """Say that no powered node lies beside a seized pile to be replaced (CRF-18)."""
    where = standing.table.name(at)
    return IllegalAction(
        f"You have no powered node beside {where}: without one, keep a card of the pile or leave it."
    )


def not_in_pile(standing: Standing, at: int, what: str = "") -> IllegalAction:
    """Say that a card is not in a seized pile, or not one that makes a tower (CRF-18, CRF-19)."""
    pile, where = standing.board[at], standing.table.name(at)
    held = ", ".join([name(other) for other in pile.cards]) if pile is not None else ""
    if what:
        return IllegalAction(f"A tower at {where} needs {what} of the pile, which holds: {held}.")
    return IllegalAction(f"That card is not in the pile at {where}, which holds: {held}.")


def _kind_name(pile: Pile) -> str:
    return "seized pile" if pile.kind == "seized" else "tower"
