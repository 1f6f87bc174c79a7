"""The form into which a list of cards is pasted."""

from __future__ import annotations

import discord
from discord import ui

from bot.decks.lists import TEXT
from bot.decks.refusals import LONGEST
from bot.engine.language import gettext
from bot.registry import Game
from cogs.kit.controls import ComponentId
from cogs.kit.layout import fit

IMPORT = "deckimport"
"""The verb of the form's custom_id; its path is the key of the game."""
TITLE = 45
"""Characters of a form's title."""


def form_for_list(name: str, game: Game) -> ui.Modal:
    """Return the form into which a list is pasted."""
    custom_id = ComponentId(IMPORT, path=(game.key,)).encode()
    title = gettext("A deck of {game}", game=game.title)
    form = ui.Modal(title=fit(title, TITLE), custom_id=custom_id, timeout=None)
    named: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", default=name, max_length=LONGEST)
    cards: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="list",
        style=discord.TextStyle.paragraph,
        placeholder="2 TID-01\n2 TID-02\n1 TID-04",
        max_length=TEXT,
    )
    form.add_item(ui.Label(text=gettext("Name"), component=named))
    form.add_item(ui.Label(text=gettext("Cards, one on each line"), component=cards))
    return form


def filled(data: object) -> dict[str, str]:
    """Return what was written into a form, by the custom_ids of its fields."""
    found: dict[str, str] = {}
    components = data.get("components", []) if isinstance(data, dict) else []
    for part in components:
        field = part.get("component") or next(iter(part.get("components", [])), None)
        if isinstance(field, dict) and isinstance(field.get("value"), str):
            found[str(field.get("custom_id"))] = field["value"]
    return found
