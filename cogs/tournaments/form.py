"""The form of a new tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

import discord
from discord import ui
from msgspec import convert

from bot.competitions.model import USUAL_CLOCK, Conditions, Plans
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.matches.clocks import LONGEST, ClockTerms
from bot.matches.terms import read_clock
from bot.tournaments.model import Format
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.layout import fit

FORM, WORD = "cupform", "cupword"
"""The verbs of the custom_ids of the forms."""
TITLE = 45
_RANGE = re.compile(r"(\d{1,5})?\s*(?:-|–|to|bis)\s*(\d{1,5})?")
_ID = re.compile(r"[0-9]{0,19}")


def form_of_new(path: tuple[str, ...], game: str) -> ui.Modal:
    """Return the form; `path` keeps what the command has said already."""
    form = ui.Modal(
        title=fit(gettext("A tournament of {game}", game=game), TITLE),
        custom_id=ComponentId(FORM, path=path).encode(),
        timeout=None,
    )
    fields = (
        ("options", gettext("Options of its matches"), "squad=5 map=open"),
        ("clock", gettext("Clock"), "3 days + 12 hours a turn"),
        ("days", gettext("Days until the deadline"), ""),
        ("rating", gettext("Rating of who may enter"), "1200-1600"),
        ("matches", gettext("Ended matches that one must have"), "0"),
    )
    for key, label, example in fields:
        field: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=key, placeholder=example or None, required=False, max_length=200
        )
        form.add_item(ui.Label(text=label, component=field))
    return form


def form_of_word(path: tuple[str, ...], title: str, *, partner: bool = False) -> ui.Modal:
    """Return the form with which one enters: it asks for one's word for the randomness, and for a partner.

    `path` is the tournament, and who has asked one to enter with them.
    """
    form = ui.Modal(
        title=fit(gettext("Enter {tournament}", tournament=title), TITLE),
        custom_id=ComponentId(WORD, path=path).encode(),
        timeout=None,
    )
    if partner:
        chooser: ui.UserSelect[ui.Modal] = ui.UserSelect(custom_id="partner", min_values=1, max_values=1)
        about = gettext("They are asked, and have to agree.")
        form.add_item(ui.Label(text=gettext("Your partner"), description=about, component=chooser))
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="word", required=False, max_length=64)
    form.add_item(
        ui.Label(
            text=gettext("Your own word for the randomness"),
            description=gettext("It may stay empty."),
            component=field,
        )
    )
    return form


def path_of(
    game: str,
    kind: str,
    seats: int,
    size: int,
    *,
    role: discord.Role | None,
    winner: discord.Role | None,
    rated: bool,
) -> tuple[str, ...]:
    """Return what the command has said, as the form keeps it."""
    ids = [str(each.id) if each is not None else "0" for each in (role, winner)]
    return (game, kind, str(seats), str(size), *ids, str(int(rated)))


def plans_of(path: tuple[str, ...], fields: Mapping[str, str], options: Mapping[str, str]) -> Plans:
    """Return the plans that a form says. Raises `Refusal`."""
    if len(path) != 7 or path[1] not in get_args(Format):
        raise Refusal.translated("This form is from an older version of the bot. Use /tournament new again.")
    game, kind, seats, size, role, winner, rated = path
    low, high = _rating(fields.get("rating", ""))
    return Plans(
        game=game,
        format=convert(kind, Format),
        seats=whole_number(seats, 2),
        options=options,
        clock=clock_of(fields.get("clock", "")),
        days=_number(fields.get("days", "")),
        size=whole_number(size),
        conditions=Conditions(_id(role), low, high, _number(fields.get("matches", ""))),
        rated=rated != "0",
        winner_role=_id(winner),
    )


def clock_of(words: str) -> ClockTerms:
    """Return the clock of a tournament: who runs out of time has lost, and a bank is capped."""
    if not words.strip():
        return USUAL_CLOCK
    terms = read_clock(words)
    cap = min(terms.seconds * 2, LONGEST) if terms.kind == "bank" and terms.increment else 0
    return ClockTerms(terms.kind, terms.seconds, terms.increment, terms.grace, "resign", cap)


def _id(word: str) -> int:
    return int(word) if word and _ID.fullmatch(word) else 0


def _number(words: str) -> int:
    if not words.strip():
        return 0
    if not words.strip().isdecimal() or len(words.strip()) > 4:
        raise Refusal.translated("{words} is not a number.", words=fit(words, 40))
    return int(words)


def _rating(words: str) -> tuple[int, int]:
    """Return the lowest and the highest rating in words such as "1200-1600", "1200-" or "-1600"."""
    if not words.strip():
        return 0, 0
    found = _RANGE.fullmatch(words.strip().lower())
    if found is None:
        raise Refusal.translated("{words} is no range of ratings: write 1200-1600.", words=fit(words, 40))
    return int(found[1] or 0), int(found[2] or 0)
