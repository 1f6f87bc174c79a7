"""The screen of a game's standing orders, where each order is one of a few settings in a select menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.menus import buttons, select
from bot.engine.wording import Choice, Menu

THEN = ("orders",)
"""The path of the first screen of the orders."""


class Setting(NamedTuple):
    """One field of a game's orders."""

    field: str
    prompt: str
    """The question of the menu, a message."""
    values: Mapping[Any, str]
    """A message for each value; the first value orders nothing."""


def orders_screen(orders: Any, settings: Sequence[Setting], about: str) -> Menu:
    """Return the screen that lists the orders and lets them be changed; `about` adds an explanation."""
    told = "\n".join([f"- {gettext(each.values[getattr(orders, each.field)])}" for each in settings])
    groups = []
    for each in settings:
        choices = [
            Choice(
                f"{each.field}-{number}".replace("_", "-"),
                gettext(words),
                orders=replace(orders, **{each.field: value}),
                then=THEN,
            )
            for number, (value, words) in enumerate(each.values.items())
        ]
        groups += select(gettext(each.prompt), choices)
    plain = type(orders)()
    if orders != plain:
        groups += buttons([Choice("ask", gettext("Ask me everything"), orders=plain, then=THEN)])
    secret = gettext(
        "I carry out your orders some minutes after I would ask you; until then you can still act "
        "yourself. Nobody else learns of it."
    )
    return Menu(f"{gettext('**Your standing orders**')}\n{told}\n{about}\n{secret}", tuple(groups))
