"""The screen of the standing orders of Overcross."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.engine.standingorders import Setting, orders_screen
from bot.engine.wording import Menu
from bot.games.overcross.rules.orders import Orders

SETTINGS = (
    Setting(
        "offers",
        N_("What you may do out of your turn"),
        {
            "ask": N_("What I may do: ask me"),
            "no": N_("What I may do: no"),
            "yes": N_("What I may do: yes"),
        },
    ),
    Setting(
        "only",
        N_("A single answer"),
        {
            False: N_("A single answer: I give it myself"),
            True: N_("A single answer: give it for me"),
        },
    ),
    Setting(
        "first",
        N_("The first hand"),
        {False: N_("First hand: ask me"), True: N_("First hand: keep it")},
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext(
        "They answer what a card asks you while it is not your turn. To hit and to save is rolled without"
        " asking anybody."
    )
    return orders_screen(orders, SETTINGS, about)
