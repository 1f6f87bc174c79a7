"""Overcross drawn: the grid with zones, terrain, Characters and flags; hands and single cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.base.language import N_, gettext
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.rules.view import NOBODY, OvercrossView
from renderers.contract import Picture, Sort
from renderers.kit.alt_text import table_text
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.card import card_png
from renderers.kit.cards.emblem import Emblem
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.crop import WHOLE
from renderers.kit.lines import latest_lines
from renderers.kit.palette import SEATS, Colour
from renderers.kit.sprites import Sprite
from renderers.kit.titles import drawn_player
from renderers.overcross.cards import card_in_words, draw_hand, emblem_of, hand_names, printed
from renderers.overcross.signs import SIGNS as EXPLAINED
from renderers.overcross.table import SIGNS, draw_table, draw_whole

__all__ = ["OvercrossRenderer"]


class OvercrossRenderer(CardRenderer[OvercrossView, Pool]):
    """Draws matches of Overcross and single cards. Caches depend only on the drawn content."""

    plate: ClassVar[Colour | None] = SEATS[1].tones[2]
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType(
        {"suit": N_("By kind"), "rank": N_("By play cost")}
    )
    film_part = WHOLE
    signs: ClassVar[Mapping[str, Callable[[int], Sprite]]] = MappingProxyType(EXPLAINED)
    draw_hand = staticmethod(draw_hand)
    hand_names = staticmethod(hand_names)

    @staticmethod
    def emblem(face: AnyCard, pool: Pool, /) -> Emblem:  # noqa: ARG004 - it is all on the card
        """Return the parts of a card's emblem."""
        return emblem_of(face)

    def board(
        self,
        view: OvercrossView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table. Safe to call from several threads. The places that `focus` names are squares.

        Ground far from everything that matters is cut off, unless `part` is the whole table, as in films.
        """
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        if part == WHOLE:
            told = latest_lines(self._wording, view, recent, SIGNS)
            board = draw_whole(view, called, recent, told, pool)
        else:
            board = draw_table(view, called, recent, focus, pool)
        return board.picture(table_text("Overcross", self._wording, view, names, recent))

    def parts(self, view: OvercrossView) -> Mapping[str, str]:
        """Return the whole table, once there is something on it."""
        return {} if view.first == NOBODY else {WHOLE: gettext("Whole table")}

    def card(self, face: AnyCard, pool: Pool | None = None) -> Picture:  # noqa: ARG002 - all is on the card
        """Draw one card, large."""
        return Picture(card_png(printed(face)), card_in_words(face), CARD_WIDTH, CARD_HEIGHT)
