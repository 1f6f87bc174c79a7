"""The state of a match at a free table, its views, and the worlds that a viewer cannot tell apart."""

from __future__ import annotations

import msgspec

from bot.engine.contract import Viewer, shared
from bot.engine.fair import SEED_BYTES, Stream
from bot.games.freetable.rules.table import SHARED, Thing
from bot.games.freetable.rules.view import FreeState as FreeState
from bot.games.freetable.rules.view import FreeView, PlannedState

PUBLIC = (
    "options",
    "seats",
    "phase",
    "counters",
    "turn",
    "round",
    "passed",
    "left",
    "ending",
    "touched",
    "done",
    "outcome",
)
"""The fields that everybody knows."""


def view_of(state: FreeState, viewer: Viewer) -> FreeView:
    """Return what a viewer knows of a match."""
    layout = state.layout
    kinds = layout.kinds
    backs = tuple([Thing(-1 - kind.group) for kind in kinds])
    zones = []
    for zone, things in zip(layout.zones, state.zones, strict=True):
        zones.append(
            tuple(
                [
                    each
                    if zone.seen_by(viewer, each, kinds[each.kind])
                    else backs[each.kind]
                    if not (each.turned or each.at)
                    else Thing(-1 - kinds[each.kind].group, turned=each.turned, at=each.at)
                    for each in things
                ]
            )
        )
    chosen = tuple(
        [
            each if each is None or seat == viewer else Thing(-1 - kinds[each.kind].group)
            for seat, each in enumerate(state.chosen)
        ]
    )
    return FreeView(viewer=viewer, zones=tuple(zones), chosen=chosen, **shared(state, PUBLIC))


def resample(view: FreeView, rng: Stream) -> FreeState:
    """Return a match that the viewer cannot tell from the true one: what it does not see is dealt again."""
    layout = view.layout
    kinds = layout.kinds
    unseen: dict[int, list[int]] = {group: [] for group in range(len(layout.table.groups))}
    left = [kind.count for kind in kinds]
    lying = [*[each for things in view.zones for each in things], *[each for each in view.chosen if each]]
    for thing in lying:
        if thing.kind >= 0:
            left[thing.kind] -= 1
    for number, many in enumerate(left):
        unseen[kinds[number].group] += [number] * many
    spare = {
        group: iter(rng.shuffle(f"resample {group + 1}", numbers))
        for group, numbers in unseen.items()
        if numbers
    }

    def dealt(thing: Thing, *, secret: bool) -> Thing:
        if thing.kind >= 0:
            return thing
        kind = next(spare[-1 - thing.kind])
        sides = kinds[kind].sides
        value = 0
        if sides:
            value = rng.roll("resample die", sides)[0] if secret else 1
        return msgspec.structs.replace(thing, kind=kind, value=value)

    zones = []
    for zone, things in zip(layout.zones, view.zones, strict=True):
        secret = zone.kind == "secret row"
        zones.append(tuple([dealt(each, secret=secret) for each in things]))
    chosen = tuple([None if each is None else dealt(each, secret=False) for each in view.chosen])
    return FreeState(zones=tuple(zones), chosen=chosen, **shared(view, PUBLIC))


def planned(view: FreeView) -> PlannedState | None:
    """Return the state in which the viewer's next turn begins if nothing changes; None without such turns."""
    seat = view.viewer
    if seat is None or view.phase != "play" or view.turn == SHARED or view.left[seat]:
        return None
    state = resample(view, Stream("plan", bytes(SEED_BYTES)))
    fields = {field: getattr(state, field) for field in state.__struct_fields__}
    return PlannedState(**{**fields, "turn": seat, "ending": None})
