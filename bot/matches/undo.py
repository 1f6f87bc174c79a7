"""Taking actions back by the rules of good manners.

The last actions of the seat on turn are free to take back while nothing random or hidden has been revealed
by them. Anything else needs the consent of all others, who are told exactly what is taken back. The
randomness is never rewound: what was drawn stays in the proof, as void.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.engine.contract import Event, Rules, Seat
from bot.matches import timing
from bot.matches.cache import Happening, Position
from bot.matches.errors import MatchRefusal
from bot.matches.ledger import Step, latest
from bot.matches.model import DeliveryKind
from bot.matches.notices import TakenBack
from bot.matches.past import moment_after
from bot.matches.ports import ActionRow, DrawRow, EventRow
from bot.matches.timing import people

MOST_TAKEN_BACK = 50
"""Actions that can be taken back at once."""
MOST_TOLD = 50
"""Facts of them that are told."""


class Plan(msgspec.Struct, frozen=True):
    """What would be taken back."""

    back_to: int
    """The last action that stays."""
    count: int
    """How many actions."""
    free: bool
    """Whether nobody has to agree."""


class Records(NamedTuple):
    """All that is stored of what was done in a match."""

    actions: Sequence[ActionRow]
    draws: Sequence[DrawRow]
    happened: Sequence[Happening]
    """The events of all actions that may be taken back."""


def plan(position: Position, records: Records, seat: Seat) -> Plan:
    """Return what it means for a seat to take its last action back. Raises `MatchRefusal`."""
    done = [row for row in records.actions if not row.undone]
    mine = next((place for place in reversed(range(len(done))) if done[place].seat == seat), None)
    if mine is None:
        raise MatchRefusal("You have done nothing yet that could be taken back.")
    taken = done[mine:]
    if len(taken) > MOST_TAKEN_BACK:
        raise MatchRefusal(
            f"{len(taken)} actions have been made since your last one; that is too far to go back."
        )
    back_to = done[mine - 1].seq if mine else 0
    return Plan(back_to, len(taken), _is_free(position, records, seat, taken))


def _is_free(position: Position, records: Records, seat: Seat, taken: Sequence[ActionRow]) -> bool:
    first = taken[0].seq
    if first < position.record.turn_from or seat not in position.may_act:
        return False
    if any(row.seat != seat for row in taken) or any(row.seq >= first for row in records.draws):
        return False
    rules = position.codec.rules
    return not any(seq >= first and _reveals(rules, event, seat) for seq, event in records.happened)


def _reveals(rules: Rules[Any, Any, Any, Any], event: Event, seat: Seat) -> bool:
    """Whether an event told anybody what was hidden, or was not for all alike."""
    forms = [event.public, *event.private.values()]
    return bool(set(event.private) - {seat}) or any(isinstance(form, rules.revealing) for form in forms)


def taken_back(position: Position, records: Records, planned: Plan, seat: Seat, now: datetime) -> Step:
    """Return the step that takes actions back for a seat that may, or to whom all have agreed."""
    record, codec = position.record, position.codec
    was = moment_after(record, codec, records.actions, records.draws, planned.back_to)
    facts = [event.public for seq, event in records.happened if seq > planned.back_to]
    told = Event(
        TakenBack(
            seat,
            not planned.free,
            planned.count,
            tuple([msgspec.Raw(codec.encode(fact)) for fact in facts if fact is not None][:MOST_TOLD]),
        )
    )
    seq = record.seq + 1
    life = replace(record.info.life, proposal=None)
    earlier = [happening for happening in records.happened if happening[0] <= planned.back_to]
    changed = replace(
        record,
        info=replace(record.info, life=life),
        state=codec.encode(was.state),
        seq=seq,
        turn_from=was.turn_from,
        before_from=was.before_from,
    )
    news: tuple[tuple[DeliveryKind, Seat | None], ...] = (("board", None),)
    called = people(record.info, was.awaited)
    return Step(
        record=timing.turned(changed, position.awaited, was.awaited, now),
        news=(*news, *(("turn", each) for each in sorted(called))),
        events=(EventRow(seq, 0, codec.encode(told), now),),
        back_to=planned.back_to,
        state=was.state,
        recent=latest((*earlier, (seq, told)), was.before_from),
        told=(told,),
    )
