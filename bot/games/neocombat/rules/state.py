"""The state of a match."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Deck
from bot.games.neocombat.rules.knowledge import Knowledge
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.view import NO_PLAN, NOBODY, Fight, Gone, Phase, Plan, Second, Token


class NeoState(msgspec.Struct, forbid_unknown_fields=True):
    """A whole match. All values are immutable, so a copy of the struct is a clone.

    Fields without a description are as in the view.
    """

    options: Options
    """Normalized: `cards` is the hash of the pool."""
    seats: int
    phase: Phase
    first: Seat
    tokens: tuple[Token, ...]
    varans: tuple[int, ...]
    """The roster index of each token's varan: hidden while it is cloaked."""
    knowledge: tuple[Knowledge, ...]
    wounds: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """The cards in hands, in numerical order."""
    deck: Deck
    kills: tuple[int, ...]
    dealt: tuple[int, ...]
    out: tuple[Gone, ...]
    ready: tuple[bool, ...]
    named: tuple[int, ...]
    plans: tuple[Plan, ...]
    offers: tuple[tuple[int, ...], ...] = ()
    """The varans dealt to each seat in the draft; empty without one."""
    kept: tuple[tuple[int, ...], ...] = ()
    turn: int = 0
    current: Seat = NOBODY
    cloaked: bool = False
    step: int = 0
    removed: tuple[int, ...] = ()
    stopped: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    fight: Fight | None = None
    second: Second | None = None
    windows: int = 0
    freed: tuple[int, ...] = ()
    hurt: bool = False
    quiet: int = 0
    outcome: Outcome | None = None
    drawn: tuple[Seat, ...] | UnsetType = UNSET


def new_state(options: Options, seats: int, first: Seat, deck: Deck, wounds: tuple[int, ...]) -> NeoState:
    """Return a match before the deal; `wounds` holds the damage of each varan of the roster."""
    zeros = (0,) * seats
    nobody: list[Gone] = [""] * seats
    return NeoState(
        options=options,
        seats=seats,
        phase="draft",
        first=first,
        tokens=(),
        varans=(),
        knowledge=(),
        wounds=wounds,
        hands=((),) * seats,
        deck=deck,
        kills=zeros,
        dealt=zeros,
        out=tuple(nobody),
        ready=(False,) * seats,
        named=zeros,
        plans=(NO_PLAN,) * seats,
    )
