"""The screen of the standing orders of Papyrus."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.engine.standingorders import Setting, orders_screen
from bot.engine.wording import Menu
from bot.games.papyrus.rules.orders import Orders

SETTINGS = (
    Setting(
        "end",
        N_("A turn in which nothing can be done"),
        {
            False: N_("You end your turns yourself"),
            True: N_("A turn in which nothing else can be done ends by itself"),
        },
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext("Nothing can be done once no unit can move, attack or heal.")
    return orders_screen(orders, SETTINGS, about)
