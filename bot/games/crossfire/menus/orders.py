"""The screen of the standing orders of Crossfire."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.engine.standingorders import Setting, orders_screen
from bot.engine.wording import Menu
from bot.games.crossfire.rules.orders import Orders

SETTINGS = (
    Setting(
        "contests",
        N_("How attacks on you are answered"),
        {
            "ask": N_("Attacks: ask me"),
            "bases": N_("Attacks on my bases: answer with the weakest card that is enough"),
            "always": N_("All attacks: answer with the weakest card that is enough"),
        },
    ),
    Setting(
        "keep",
        N_("Bases that could be dealt again"),
        {
            False: N_("Bases: ask me whether to keep them"),
            True: N_("Bases: keep them"),
        },
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext(
        "An answer is the play of your turn. Of several attacks one on a base is answered first; a Joker is"
        " never laid for you. Where no card is enough you are asked."
    )
    return orders_screen(orders, SETTINGS, about)
