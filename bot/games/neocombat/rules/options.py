"""The options of a match of Neo-Combat, checked and completed."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.base.language import ngettext
from bot.engine.cards.game import STANDARD
from bot.engine.cards.rules import PlayedCards
from bot.engine.errors import BadOptions
from bot.engine.sentences import echo
from bot.games.neocombat.cards.cards import Library

Deal: TypeAlias = Literal["random", "balanced", "draft"]
End: TypeAlias = Literal["usual", "score", "first", "second", "last"]
Draw: TypeAlias = Literal["alive", "even", "catch-up", "comeback"]
"""`comeback`: as `alive`, and three more for each varan the seat is behind (NEO-04c)."""

USUAL_WOUNDS = 3
USUAL_ENDS: Mapping[int, End] = MappingProxyType({2: "score", 3: "first", 4: "last", 5: "last", 6: "last"})
"""The end by number of seats for tense matches of sufficient length (NEO-16d; docs/BALANCE.md)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    team: Annotated[int, Meta(ge=1, le=8, description="Varans of each player, 1 to 8")] = 4
    deal: Annotated[
        Deal,
        Meta(description="How teams are made: random, random but balanced, or chosen from twice as many"),
    ] = "balanced"
    wounds: Annotated[int, Meta(ge=0, le=4, description="The damage of each varan at the start, 0 to 4")] = 0
    """A varan begins with at least 1 health (NEO-04c)."""
    draw: Annotated[
        Draw,
        Meta(description="Cards per turn: for living varans, for all varans, or more for players behind"),
    ] = "alive"
    end: Annotated[
        End,
        Meta(description="The end: a number of kills; or the first, second or last player without varans"),
    ] = "usual"
    """Normalized, no longer `usual` (NEO-16)."""
    kills: Annotated[
        int, Meta(ge=1, le=8, description="The number of kills that ends the match, 1 to 8, with end=score")
    ] = 3
    turns: Annotated[int, Meta(ge=8, le=60, description="Turns after which most kills win, 8 to 60")] = 20
    hours: Annotated[int, Meta(ge=1, le=72, description="Hours to answer an attack or a sensor, 1 to 72")] = (
        12
    )
    cards: PlayedCards = STANDARD
    """Normalized, the hash of the pool (`bot.games.neocombat.cards.cards.Pool`)."""


def normalize(options: Options, seats: int, library: Library) -> Options:
    """Return the options with the pool's hash and the end filled in. Raises `BadOptions` with a sentence."""
    if not 2 <= seats <= 6:
        raise BadOptions.translated("Neo-Combat is for two to six seats, not {seats}.", seats=seats)
    cards = library.standard.hash if options.cards == STANDARD else options.cards
    if cards not in library:
        raise BadOptions.translated("There are no cards {cards}.", cards=echo(options.cards))
    roster = len(library[cards].roster)
    if seats * options.team > roster:
        raise BadOptions(
            ngettext(
                "Of {roster} varans each of {seats} seats can have {number} at most.",
                "Of {roster} varans each of {seats} seats can have {number} at most.",
                roster // seats,
                roster=roster,
                seats=seats,
            )
        )
    if options.deal == "draft" and offered(options.team, seats, roster) == options.team:
        raise BadOptions.translated(
            "With {seats} seats of {team} varans nothing is left to choose in a draft: "
            "take smaller teams, or another deal.",
            seats=seats,
            team=options.team,
        )
    return replace(options, cards=cards, end=_end(options.end, seats))


def made_tense(options: Options, said: Container[str], seats: int) -> Options:
    """Return the options with fair values for those not chosen.

    See docs/BALANCE.md and NEO-16d.
    """
    usual = {"wounds": USUAL_WOUNDS, "draw": "comeback", "end": USUAL_ENDS[seats]}
    return replace(options, **{name: value for name, value in usual.items() if name not in said})


def offered(team: int, seats: int, roster: int) -> int:
    """Return the number of varans dealt to each seat in a draft (NEO-01a)."""
    return min(2 * team, roster // seats)


def _end(end: End, seats: int) -> End:
    """Return the end for a match of this number of seats (NEO-16)."""
    if end == "usual":
        return "first" if seats < 4 else "second"
    if end == "second" and seats < 4:
        raise BadOptions.translated(
            'The end "second" takes four seats or more: with {seats} take "first".', seats=seats
        )
    return end
