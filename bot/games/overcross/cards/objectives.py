"""The objectives; the Characters that each seat names for them; the objectives a side can play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from bot.base.language import N_, gettext, messages
from bot.engine.sentences import listed
from bot.games.overcross.cards.printed import Mark

Objective: TypeAlias = Literal["assassination", "summoning", "flag", "invasion", "deathmatch"]

MARKS: Mapping[str, tuple[Mark, ...]] = {
    "leader": ("leader",),
    "champion": ("champion",),
    "both": ("leader", "champion"),
    "summoning": ("legend",),
    "flag": (),
    "invasion": (),
    "deathmatch": (),
}
"""The marks of the named Characters by goal: the victims of an Assassination, else the objective."""

_ABOUT = messages("overcross-cards", "objectives", dict[str, str])
_MISSING: Mapping[Mark, str] = {
    "leader": N_("no Leader"),
    "champion": N_("no Champion"),
    "legend": N_("no Legend"),
}


def lacking(marks: Collection[str]) -> str:
    """Return the missing marks of a side with these marks: "no Leader and no Legend"; "" if it has all."""
    return listed([gettext(words) for mark, words in _MISSING.items() if mark not in marks])


def served(*sides: Collection[str]) -> str:
    """Return the objectives that these sides, given by their marks, can play: "the Flag and the Invasion"."""
    able = [goal for goal, needed in MARKS.items() if any(set(needed) <= set(marks) for marks in sides)]
    return listed([gettext(_ABOUT[goal]) for goal in able])
