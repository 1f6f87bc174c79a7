"""A first match that teaches: an ordinary small match against the computer, with a word at each step.

A lesson is data. Which of its steps is told follows from what the player sees and where in the menus they
are, and from nothing else: nothing of it is kept, and it can be left at any time.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.language import gettext

Words = Annotated[str, Meta(min_length=1, max_length=600)]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said in one situation."""

    text: Words
    """In Discord's markdown."""
    phase: Annotated[tuple[str, ...], Meta(min_length=1)]
    """The phases of the game (`view.phase`) in which it is said."""
    until: Annotated[int, Meta(ge=0)] = 0
    """The last round or turn, as the lesson counts, in which it is said; 0 for always."""
    chosen: bool | None = None
    """Whether something must have been chosen already on the first screen, or nothing; None for either."""
    own: bool = True
    """Whether it is said while the player is awaited, or while others are."""
    given: str = ""
    """The field of the view that must have a value, such as what is to be answered; "" for none."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `lesson.toml` of a game."""

    counter: str
    """The field of the view that counts rounds or turns."""
    computer: str
    """The key of the computer player."""
    options: dict[str, str | int | bool]
    """The options of the match, those that are not as usual."""
    step: Annotated[tuple[Step, ...], Meta(min_length=1)]
    """The first one that fits is told."""
    over_text: Words
    """What is said at the end."""

    def step_for(self, view: Any, *, awaited: bool, chosen: bool) -> Step | None:
        """Return what is to be said to the seat of a view; None for nothing."""
        for step in self.step:
            if (
                view.phase in step.phase
                and step.own == awaited
                and (step.until == 0 or getattr(view, self.counter) <= step.until)
                and step.chosen in (None, chosen)
                and (not step.given or getattr(view, step.given) is not None)
            ):
                return step
        return None

    def words(self, view: Any, *, awaited: bool, chosen: bool) -> str:
        """Return what is said, in the current language; "" for nothing."""
        if view.outcome is not None:
            return gettext(self.over_text)
        step = self.step_for(view, awaited=awaited, chosen=chosen)
        return "" if step is None else gettext(step.text)
