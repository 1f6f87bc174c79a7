"""Custom squads, as the option `squads` pins them: "rats:4smg+2sniper/wolves:10smg" (PAP-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from msgspec import UNSET, UnsetType

from bot.engine.errors import BadOptions
from bot.engine.spelling import typed
from bot.engine.visible import visible
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import Squad

MOST_SQUADS = 10
"""The maximum number of custom squads in a match."""
MOST_WEIGHT = 30
_KEY = re.compile(r"[a-z][a-z0-9-]{0,19}", re.ASCII)
_PART = re.compile(r"([0-9]{1,2})([a-z]{1,10})", re.ASCII)
_NONE: Mapping[str, Squad] = MappingProxyType({})


def read_squads(text: str) -> Mapping[str, Squad]:
    """Return squads written as text, by key. Raises `BadOptions` with the faulty squad."""
    squads = [_read(part) for part in typed(text).strip().strip("/").split("/")]
    by_key = {squad.key: squad for squad in squads}
    if len(by_key) < len(squads):
        raise BadOptions.translated("Two squads of your own have one name.")
    if len(squads) > MOST_SQUADS:
        raise BadOptions.translated(
            "There are {number} squads of your own; {most} at most.", number=len(squads), most=MOST_SQUADS
        )
    return by_key


def write_squads(squads: Iterable[Squad]) -> str:
    """Return squads as one text, the form in which a match stores them."""
    return "/".join([f"{squad.key}:{_weights(squad)}" for squad in squads])


def own_squads(pinned: str | UnsetType) -> Mapping[str, Squad]:
    """Return the squads of normalized options, none if the option is not set."""
    return _NONE if pinned is UNSET else _pinned(pinned)


@lru_cache(maxsize=64)
def _pinned(text: str) -> Mapping[str, Squad]:
    return MappingProxyType(dict(read_squads(text)))


def _weights(squad: Squad) -> str:
    return "+".join([f"{squad.weights[kind]}{kind.value}" for kind in Kind if squad.weights.get(kind)])


def _read(part: str) -> Squad:
    key, _, written = part.strip().lower().partition(":")
    found = [_PART.fullmatch(each.strip()) for each in written.split("+")]
    weights: dict[Kind, int] = {}
    for each in found:
        if each is None or each[2] not in [kind.value for kind in Kind] or Kind(each[2]) in weights:
            weights = {}
            break
        weights[Kind(each[2])] = int(each[1])
    fits = all(1 <= weight <= MOST_WEIGHT for weight in weights.values())
    if not _KEY.fullmatch(key) or not weights or not fits:
        raise BadOptions.translated(
            'A squad of your own is written like "rats:4smg+2sniper", several with "/" between them, and'
            ' not "{written}".',
            written=visible(part[:40]),
        )
    return Squad(key, title_of(key), weights)


def title_of(key: str) -> str:
    """Return the title of a custom squad in a match."""
    return key.replace("-", " ").title()
