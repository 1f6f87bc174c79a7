"""Standing orders in Arclash: seats that can only stand or pass are not asked.

About one decision in five has a single legal answer. It is secret that a hand has no playable card (ARC-15):
the answer comes after the usual delay of orders.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bot.base.language import gettext
from bot.engine.menus import buttons
from bot.engine.wording import Choice, Menu


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    stand_or_pass: Annotated[
        bool, Meta(description="Stand or pass automatically while you cannot play anything")
    ] = False


def orders_screen(orders: Orders) -> Menu:
    """Return the screen that shows the order and allows changing it."""
    stands = (
        gettext("**While you have nothing you could play, you stand or pass without being asked.**")
        if orders.stand_or_pass
        else gettext("**You are always asked.**")
    )
    about = gettext(
        "In the Advance phase and in battle I can answer for you if you can play no card of your "
        "hand. I do so some minutes after I ask you; until then you can still act yourself. Nobody "
        "else learns of your orders."
    )
    ask = Choice(
        "ask",
        gettext("Always ask me"),
        orders=Orders(),
        then=("orders",),
        style="plain" if orders.stand_or_pass else "good",
    )
    idle = Choice(
        "idle",
        gettext("Stand or pass when I can do nothing else"),
        orders=Orders(stand_or_pass=True),
        then=("orders",),
        style="good" if orders.stand_or_pass else "plain",
    )
    return Menu(f"{stands}\n{about}", tuple(buttons([ask, idle])))
