"""Faults of a card's user, target or claim, as codes; `refusals` has the sentence of each.

They depend only on public information and the player's own (NEO-18).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from bot.engine.contract import Seat
from bot.games.neocombat.cards.varans import Attribute
from bot.games.neocombat.cards.words.abilities import PlayedAbility, PlayedIn
from bot.games.neocombat.cards.words.field import Threat
from bot.games.neocombat.rules.actions import NONE
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.view import Phase, Second

Fault: TypeAlias = str
"""A key of `refusals.SENTENCES`; "" for no fault."""

PLAYED_IN: Mapping[Phase, PlayedIn] = {"specials": "movement", "combat": "combat"}
"""The phases in which cards are played one by one, as cards name them (`PlayedAbility.phases`)."""


def class_of(kind: Threat) -> Threat:
    """Return the class of an attack: a flame differs from a shot only for answers (NEO-17)."""
    return "shot" if kind == "flame" else kind


def again_by(kind: Threat) -> Attribute:
    """Return the attribute that gives a second attack of this kind (NEO-07)."""
    return "berserk" if kind == "strike" else "firepower"


def user_fault(queries: NeoCombatQueries, seat: Seat, way: PlayedAbility, token: int) -> Fault:
    """Return why a varan cannot use a card."""
    if way.user is None:
        return "" if token == NONE else "no-spotter" if way.extra else "no-user"
    if token == NONE:
        return "user-unnamed"
    if fault := _own_fault(queries, seat, token):
        return fault
    if queries.state.tokens[token].sideways:
        return "user-sideways"
    if way.user.attribute and way.user.attribute not in queries.varan(token).attributes:
        return "user-attribute"
    return ""


def _own_fault(queries: NeoCombatQueries, seat: Seat, token: int) -> Fault:
    """Return why a token is not a remaining varan of the seat."""
    if token not in queries.tokens_of(seat):
        return "user-not-yours"
    return "" if queries.state.tokens[token].here else "user-gone"


def target_fault(queries: NeoCombatQueries, seat: Seat, way: PlayedAbility, user: int, token: int) -> Fault:
    """Return why a varan cannot be the target of a card that this user, if any, plays."""
    target = way.target
    if target is None:
        return "" if token == NONE else "no-target"
    if token == NONE:
        return "target-unnamed"
    if not 0 <= token < len(queries.state.tokens):
        return "target-none"
    if (queries.owner(token) == seat) != (target.pieces == "own"):
        return "target-own" if target.pieces == "enemy" else "target-enemy"
    its = queries.state.tokens[token]
    if not its.here:
        return "target-gone"
    if its.revealed != (target.state == "revealed"):
        return "target-revealed" if its.revealed else "target-cloaked"
    if target.attribute and target.attribute not in queries.varan(token).attributes:
        return "target-attribute"
    if target.upright and its.sideways:
        return "target-sideways"
    if target.outside and its.sector == 0:
        return "target-centre"
    if target.damaged and queries.damage(token) == 0:
        return "target-whole"
    if target.within == "any":
        return ""
    if user != NONE:
        return "" if queries.state.tokens[user].sector == its.sector else "user-elsewhere"
    return "" if any(own.sector == its.sector for _, own in queries.own(seat)) else "none-there"


def claim_fault(queries: NeoCombatQueries, seat: Seat, extra: str, token: int) -> Fault:
    """Return why a varan cannot claim an extra card (NEO-11)."""
    if not extra:
        return "no-extra"
    if token == NONE:
        return "claim-nobody"
    if fault := _own_fault(queries, seat, token):
        return fault
    if extra not in queries.varan(token).attributes:
        return "claim-lacks"
    return "claim-used" if extra in queries.state.tokens[token].used else ""


def again_fault(queries: NeoCombatQueries, way: PlayedAbility, user: int) -> Fault:
    """Return why no second attack can be announced (NEO-07)."""
    if way.user is None or way.threat is None:
        return "again-none"
    if queries.state.second is not None:
        return "again-third"
    return "" if again_by(way.threat) in queries.varan(user).attributes else "again-lacks"


def second_fault(second: Second, way: PlayedAbility, user: int) -> Fault:
    """Return why a card cannot be the second attack to be made now (NEO-07)."""
    if way.threat is None or class_of(way.threat) != second.kind:
        return f"second-{second.kind}"
    if not way.second:
        return "second-not"
    return "" if user == second.user else "second-user"


def has_second_target(queries: NeoCombatQueries, seat: Seat, second: Second) -> bool:
    """Whether there is a target for a second attack, by public knowledge (NEO-07a)."""
    sector = queries.state.tokens[second.user].sector
    return any(
        its.revealed and (second.kind == "shot" or its.sector == sector) for _, its in queries.enemies(seat)
    )
