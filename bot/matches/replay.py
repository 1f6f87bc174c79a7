"""Replays a stored match up to any of its actions, and makes its audit (docs/FAIRNESS.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.engine.audit import FORMAT, Audit, AuditAction, AuditDraw
from bot.engine.contract import Seat, Viewer
from bot.matches.loaded_match import first_state, follow, stream
from bot.matches.model import Codec
from bot.matches.ports import ActionRow, DrawRow, Record


class Moment(NamedTuple):
    """A match after one of its actions."""

    seq: int
    """The number of the action; 0 for the setup."""
    state: Any
    """The state; the next moment changes it, so clone it to keep it."""
    awaited: frozenset[Seat]
    turn_from: int
    """The first action of the turn then."""
    before_from: int
    """The first action of the turn before that."""


def moments(
    record: Record, codec: Codec, actions: Sequence[ActionRow], draws: Sequence[DrawRow]
) -> Iterator[Moment]:
    """Yield a match after its setup and after each action that was not taken back, oldest first.

    Void draws are skipped, so that all draws are the same as in the match.
    """
    rules, info = codec.rules, record.info
    void = [row.draw.n for row in draws if row.draw.void]
    rng = stream(record, void=void)
    state = first_state(record, rules, codec.options(info.options), rng)
    turn, turn_from, before_from = rules.turn_of(state), 1, 1
    yield Moment(0, state, rules.to_act(state), turn_from, before_from)
    for row in actions:
        if row.undone:
            continue
        follow(rng, row.seat)
        rules.apply(state, row.seat, codec.action(row.action), rng)
        now = rules.turn_of(state)
        if now != turn:
            turn, before_from, turn_from = now, turn_from, row.seq + 1
        yield Moment(row.seq, state, rules.to_act(state), turn_from, before_from)


def moment_after(
    record: Record, codec: Codec, actions: Sequence[ActionRow], draws: Sequence[DrawRow], seq: int
) -> Moment:
    """Return the match as it was after the last action up to number `seq`."""
    last = None
    for moment in moments(record, codec, [row for row in actions if row.seq <= seq], draws):
        last = moment
    assert last is not None, "the setup is a moment"
    return last


def views_before(
    record: Record,
    codec: Codec,
    actions: Sequence[ActionRow],
    draws: Sequence[DrawRow],
    wanted: Sequence[tuple[int, Viewer]],
) -> list[Any]:
    """Replay the match and return the views before each of these actions."""
    rules, last = codec.rules, max([seq for seq, _ in wanted])
    asked: dict[int, set[Viewer]] = {}
    for seq, viewer in wanted:
        asked.setdefault(seq, set()).add(viewer)
    played = [row for row in actions if row.seq < last and not row.undone]
    nexts = [row.seq for row in actions if not row.undone and row.seq <= last]
    views: dict[tuple[int, Viewer], Any] = {}
    for moment, after in zip(moments(record, codec, played, draws), nexts, strict=False):
        for viewer in asked.get(after, ()):
            views[after, viewer] = rules.view(rules.clone(moment.state), viewer)
    return [views[each] for each in wanted]


def audit_of(record: Record, draws: Sequence[DrawRow], actions: Sequence[ActionRow]) -> Audit:
    """Return the data from which an ended match can be dealt and replayed.

    It shows the seed of the match. Actions taken back are left out and the rest numbered without gaps; their
    draws stay, as void.
    """
    info = record.info
    return Audit(
        format=FORMAT,
        match=info.id,
        game=info.game,
        rules=info.rules,
        cards=info.cards,
        options=msgspec.json.decode(info.options),
        seats=len(info.seats),
        commitment=info.commitment,
        seed=record.seed.hex(),
        words=tuple(holder.word for holder in info.seats),
        draws=tuple(AuditDraw.of(row.draw) for row in draws),
        actions=tuple(
            AuditAction(number, row.seat, msgspec.json.decode(row.action))
            for number, row in enumerate((row for row in actions if not row.undone), start=1)
        ),
        outcome=info.outcome,
    )
