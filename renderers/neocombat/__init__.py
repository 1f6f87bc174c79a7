"""Neo-Combat drawn: a battlefield of sectors with cloaked and revealed varans, hands and single cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.base.language import N_
from bot.engine.wording import Focus
from bot.games.neocombat.cards.cards import ActionCard, AnyCard, Pool
from bot.games.neocombat.rules.view import NeoView
from bot.games.neocombat.wording.board_text import varans_text
from bot.games.neocombat.wording.names import Lexicon, Talk, printed_words, varan_name
from renderers.contract import Picture, Sort
from renderers.kit.alt_text import alt_player, cut, joined, table_text
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.card import card_png
from renderers.kit.cards.emblem import Emblem
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.palette import SEATS, Colour
from renderers.kit.sprites import Sprite
from renderers.kit.titles import drawn_player
from renderers.neocombat.cards import card_in_words, draw_hand, emblem_of, hand_names, printed
from renderers.neocombat.sheet import draw_varan
from renderers.neocombat.signs import SIGNS as EXPLAINED
from renderers.neocombat.table import draw_table, draw_zoom, parts_of, shown_in

__all__ = ["NeoCombatRenderer"]


class NeoCombatRenderer(CardRenderer[NeoView, Pool]):
    """Draws matches of Neo-Combat and single cards. Caches depend only on the drawn content."""

    plate: ClassVar[Colour | None] = SEATS[2].tones[2]
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By use"), "rank": N_("By number")})
    signs: ClassVar[Mapping[str, Callable[[int], Sprite]]] = MappingProxyType(EXPLAINED)
    draw_hand = staticmethod(draw_hand)
    hand_names = staticmethod(hand_names)

    @staticmethod
    def emblem(face: AnyCard, pool: Pool, /) -> Emblem | None:  # noqa: ARG004 - it is all on the card
        """Return the parts of an action card's emblem; a varan has none."""
        return emblem_of(face) if isinstance(face, ActionCard) else None

    def board(
        self,
        view: NeoView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or one seat's varans with all that is known of them.

        Safe to call from several threads. Of the places that `focus` names, `chosen` and `targets` are
        tokens and `reach` are sectors.
        """
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        tokens = shown_in(view, part)
        if tokens:
            player = alt_player(names, tokens[0] // view.options.team)
            words = joined([f"{player}.", *varans_text(Talk(view, names, Lexicon(pool)), tokens)])
            return draw_zoom(view, tokens, called, pool).picture(words)
        board = draw_table(view, called, recent, focus, pool, self._wording)
        return board.picture(table_text("Neo-Combat", self._wording, view, names, recent))

    def parts(self, view: NeoView) -> Mapping[str, str]:
        """Return a part for each seat and, where they are few, for each varan, with their titles."""
        return parts_of(view)

    def card(self, face: AnyCard, pool: Pool) -> Picture:  # noqa: ARG002 - all is on the card
        """Draw an action card, or a varan, large."""
        if not isinstance(face, ActionCard):
            return draw_varan(face).picture(cut(f"{varan_name(face)}: {printed_words(face)}."))
        return Picture(card_png(printed(face)), card_in_words(face), CARD_WIDTH, CARD_HEIGHT)
