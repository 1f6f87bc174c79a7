"""Matches of Neo-Combat on Discord: prepared positions, and players who choose from the offers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.matches.model import MatchView
from tests.cogs.arclash_table import key_of
from tests.cogs.club import Club
from tests.cogs.players import Offer, moves_offered, words_of
from tests.games.neocombat.table import Table

SHORT = "team=1 turns=8 end=last"
"""Options of a match that ends soon."""
RELUCTANT = ("pass", "stop", "lot")
ASIDE = ("read", "plan", "until")
"""Suffixes of keys that lead to no action or to standing orders, whose player would get no DM."""


async def seated(club: Club, table: Table) -> None:
    """Seat Ann and as many others as the match has seats."""
    others = (club.ben, club.cleo, club.dan, club.eve, club.fay)[: table.state.seats - 1]
    options = f"team={table.state.options.team}"
    await club.started(*others, game="neo-combat", options=options)
    await club.set_up(table.state)


def a_bold_offer(panel: Any, rng: random.Random) -> Offer:
    """Choose from a panel's offers, seldom to pass, and never to read, to plan or to set orders."""
    offers = moves_offered(panel)
    assert offers, f"nothing is offered: {words_of(panel)}"
    forward = [offer for offer in offers if not key_of(offer).endswith(ASIDE)]
    return rng.choices(forward, [2 if key_of(offer) in RELUCTANT else 4 for offer in forward])[0]


def a_bold_action(legal: Sequence[Any], rng: random.Random) -> Any:
    """Choose a legal action: first its type."""
    kinds = list(dict.fromkeys(type(action) for action in legal))
    (kind,) = rng.choices(kinds, [1 if _tag(kind) in ("pass", "stop", "by-lot") else 4 for kind in kinds])
    return rng.choice([action for action in legal if type(action) is kind])


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def in_a_window(match_view: MatchView) -> bool:
    """Whether a window is open."""
    return match_view.view.fight is not None


def a_duel() -> Table:
    """A combat in which Ann can shoot Ben's revealed hunter, and Ben has answers."""
    return (
        Table("*A3@1 B5@1", "*C6@1/3 B6@2")
        .hold(1, "Burst, Spot!, Slash, Detect")
        .hold(2, "Dodge, Armour, Jammer")
    )
