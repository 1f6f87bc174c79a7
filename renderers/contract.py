"""What every game's renderer offers. Renderers draw views and never receive a state, so they cannot leak."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from bot.engine.wording import Focus

ViewT = TypeVar("ViewT")

ALT_TEXT_LIMIT = 256
"""Characters of alt text that Discord keeps."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture."""

    png: bytes
    alt: str
    """What the picture shows, in words; at most `ALT_TEXT_LIMIT` characters."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""


class Renderer(ABC, Generic[ViewT]):
    """Draws one game. The same arguments always give the same bytes."""

    @abstractmethod
    def board(
        self,
        view: ViewT,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
    ) -> Picture:
        """Draw the table as the view shows it.

        `names` are the players' names by seat; `recent` the facts of the last turn that the viewer may
        know, oldest first, drawn as arrows and marks; `focus` is what to point out to one player alone.
        """
