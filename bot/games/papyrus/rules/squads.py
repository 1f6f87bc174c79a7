"""Ready-made squads: a recipe of kinds that fits any squad size and any choice of kinds (PAP-02)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.errors import BadOptions
from bot.engine.sentences import visible
from bot.engine.spelling import typed
from bot.games.papyrus.rules.options import Kind, Kinds, Options

# Custom squads, as the option `squads` pins them: "rats:4smg+2sniper/wolves:10smg" (PAP-02).


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
    parts = [_PART.fullmatch(each.strip()) for each in written.split("+")]
    weights: dict[Kind, int] = {}
    for entry in parts:
        if entry is None or entry[2] not in [kind.value for kind in Kind] or Kind(entry[2]) in weights:
            weights = {}
            break
        weights[Kind(entry[2])] = int(entry[1])
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


ALLOWED_KINDS: Mapping[Kinds, tuple[Kind, ...]] = {
    Kinds.BASIC: (Kind.SMG,),
    Kinds.INTERMEDIATE: (Kind.SMG, Kind.SHOTGUN, Kind.SNIPER),
    Kinds.ADVANCED: tuple(Kind),
}
"""The kinds that may be picked under each option, in the order of the rulebook (PAP-02)."""


JOINED = "+"
"""The separator between the kinds of a free choice in normalized options: "smg+rpg"."""


def allowed_kinds(options: Options) -> tuple[Kind, ...]:
    """Return the kinds that may be picked under normalized options, in the order of the rulebook (PAP-26)."""
    chosen = options.only.split(JOINED) if options.only else list(Kind)
    return tuple([kind for kind in ALLOWED_KINDS[options.kinds] if kind in chosen])


def most_of(kind: Kind, options: Options) -> int:
    """Return the maximum number of a kind in a squad; every unit may be an SMG (PAP-26)."""
    return options.squad if kind is Kind.SMG or not options.most else min(options.most, options.squad)


def recruitable(squad: Collection[Kind], options: Options) -> tuple[Kind, ...]:
    """Return the kinds of which a squad may have one more, regardless of its size."""
    counts = Counter(squad)
    return tuple([kind for kind in allowed_kinds(options) if counts[kind] < most_of(kind, options)])


class Squad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made squad."""

    key: str
    """The name a player types, such as `balanced`."""
    title: str
    weights: Mapping[Kind, int]
    """The shares of the kinds; a kind left out, or with 0, is not in the squad."""
    description: str = ""
    """One sentence for the list of squads."""

    def under(self, options: Options) -> tuple[Kind, ...]:
        """Return a squad of the agreed size, of the allowed kinds.

        It is as close to the recipe's shares as possible. A kind's excess over its limit is distributed among
        the other kinds of the recipe; if these are full too, among all allowed kinds in their order.
        """
        rooms = {kind: most_of(kind, options) for kind in allowed_kinds(options)}
        counts = dict.fromkeys(rooms, 0)
        missing = options.squad
        while missing:
            open_kinds = [kind for kind, room in rooms.items() if counts[kind] < room]
            weights = {kind: self.weights.get(kind, 0) for kind in open_kinds}
            for kind, share in _shares(weights, missing).items():
                counts[kind] = min(rooms[kind], counts[kind] + share)
            missing = options.squad - sum(counts.values())
        return tuple([kind for kind, count in counts.items() for _ in range(count)])


def _shares(weights: Mapping[Kind, int], size: int) -> Mapping[Kind, int]:
    """Return shares by largest remainder, equal ones in the given order; all to the first without weights."""
    total = sum(weights.values())
    if total == 0:
        return {next(iter(weights)): size}
    shares = {kind: size * weight // total for kind, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda kind: -(size * weights[kind] % total))
    for kind in by_remainder[: size - sum(shares.values())]:
        shares[kind] += 1
    return shares
