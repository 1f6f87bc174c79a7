"""A change of a match: prepared, committed, and all rows that it writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot.base.clock import Clock
from bot.engine.contract import Event, Seat
from bot.matches.deliveries import DeliveryKind
from bot.matches.loaded_match import Happening, Last, LoadedMatch
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.ports import ActionRow, DrawRow, EventRow, MatchWrite, NewDelivery, PreviousHolder, Record

Notifications: TypeAlias = tuple[tuple[DeliveryKind, Seat | None], ...]
"""The kinds of deliveries, each with its seat (None: the channel)."""


def to_seats(kind: DeliveryKind, seats: Iterable[Seat]) -> Notifications:
    """Return a delivery of this kind for each of these seats."""
    return tuple([(kind, seat) for seat in seats])


class PendingChange(msgspec.Struct, frozen=True):
    """One change of a match, ready to be saved."""

    record: Record
    """The match afterwards; its revision and versions are raised when it is saved."""
    notifications: Notifications = ()
    visible_to: frozenset[Seat] | None = None
    """The seats that may know that anything happened; None for everybody."""
    unaffected: frozenset[Seat] = frozenset()
    """The seats whose possible actions are the same, so that their buttons stay valid."""
    actions: tuple[ActionRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    draws: tuple[DrawRow, ...] = ()
    back_to: int | None = None
    """Where actions are taken back: the number of the last one that stays."""
    state: Any = None
    """The state afterwards, decoded."""
    recent: tuple[Happening, ...] = ()
    reported: tuple[Event, ...] = ()
    """The events of the change, for the acting user."""
    last: Last | None = None
    """The last of the actions; None where there are none."""

    def changes_nothing(self, loaded: LoadedMatch, seat: Seat) -> bool:
        """Whether a seat has only chosen, unseen by others, what it had chosen before.

        It is asked of the seat's own secret choices alone, so the answer tells nobody of anything hidden.
        Several actions count, even if the last one restores what was before the first.
        """
        unseen = self.visible_to == frozenset((seat,)) and len(self.actions) == 1 and not self.draws
        return unseen and self.state == loaded.state and self.record.info == loaded.record.info

    def __repr__(self) -> str:
        return f"PendingChange({self.record!r})"


class CommittedChange(NamedTuple):
    """The result of a request to change a match."""

    loaded: LoadedMatch
    reported: tuple[Event, ...] = ()
    done: bool = True
    """Whether it was committed now."""
    repeated: bool = False
    """Whether its request had been carried out before."""


class PlayResult(msgspec.Struct, frozen=True):
    """The result of an accepted request, as far as the acting player may know it."""

    match_view: MatchView
    """The match afterwards."""
    facts: tuple[Any, ...]
    """The facts that this player may know."""
    repeated: bool = False
    """Whether this request had been carried out before; then nothing was done now."""
    unchanged: bool = False
    """Whether the player asked for what was so already; nothing was done or recorded."""


def change_of(before: Record, pending: PendingChange, request: str | None, clock: Clock) -> MatchWrite:
    """Return the rows that a pending change writes; `before` is the match before it."""
    record = _raised(pending)
    persons = record.info.persons
    return MatchWrite(
        record=record,
        at=clock(),
        request=request,
        actions=pending.actions,
        events=pending.events,
        draws=pending.draws,
        deliveries=(
            *[
                delivery(record.info, *each)
                for each in (
                    *pending.notifications,
                    *_proposals(before, record),
                    *_ends(before.info, record.info),
                    *_answers(before.info, record.info, pending.notifications),
                )
            ],
            *_offers(before, record),
        ),
        back_to=pending.back_to,
        seated=persons if persons != before.info.persons else None,
        former=_former(before.info, record.info),
    )


def _former(before: MatchInfo, after: MatchInfo) -> tuple[PreviousHolder, ...]:
    """Return the former holders of seats that changed hands in a running match."""
    if before.stage is not Stage.PLAYING:
        return ()
    pairs = zip(before.seats, after.seats, strict=True)
    return tuple(
        [
            PreviousHolder(seat, was.user)
            for seat, (was, now) in enumerate(pairs)
            if now.user not in (0, was.user)
        ]
    )


def _raised(pending: PendingChange) -> Record:
    """Return the record with its revision raised, and the versions of the affected seats."""
    info, versions = pending.record.info, pending.record.versions
    if pending.visible_to is None:
        info = msgspec.structs.replace(info, version=info.version + 1)
        newcomers = (0,) * (len(info.seats) - len(versions))
        concerned = frozenset(range(len(info.seats))) - pending.unaffected
        versions = (*versions[: len(info.seats)], *newcomers)
    else:
        concerned = pending.visible_to
    versions = tuple(version + (seat in concerned) for seat, version in enumerate(versions))
    return msgspec.structs.replace(
        pending.record, info=info, revision=pending.record.revision + 1, versions=versions
    )


def _proposals(before: Record, after: Record) -> Notifications:
    """Return the deliveries for a proposal that was made, answered or closed."""
    was, now = before.info.match_terms.proposal, after.info.match_terms.proposal
    if was == now:
        return ()
    asked = {seat for each in (was, now) if each is not None for seat in each.needed}
    persons = [seat for seat in sorted(asked) if after.info.seats[seat].user]
    return (("proposal", None), *to_seats("proposal", persons))


def _ends(before: MatchInfo, after: MatchInfo) -> Notifications:
    """Return the deliveries that tell all seated persons that the match has ended."""
    if before.stage is not Stage.PLAYING or not after.stage.ended:
        return ()
    return to_seats("over", [seat for seat, holder in enumerate(after.seats) if holder.user])


def _answers(before: MatchInfo, after: MatchInfo, told: Notifications) -> Notifications:
    """Return the deliveries that tell a player that the others have answered the proposal.

    There are none for a player who gets a DM about the turn anyway, and none at the end of the match.
    """
    was, settled = before.match_terms.proposal, after.match_terms.settled
    if was is None or settled is None or was.number != settled.number or after.stage is not Stage.PLAYING:
        return ()
    by = settled.by
    if settled.result not in ("agreed", "refused") or by < 0 or not after.seats[by].user:
        return ()
    return () if ("turn", by) in told else (("answer", by),)


def _offers(before: Record, after: Record) -> list[NewDelivery]:
    """Return the DMs to persons without a seat to whom a seat is offered, or was until now."""
    was, now = before.info.match_terms.proposal, after.info.match_terms.proposal
    if was == now:
        return []
    users = dict.fromkeys([each.offered_to for each in (was, now) if each is not None and each.offered_to])
    key = f"{after.info.id}.{after.info.version}.pn"
    return [NewDelivery("proposal", f"{key}{number}", user) for number, user in enumerate(users)]


def delivery(info: MatchInfo, kind: DeliveryKind, seat: Seat | None) -> NewDelivery:
    """Return the outbox row that publishes a message of a match, for a seat or in the channel."""
    letter = kind[0]
    key = f"{info.id}.{info.version}.{letter}" + ("" if seat is None else str(seat))
    return NewDelivery(kind, key, 0 if seat is None else info.seats[seat].user)
