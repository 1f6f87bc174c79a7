"""Standing orders: secret answers of a seat to later decisions, given after a delay.

An answer by orders must look like a manual one. Its delay is therefore drawn for each decision from the
service's own entropy, never from the match's random stream. Only the seat knows whether it has orders:
setting them raises no version, makes no event and sends no message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from bot.engine.contract import Action, Seat
from bot.matches import plans
from bot.matches.clocks import OpenWindow, given_back, window_key
from bot.matches.model import Codec
from bot.matches.plans import Dropped, Plan

log = structlog.get_logger(__name__)

SHORTEST_DELAY, LONGEST_DELAY = timedelta(minutes=2), timedelta(minutes=10)
"""The shortest and the longest delay of an answer by orders (NEO-10a)."""
_ENTROPY_BYTES = 8


class SeatOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of one seat, a secret of its player, and their next due time."""

    given: str = ""
    """The game's Orders struct, encoded; "" for none."""
    earlier: str = ""
    """The orders that still count in window number `window`; new orders count from the next one."""
    window: int | None = None
    held: bool = False
    """Whether the player has taken an action back: orders answer nothing until the player has acted."""
    due: datetime | None = None
    """When the open decision is answered; None when it is not."""
    since: datetime | None = None
    """When this delay was drawn."""
    plan: Plan | None = None
    """The plan for the seat's next turn."""
    dropped: Dropped = ""
    """Why the last plan was dropped, until its player has acted or planned again."""

    def __repr__(self) -> str:
        return "SeatOrders()"  # never in a log

    def earlier_count(self, window: OpenWindow | None, seat: Seat) -> bool:
        """Whether the earlier orders still count, because the window in which they were replaced is open."""
        return self.window is not None and window_key(window) == (seat, self.window)

    def in_window(self, window: OpenWindow | None, seat: Seat) -> str:
        """Return the orders that count for the open decision."""
        return self.earlier if self.earlier_count(window, seat) else self.given

    @property
    def playing_plan(self) -> bool:
        """Whether the planned turn has come and the plan is being carried out."""
        return self.plan is not None and self.plan.begun

    def planning(self, plan: Plan | None, dropped: Dropped = "") -> SeatOrders:
        """Return these with another plan, or none."""
        return replace(self, plan=plan, dropped=dropped)


NO_ORDERS = SeatOrders()


def set_orders(
    orders: tuple[SeatOrders, ...],
    seats: int,
    seat: Seat,
    given: str,
    window: OpenWindow | None,
) -> tuple[SeatOrders, ...]:
    """Return all seats' orders with new ones for one seat, whose delay is drawn again."""
    before = of_seat(orders, seat)
    mine = window is not None and window.seat == seat
    after = replace(
        before,
        given=given,
        earlier=before.in_window(window, seat) if mine else "",
        window=window.number if mine and window is not None else None,
        due=before.due if mine else None,
        since=before.since if mine else None,
        held=False,
    )
    return with_seat(orders, seats, seat, after)


def of_seat(orders: tuple[SeatOrders, ...], seat: Seat) -> SeatOrders:
    """Return the orders of one seat."""
    return orders[seat] if seat < len(orders) else NO_ORDERS


def with_seat(
    orders: tuple[SeatOrders, ...], seats: int, seat: Seat, after: SeatOrders
) -> tuple[SeatOrders, ...]:
    """Return the orders of all seats with these of one."""
    whole = (*orders, *[NO_ORDERS] * (seats - len(orders)))
    return (*whole[:seat], after, *whole[seat + 1 :])


def held(orders: tuple[SeatOrders, ...], seat: Seat) -> tuple[SeatOrders, ...]:
    """Return all orders, with one seat's orders suspended until its player has acted."""
    return with_seat(orders, len(orders), seat, replace(orders[seat], held=True))


def kept(orders: tuple[SeatOrders, ...], seats: Collection[Seat]) -> tuple[SeatOrders, ...]:
    """Return the orders of these seats alone; empty where no seat has any."""
    of_seats = tuple([each if seat in seats else NO_ORDERS for seat, each in enumerate(orders)])
    return of_seats if any(each != NO_ORDERS for each in of_seats) else ()


def credited(
    orders: tuple[SeatOrders, ...], last: datetime, now: datetime, before: datetime | None
) -> tuple[SeatOrders, ...]:
    """Return the orders with their due times put off by the time in which the bot was away.

    Time until `before` was given back already. Without this, all would be answered when the bot is back.
    """
    after = list(orders)
    for seat, each in enumerate(orders):
        if each.due is not None and each.since is not None:
            after[seat] = replace(each, due=each.due + given_back(each.since, last, now, before))
    return tuple(after)


def answer(codec: Codec, state: Any, seat: Seat, own: SeatOrders, window: OpenWindow | None) -> Action | None:
    """Return the legal action by which a seat's plan or orders answer; None to ask the player.

    Orders that fail ask the player; the actions of others are not delayed by that.
    """
    rules, orders = codec.rules, codec.orders(own.in_window(window, seat))
    if own.plan is not None and own.playing_plan:
        return plans.next_action(rules, state, seat, own.plan)
    if rules.ordered is None or orders is None or seat not in rules.to_act(state):
        return None
    legal = rules.legal(state, seat)
    try:
        action: Action | None = rules.ordered.answer_by_orders(rules.view(state, seat), legal, orders)
    except Exception as fault:
        log.error("standing orders failed", error=type(fault).__name__)
        return None
    return action if action is not None and action in legal else None


def drawn_delay(entropy: Callable[[int], bytes]) -> timedelta:
    """Return a random delay, uniform between the shortest and the longest."""
    part: float = int.from_bytes(entropy(_ENTROPY_BYTES)) / 256**_ENTROPY_BYTES
    return SHORTEST_DELAY + (LONGEST_DELAY - SHORTEST_DELAY) * part
