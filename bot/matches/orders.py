"""Standing orders: what a seat has said in secret is to be answered for it, carried out after a while.

An answer by orders must look like one by hand, so it comes after a delay that is drawn for each decision by
the service's own entropy, never by the match's stream. Nobody but the seat ever learns whether it has orders:
setting them raises no version, makes no event, and is told to nobody.
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
from bot.matches.codec import Codec
from bot.matches.plans import Dropped, Plan
from bot.matches.windows import OpenWindow, given_back

log = structlog.get_logger(__name__)

SHORTEST_DELAY, LONGEST_DELAY = timedelta(minutes=2), timedelta(minutes=10)
"""Between a decision and its answer by orders (NEO-10a)."""
_ENTROPY_BYTES = 8


class SeatOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of one seat, a secret of its player; and when they are carried out next."""

    given: str = ""
    """The game's Orders struct, encoded; "" for none."""
    earlier: str = ""
    """What still counts in the window of number `window`: new orders count from the next one."""
    window: int | None = None
    held: bool = False
    """Whether the player has taken back what was done: nothing is answered before they have acted."""
    due: datetime | None = None
    """When the decision that is open is answered; None when nothing is."""
    since: datetime | None = None
    """When that was drawn."""
    plan: Plan | None = None
    """What is to be done in the seat's next turn."""
    dropped: Dropped = ""
    """Why the last plan was dropped, until its player has acted or planned again."""

    def __repr__(self) -> str:
        return "SeatOrders()"  # never in a log

    def in_window(self, window: OpenWindow | None, seat: Seat) -> str:
        """Return the orders that count for the decision that is open."""
        if window is not None and (window.seat, window.number) == (seat, self.window):
            return self.earlier
        return self.given

    @property
    def playing_plan(self) -> bool:
        """Whether the planned turn has come, and goes on as planned."""
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
    """Return the orders of all seats with new ones for a seat; what waited for it is drawn again."""
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
    """Return the orders of these seats alone; empty where nobody has any."""
    found = tuple([each if seat in seats else NO_ORDERS for seat, each in enumerate(orders)])
    return found if any(each != NO_ORDERS for each in found) else ()


def credited(
    orders: tuple[SeatOrders, ...], last: datetime, now: datetime, before: datetime | None
) -> tuple[SeatOrders, ...]:
    """Return the orders with what waits put off by the time in which the bot was away, up to `before` given
    back already: else all that waited would be answered at the moment of its return."""
    return tuple(
        [
            each
            if each.due is None or each.since is None
            else replace(each, due=each.due + given_back(each.since, last, now, before))
            for each in orders
        ]
    )


def answer(
    codec: Codec, state: Any, seat: Seat, each: SeatOrders, window: OpenWindow | None
) -> Action | None:
    """Return the legal action that a seat's plan or orders answer with, None for the player to be asked.

    Orders that fail ask; the others' moves are not held up by that.
    """
    rules, orders = codec.rules, codec.orders(each.in_window(window, seat))
    if each.plan is not None and each.playing_plan:
        return plans.next_action(rules, state, seat, each.plan)
    if orders is None or seat not in rules.to_act(state):
        return None
    legal = rules.legal(state, seat)
    try:
        found: Action | None = rules.answer_by_orders(rules.view(state, seat), legal, orders)
    except Exception as fault:
        log.error("standing orders failed", error=type(fault).__name__)
        return None
    return found if found is not None and found in legal else None


def drawn_delay(entropy: Callable[[int], bytes]) -> timedelta:
    """Return how long an answer waits, even over the whole span."""
    part: float = int.from_bytes(entropy(_ENTROPY_BYTES)) / 256**_ENTROPY_BYTES
    return SHORTEST_DELAY + (LONGEST_DELAY - SHORTEST_DELAY) * part
