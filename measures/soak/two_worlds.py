"""Pairs of worlds of every game: what a viewer observes is the same in both (tests/two_worlds.py)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.games.registry import GAMES
from tests.cogs.test_two_worlds_of_payloads import observables
from tests.games.arclash import chance as arclash
from tests.games.arclash import test_two_worlds as arclash_worlds
from tests.games.arclash.shipped import shipped
from tests.games.crossfire import chance as crossfire
from tests.games.crossfire import test_two_worlds as crossfire_worlds
from tests.games.freetable import chance as freetable
from tests.games.freetable import test_two_worlds as freetable_worlds
from tests.games.neocombat import chance as neocombat
from tests.games.neocombat import test_two_worlds as neocombat_worlds
from tests.games.overcross import chance as overcross
from tests.games.overcross import test_two_worlds as overcross_worlds
from tests.games.papyrus import chance as papyrus
from tests.games.papyrus import test_two_worlds as papyrus_worlds
from tests.games.random_play import viewers
from tests.two_worlds import Leak, TwoWorlds

SENT_OF = 200
"""One pair of this number is also compared in everything sent to Discord: pictures, panels, DMs, offers."""
REFUSED_OF = 10
"""One pair of this number is also compared in the answers to a hundred wrong actions."""


GAME_RULES = {key: game.rules for key, game in GAMES.items()}
FORMS: Any = ("two", "four", "two", "ultimate")
WORLDS: Mapping[str, tuple[Callable[[range], Iterator[Any]], Callable[[Any, Any], TwoWorlds]]] = {
    "papyrus": (
        papyrus.secret_positions,
        lambda _state, _viewer: TwoWorlds(
            GAME_RULES["papyrus"], papyrus_worlds.battery, papyrus_worlds.REVEALS, steps=4
        ),
    ),
    "free-table": (
        lambda matches: freetable.positions(matches, kept=0.1),
        lambda _state, _viewer: TwoWorlds(
            GAME_RULES["free-table"], freetable_worlds.battery, freetable_worlds.OPENED, steps=3
        ),
    ),
    "crossfire": (
        lambda matches: crossfire.positions(matches, FORMS[matches[0] % 4], 0.05),
        lambda _state, viewer: TwoWorlds(
            crossfire_worlds.HONEST,
            crossfire_worlds.battery,
            crossfire_worlds.reveals_to(viewer),
            steps=3,
            parting=crossfire_worlds.PARTING,
        ),
    ),
    "arclash": (
        lambda matches: arclash.positions(matches, 0.1, shipped()),
        lambda _state, viewer: TwoWorlds(
            shipped(),
            arclash_worlds.battery,
            steps=4,
            parting=arclash_worlds.parting_for(viewer),
            glimpse=arclash_worlds.looking_or_asked,
        ),
    ),
    "neo-combat": (
        lambda matches: neocombat.positions(matches, 0.08),
        lambda state, viewer: TwoWorlds(
            GAME_RULES["neo-combat"],
            neocombat_worlds.battery,
            steps=4,
            parting=neocombat_worlds.parting_for(viewer, state.options.team),
        ),
    ),
    "overcross": (
        lambda matches: overcross.positions(matches, 0.03),
        lambda _state, viewer: TwoWorlds(
            GAME_RULES["overcross"],
            overcross_worlds.battery,
            steps=3,
            parting=overcross_worlds.parting_for(viewer),
            glimpse=overcross_worlds.looking,
        ),
    ),
}
"""Of each game, the positions of random matches, and the comparison of a viewer's worlds in one."""


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Compare this number of pairs of each game; print the number, and return the leaks."""
    faults = list[str]()
    for game in games or GAMES:
        began, pairs, sent = time.monotonic(), 0, 0
        for pairs, whole in enumerate(_pairs(game, seed, faults), start=1):
            sent += whole
            if pairs >= number or time.monotonic() - began > seconds:
                break
        print(
            f"{game}: {pairs:,} pairs, {sent:,} of them with all that is sent, {len(faults)} leaks",
            flush=True,
        )
    return faults


def _pairs(game: str, seed: int, faults: list[str]) -> Iterator[bool]:
    """Compare pair after pair; yield whether all payloads were compared."""
    watched, count = observables(game), 0
    positions, worlds_of = WORLDS[game]
    for match in range(10_000 * seed, 10_000 * (seed + 1)):
        for state in positions(range(match, match + 1)):
            for viewer in viewers(state):
                count += 1
                whole = count % SENT_OF == 0
                worlds = worlds_of(state, viewer)
                worlds.observables = watched if whole else {}
                worlds.steps = 1 if whole else worlds.steps
                worlds.battery = worlds.battery if count % REFUSED_OF == 1 else lambda _view: ()
                try:
                    worlds.check(state, viewer, seed=count)
                except Leak as leak:
                    faults.append(f"{game}, match {match}, viewer {viewer}: {leak}")
                yield whole
