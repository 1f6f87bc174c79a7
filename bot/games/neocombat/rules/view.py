"""A viewer's knowledge of a match of Neo-Combat (NEO-18).

All fields are equal for all viewers, except those described as the viewer's own. Tokens have the numbers seat
* team + place. Varans have their numbers in the roster, and cards those of their kinds in the list, both of
the pool named by `options.cards`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.contract import BASE_FIELDS, Outcome, Seat, Viewer
from bot.games.neocombat.cards.words.field import Threat
from bot.games.neocombat.rules.knowledge import Knowledge
from bot.games.neocombat.rules.options import Options

Phase: TypeAlias = Literal["draft", "specials", "movement", "combat", "repair", "over"]
"""draft: all at once, in secret (NEO-01a). specials: one each, before the first step (NEO-05a). movement:
step by step (NEO-05). combat (NEO-07). repair: all at once, in secret (NEO-14)."""

Gone: TypeAlias = Literal["", "dropped", "resigned"]

NOBODY = -1
GONE = -1
"""The sector of a varan that has left the game."""
DRAWN = 20
"""The maximum number of cards that action cards let a seat draw in one turn. Each play and answer takes a
card from a hand, and only drawing adds one, so a combat always ends, whatever the cards do. Draws of the
rules themselves, and claims, once a turn for an attribute of a varan, do not count.
"""


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The public state of a varan on the table; immutable, replaced at each change."""

    sector: int
    """The sector, 0 for the Centre, or `GONE`."""
    revealed: bool = False
    sideways: bool = False
    moved: bool = False
    """Whether it has moved in this turn."""
    used: tuple[str, ...] = ()
    """The attributes it has claimed in this turn (NEO-11)."""
    spared: bool = False
    """Whether it has already kept a card in this turn that would have left the game (NEO-13)."""

    @property
    def here(self) -> bool:
        """Whether it is still in the game."""
        return self.sector != GONE


def token_name(token: int, team: int) -> str:
    """Return a token's permanent number: `2.3` is seat 2's third (NEO-18a)."""
    return f"{token // team + 1}.{token % team + 1}"


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack or a sensor that its target's owner may answer (NEO-10)."""

    number: int
    """Distinguishes its window from all others of the match."""
    seat: Seat
    card: int
    user: int
    """The token that attacks, or -1 for a sensor, which needs none."""
    target: int
    kind: Threat
    by: int = 0
    """The damage after reductions."""
    again: bool = False
    """Whether a second attack follows."""
    way: int | UnsetType = UNSET
    """The use of the card, if it has effects after success."""


class Second(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second attack that was announced and may be made now (NEO-07)."""

    user: int
    kind: Literal["shot", "strike"]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current choices of a seat for Repair, in secret (NEO-14, NEO-15)."""

    dress: tuple[tuple[int, int], ...] = ()
    """Cards, each with the token it is used on."""
    cloak: tuple[int, ...] = ()
    shuffle: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that it uses from the hand."""
        return (*[card for card, _ in self.dress], *self.discard)


NO_PLAN = Plan()


class NeoView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match as seen by one viewer."""

    viewer: Viewer
    hands: tuple[int, ...]
    """The number of cards in each seat's hand."""
    deck: int
    discard: tuple[int, ...]
    """The discard pile, the latest card last."""
    options: Options
    seats: int
    phase: Phase
    turn: int
    """The number of the turn, from 1; 0 in the draft."""
    first: Seat
    """The seat with the First player's marker, which keeps it even after leaving."""
    current: Seat
    """The seat to act, or `NOBODY` if all act at once."""
    cloaked: bool
    """Whether it is the cloaked varans' turn to move."""
    step: int
    """The step of the movement, 1 to 3; 0 outside of it."""
    tokens: tuple[Token, ...]
    knowledge: tuple[Knowledge, ...]
    """The public knowledge of each seat's varans (NEO-18c)."""
    wounds: tuple[int, ...]
    """The damage of each varan of the roster: damage is public (NEO-12)."""
    removed: tuple[int, ...]
    """The cards that have left the game, the latest last (NEO-13)."""
    kills: tuple[int, ...]
    dealt: tuple[int, ...]
    """The damage that each seat has dealt."""
    out: tuple[Gone, ...]
    stopped: tuple[Seat, ...]
    """The seats that have stopped moving in this turn (NEO-05b)."""
    passed: tuple[Seat, ...]
    """The seats that have passed in the combat since the last card was played."""
    fight: Fight | None
    second: Second | None
    windows: int
    """The number of windows opened so far."""
    named: tuple[int, ...]
    """How often varans of each seat were named by a sensor, an attack or a Stun in this turn."""
    freed: tuple[int, ...]
    """Sectors that became empty in this turn: their numbers are not used again in it (NEO-06)."""
    hurt: bool
    """Whether there was damage in this turn."""
    quiet: int
    """The number of consecutive turns without damage."""
    ready: tuple[bool, ...]
    """Whether each seat has finished a simultaneous choice."""
    outcome: Outcome | None
    drawn: tuple[Seat, ...] | UnsetType = UNSET
    """The seat of each card that action cards have let seats draw in this turn, if any."""
    hand: tuple[int, ...] = ()
    """The viewer's own cards, in numerical order; those chosen for Repair included."""
    varans: tuple[int, ...] = ()
    """The viewer's own varans, by token."""
    offer: tuple[int, ...] = ()
    """The varans dealt to the viewer in the draft."""
    kept: tuple[int, ...] = ()
    """The varans the viewer has kept so far in the draft."""
    plan: Plan = NO_PLAN
    """The viewer's own choices for Repair."""

    @property
    def acting(self) -> Seat:
        """The only seat to act, or `NOBODY` if all act at once or the match is over (NEO-10)."""
        return self.current if self.fight is None else self.fight.target // self.options.team

    @property
    def sectors(self) -> list[int]:
        """The numbers of the existing sectors, ascending; the Centre always exists (NEO-06)."""
        return sorted({0, *[token.sector for token in self.tokens if token.here]})

    def alive(self, seat: Seat) -> int:
        """Return the number of a seat's remaining varans."""
        team = self.options.team
        return sum([token.here for token in self.tokens[seat * team : (seat + 1) * team]])


SHARED = (
    *BASE_FIELDS, "turn", "first", "current", "cloaked", "step", "tokens", "knowledge", "wounds", "removed",
    "kills", "dealt", "out", "stopped", "passed", "fight", "second", "windows", "named", "freed", "hurt",
    "quiet", "ready", "drawn",
)  # fmt: skip
"""The fields that a state and its view share: public knowledge."""
