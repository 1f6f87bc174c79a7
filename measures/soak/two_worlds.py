"""Pairs of worlds of every game: what a viewer observes is the same in both (tests/two_worlds.py)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.registry import GAMES
from tests.cogs.test_two_worlds_of_payloads import observables
from tests.games.arclash import chance as arclash
from tests.games.arclash import test_two_worlds as arclash_worlds
from tests.games.arclash.shipped import shipped
from tests.games.crossfire import chance as crossfire
from tests.games.crossfire import test_two_worlds as crossfire_worlds
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


def _papyrus(number: int) -> Iterator[tuple[Any, Callable[[Any], TwoWorlds]]]:
    for state in papyrus.secret_positions(range(number, number + 1)):
        yield (
            state,
            lambda _viewer: TwoWorlds(
                GAMES["papyrus"].rules, papyrus_worlds.battery, papyrus_worlds.REVEALS, steps=4
            ),
        )


def _crossfire(number: int) -> Iterator[tuple[Any, Callable[[Any], TwoWorlds]]]:
    form: Any = ("two", "four", "two", "ultimate")[number % 4]
    for state in crossfire.positions(range(number, number + 1), form, 0.05):
        yield (
            state,
            lambda viewer: TwoWorlds(
                crossfire_worlds.HONEST,
                crossfire_worlds.battery,
                crossfire_worlds.reveals_to(viewer),
                steps=3,
                parting=crossfire_worlds.PARTING,
            ),
        )


def _arclash(number: int) -> Iterator[tuple[Any, Callable[[Any], TwoWorlds]]]:
    for state in arclash.positions(range(number, number + 1), 0.1, shipped()):
        yield (
            state,
            lambda viewer: TwoWorlds(
                shipped(),
                arclash_worlds.battery,
                steps=4,
                parting=arclash_worlds.parting_for(viewer),
                glimpse=arclash_worlds.looking_or_asked,
            ),
        )


def _neocombat(number: int) -> Iterator[tuple[Any, Callable[[Any], TwoWorlds]]]:
    for state in neocombat.positions(range(number, number + 1), 0.08):
        team = state.options.team
        yield (
            state,
            lambda viewer, team=team: TwoWorlds(  # type: ignore[misc]
                GAMES["neo-combat"].rules,
                neocombat_worlds.battery,
                steps=4,
                parting=neocombat_worlds.parting_for(viewer, team),
            ),
        )


def _overcross(number: int) -> Iterator[tuple[Any, Callable[[Any], TwoWorlds]]]:
    for state in overcross.positions(range(number, number + 1), 0.03):
        yield (
            state,
            lambda viewer: TwoWorlds(
                GAMES["overcross"].rules,
                overcross_worlds.battery,
                steps=3,
                parting=overcross_worlds.parting_for(viewer),
                glimpse=overcross_worlds.looking,
            ),
        )


POSITIONS = {
    "papyrus": _papyrus,
    "crossfire": _crossfire,
    "arclash": _arclash,
    "neo-combat": _neocombat,
    "overcross": _overcross,
}
"""Of each game, the positions of match `number`, and how the worlds of a viewer are compared there."""


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
    """Compare pair after pair; yield whether all that is sent was compared."""
    watched, count = observables(game), 0
    for match in range(10_000 * seed, 10_000 * (seed + 1)):
        for state, worlds_of in POSITIONS[game](match):
            for viewer in viewers(state):
                count += 1
                whole = count % SENT_OF == 0
                worlds = worlds_of(viewer)
                worlds.observables = watched if whole else {}
                worlds.steps = 1 if whole else worlds.steps
                worlds.battery = worlds.battery if count % REFUSED_OF == 1 else lambda _view: ()
                try:
                    worlds.check(state, viewer, seed=count)
                except Leak as leak:
                    faults.append(f"{game}, match {match}, viewer {viewer}: {leak}")
                yield whole
