"""The facts of a match of Neo-Combat, as known to one viewer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.engine import facts as common
from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, SeatFact, union_of
from bot.games.neocombat.rules.view import Plan

Why: TypeAlias = Literal["deal", "turn", "claim", "card"]


class TokenFact(Fact, frozen=True):
    """A fact about a varan."""

    token: int


class Kept(SeatFact, frozen=True, tag="kept"):
    """A seat has kept one more of the varans dealt to it; only it knows."""

    varan: int


class TeamDealt(SeatFact, frozen=True, tag="team-dealt"):
    """A seat's varans are on the table, cloaked (NEO-01)."""

    varans: tuple[int, ...] = ()
    """The varans of its tokens; for the seat itself."""


class Drew(SeatFact, frozen=True, tag="drew"):
    """A seat drew cards (NEO-03, NEO-04, NEO-11)."""

    count: int
    why: Why
    cards: tuple[int, ...] = ()
    """For the seat itself."""


class DrewEnough(SeatFact, frozen=True, tag="drew-enough"):
    """The limit of cards drawn by action cards in this turn was reached."""


class Refilled(Fact, frozen=True, tag="refilled"):
    """The discard pile was shuffled into a new deck with this number of cards (NEO-04)."""

    count: int


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A turn begins, with this First player's marker."""

    turn: int
    first: Seat


class StepBegan(Fact, frozen=True, tag="step-began"):
    """A step of the movement begins (NEO-05)."""

    cloaked: bool
    step: int


class Moved(TokenFact, frozen=True, tag="moved"):
    """A varan moved from one sector to another (NEO-06)."""

    origin: int
    to: int


class Stopped(SeatFact, frozen=True, tag="stopped"):
    """A seat makes no more moves in this turn (NEO-05b)."""


class CombatBegan(Fact, frozen=True, tag="combat-began"):
    """The combat begins (NEO-07)."""


class Passed(SeatFact, frozen=True, tag="passed"):
    """A seat passed: in its step, its turn of the combat, its second attack."""

    empty: bool = False
    """Whether it passed automatically, with no card in hand."""


class Played(SeatFact, frozen=True, tag="played"):
    """A card was played (NEO-18b)."""

    card: int
    user: int
    target: int
    way: int


class Claimed(TokenFact, frozen=True, tag="claimed"):
    """A varan has claimed an attribute, or shown it (NEO-09, NEO-11)."""

    attribute: str


class Revealed(TokenFact, frozen=True, tag="revealed"):
    """A varan was revealed."""

    varan: int


class WindowOpened(SeatFact, frozen=True, tag="window-opened"):
    """The target's owner may answer (NEO-10)."""

    number: int


class Defended(SeatFact, frozen=True, tag="defended"):
    """The target's owner answered with a card."""

    card: int


class Undefended(SeatFact, frozen=True, tag="undefended"):
    """The target's owner did not answer; an empty hand was not asked."""


class Fended(Fact, frozen=True, tag="fended"):
    """An attack or sensor had no effect: it was answered, or its user or target has left."""

    target: int


class Hit(TokenFact, frozen=True, tag="hit"):
    """A varan took damage; 0 if the answer has prevented all of it (NEO-12)."""

    by: int
    damage: int
    """All damage on it."""


class Killed(TokenFact, frozen=True, tag="killed"):
    """A varan was killed; the seat that did it scores (NEO-12)."""

    seat: Seat


class Turned(TokenFact, frozen=True, tag="turned"):
    """A varan was turned sideways."""


class SecondFollows(SeatFact, frozen=True, tag="second-follows"):
    """A second attack can be made now (NEO-07)."""

    user: int


class SecondLapsed(Fact, frozen=True, tag="second-lapsed"):
    """An announced second attack has no target, or its seat no card (NEO-07a)."""

    user: int


class RepairBegan(Fact, frozen=True, tag="repair-began"):
    """Repair begins: all choose at once, in secret (NEO-14)."""


class Planned(SeatFact, frozen=True, tag="planned"):
    """The current choices of a seat for Repair; only it knows them."""

    plan: Plan


class HandedOff(common.SeatReady, frozen=True, tag="handed-off"):
    """A seat has chosen, in secret (NEO-01a, NEO-14)."""


class AllReady(Fact, frozen=True, tag="all-ready"):
    """All have chosen for Repair; the choices are revealed together (NEO-14)."""


class Mended(TokenFact, frozen=True, tag="mended"):
    """Damage was removed from a varan."""

    damage: int
    """The remaining damage."""


class CloakedAgain(TokenFact, frozen=True, tag="cloaked-again"):
    """A varan was cloaked."""


class Shuffled(Fact, frozen=True, tag="shuffled"):
    """Cloaked varans of one sector were shuffled (NEO-14a)."""

    tokens: tuple[int, ...]
    varans: tuple[int, ...] = ()
    """The varans of the tokens afterwards; for the seat itself."""


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """A seat discarded cards (NEO-15); or its whole hand, because it is out."""

    cards: tuple[int, ...]


class LostCards(SeatFact, frozen=True, tag="lost-cards"):
    """A card made a seat discard these random cards."""

    cards: tuple[int, ...]


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """A seat rolled dice for a card."""

    card: int
    dice: tuple[int, ...]
    sides: int


class Tossed(SeatFact, frozen=True, tag="tossed"):
    """A seat tossed a coin for a card."""

    card: int
    heads: bool


class TurnedBack(Fact, frozen=True, tag="turned-back"):
    """All varans that were sideways are turned back."""

    tokens: tuple[int, ...]


class Dropped(SeatFact, frozen=True, tag="dropped"):
    """A seat has no varans left, and is out (NEO-16c)."""


class Resigned(SeatFact, frozen=True, tag="resigned"):
    """A seat gave up: its varans are shown and leave (NEO-16c)."""

    varans: tuple[int, ...]
    """Its remaining varans, in the order of their tokens; in the draft the varans dealt to it."""


NeoFact = union_of(globals(), MatchOver)
