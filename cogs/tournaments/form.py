"""The form of a new tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

import discord
from msgspec import UNSET, convert
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.engine.spelling import name_key
from bot.games.game import Game
from bot.matches.clocks import LONGEST, ClockTerms
from bot.matches.terms import read_clock
from bot.parts.tournaments.formats.model import Format
from bot.parts.tournaments.model import USUAL_CLOCK, Conditions, Plans
from cogs.kit.controls import whole_number
from cogs.kit.form_fields import people, written
from cogs.kit.forms import OLD_FORM, Asked, Typed
from cogs.kit.layout import fit
from cogs.matches.opening_form import example_of_options

FORM, WORD = "cupform", "cupword"
"""The verbs of the forms."""
WORDS = 200
_RANGE = re.compile(r"(\d{1,5})?\s*(?:-|–|to|bis)\s*(\d{1,5})?")
_ID = re.compile(r"[0-9]{0,19}")


def asked_of_new(game: Game, typed: Typed) -> Asked:
    """Return the fields of the form for a new tournament; its path stores the options of the command."""
    fields = (
        ("options", gettext("Options of its matches"), example_of_options(game)),
        ("clock", gettext("Clock"), "3 days + 12 hours a turn"),
        ("days", gettext("Days until the deadline"), ""),
        ("rating", gettext("Rating required to enter"), "1200-1600"),
        ("matches", gettext("Ended matches that one must have"), "0"),
    )
    title = gettext("A tournament of {game}", game=game.title)
    return Asked(
        title,
        [written(key, label, typed.one(key), WORDS, example=example) for key, label, example in fields],
    )


def asked_for_word(title: str, typed: Typed, *, partner: bool = False) -> Asked:
    """Return the fields of the form for entering: a word for the randomness, and a partner."""
    label, about = gettext("Your own word for the randomness"), gettext("It may stay empty.")
    fields = [written("word", label, typed.one("word"), 64, about=about)]
    if partner:
        about = gettext("They are asked, and have to agree.")
        fields.insert(0, people("partner", gettext("Your partner"), typed.ids("partner"), 1, about))
    return Asked(gettext("Enter {tournament}", tournament=title), fields)


def path_of(
    game: str,
    kind: str,
    seats: int,
    size: int,
    *,
    role: discord.Role | None,
    winner: discord.Role | None,
    rated: bool,
    auto_leave: bool,
) -> tuple[str, ...]:
    """Return the options of the command in the format of the form's path."""
    ids = [str(each.id) if each is not None else "0" for each in (role, winner)]
    return (game, kind, str(seats), str(size), *ids, str(int(rated)), str(int(auto_leave)))


def plans_of(path: tuple[str, ...], fields: Mapping[str, str], options: Mapping[str, str]) -> Plans:
    """Return the plans of a form. Raises `Refusal`."""
    if len(path) != 8 or path[1] not in get_args(Format):
        raise Refusal.translated(OLD_FORM)
    game, kind, seats, size, role, winner, rated, auto_leave = path
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
        auto_leave=True if auto_leave == "1" else UNSET,
    )


def clock_of(words: str) -> ClockTerms:
    """Return the clock of a tournament: a player who runs out of time loses, and a bank has a cap."""
    if not words.strip():
        return USUAL_CLOCK
    terms = read_clock(words)
    cap = min(terms.seconds * 2, LONGEST) if terms.kind == "bank" and terms.increment else 0
    return replace(terms, at_zero="resign", cap=cap)


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
    found = _RANGE.fullmatch(name_key(words))
    if found is None:
        raise Refusal.translated("{words} is no range of ratings: write 1200-1600.", words=fit(words, 40))
    return int(found[1] or 0), int(found[2] or 0)
