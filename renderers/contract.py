"""What every game's renderer offers. Renderers draw views and never receive a state, so they cannot leak."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from bot.base.language import N_
from bot.engine.wording import Focus

ViewT = TypeVar("ViewT")

Sort: TypeAlias = Literal["suit", "rank"]
"""The ways to sort a hand."""

ALT_TEXT_LIMIT = 256
"""Characters of alt text that Discord keeps."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture."""

    png: bytes
    alt: str
    """The content of the picture in words; at most `ALT_TEXT_LIMIT` characters."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""


class Renderer(ABC, Generic[ViewT]):
    """Draws one game. The same arguments always give the same bytes."""

    has_hands: ClassVar[bool] = False
    """Whether players hold cards, which `hand` draws."""
    brief_hands: ClassVar[bool] = False
    """Whether a `brief` hand has less than the whole one."""
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By suit"), "rank": N_("By rank")})
    """The buttons that sort a hand, in their order; said by `gettext`."""
    signs: ClassVar[Mapping[str, Callable[[int], Any]]] = MappingProxyType({})
    """The signs of its pictures that need a word, by name: functions from a size in pixels to a sprite. The
    glossary of the game (`data/<game>/glossary.toml`) explains them.
    """
    plate: ClassVar[tuple[int, int, int] | None] = None
    """The colour (red, green, blue) behind the game's sign in messages; None for a game without a sign.

    `data/art/game-signs.txt` draws the sign under the game's key without dashes.
    """
    film_part: ClassVar[str | None] = None
    """The `part` that films show, where the usual table changes its scale from board to board."""

    def holds(self, view: ViewT) -> bool:  # noqa: ARG002 - most games have hands in each match or in none
        """Whether players hold cards in this match."""
        return self.has_hands

    @abstractmethod
    def board(
        self,
        view: ViewT,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table as the view shows it, or one of its `parts`, larger.

        `names` are the players' names by seat; `recent` the facts of the last turn that the viewer may
        know, oldest first, drawn as arrows and marks; `focus` is what to point out to one player alone.
        """

    def parts(self, view: ViewT) -> Mapping[str, str]:  # noqa: ARG002 - most tables are drawn whole
        """Return the parts in which a large table can be drawn larger, by key with their titles."""
        return {}

    def hand(
        self,
        view: ViewT,  # noqa: ARG002 - games without hands have nothing to draw
        *,
        names: Sequence[str],  # noqa: ARG002
        sort: Sort = "suit",  # noqa: ARG002
        brief: bool = False,  # noqa: ARG002
    ) -> Picture | None:
        """Draw the viewer's own hand, sorted by suit or by rank.

        A `brief` hand is for a panel: it fits on a phone together with a row of buttons. Returns None for a
        game without hands and for a viewer without a seat. Only the viewer may see it.
        """
        return None

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:  # noqa: ARG002
        """Draw one card by its set number, of the cards of this hash or, with None, of the usual ones.

        None in games whose cards are not drawn singly. Raises `KeyError` for a card that is not there.
        """
        return None
