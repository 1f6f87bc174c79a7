"""The reason why a node has no power, as a sentence: no partner, no chain to a base, a contested partner."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.grid import squares_of
from bot.engine.phrases import either
from bot.games.crossfire.rules.cards import a_rank, is_royal, strength
from bot.games.crossfire.rules.power import POWERS, SECOND, TEN, partner_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import team_of


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
