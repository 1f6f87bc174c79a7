"""Drawing Arclash: single cards, a hand with its texts, and the table with every stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from PIL import Image

from bot.base.language import N_, gettext, messages
from bot.engine.cards.printed import card_name
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import AnyCard, Pool
from bot.games.arclash.rules.view import ArclashView, Phase, Shown
from bot.games.arclash.wording.board_text import seat_text
from bot.games.arclash.wording.names import Lexicon, Talk
from renderers.arclash.cards import card_words, emblem_of, printed, signs
from renderers.arclash.layout import layout
from renderers.arclash.panels import crown, draw_panels
from renderers.arclash.zoom import PREFIX, draw_zoom, parts_of
from renderers.contract import Picture, Sort
from renderers.kit import text
from renderers.kit.alt_text import alt_player, joined, table_text
from renderers.kit.cards.card import HEIGHT, card_png
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.cards.slips import Section, draw_tiled_hand
from renderers.kit.cards.tiles import Tile
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import latest_lines
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PAPER, SEATS, TABLE, Colour
from renderers.kit.png import LARGE_WITH_TEXTS
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import arrow, guard, pile, pips, plate, sand, tick
from renderers.kit.sprites import Sprite
from renderers.kit.text import printable
from renderers.kit.titles import (
    HEADING,
    MARGIN,
    WIDTH,
    Heading,
    drawn_player,
    hand_note,
    no_cards,
    no_cards_yet,
    result,
    table_heading,
)

# The title line of a table: turn and phase, the seat in turn, the order of Supports, the result.


PHASES = messages("arclash-cards", "phases", dict[Phase, str])
_PIECES = PieceCache()


class _Header(NamedTuple):
    """The content of the title line during a match."""

    words: str
    quiet: str
    order: tuple[int, ...]
    passed: tuple[int, ...]
    current: int


def draw_header(board: Mosaic, view: ArclashView, names: Sequence[str]) -> None:
    """Draw the title line. The font can draw the `names`."""
    if view.outcome is not None:
        winners = view.outcome.winners
        over = Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
        board.lay_kept(_PIECES, over, partial(table_heading, over, 46), 0, 0)
        return
    header = _header(view, names)
    board.lay_kept(_PIECES, header, partial(_draw, header), 0, 0)


def _header(view: ArclashView, names: Sequence[str]) -> _Header:
    phase = gettext(PHASES[view.phase])
    words = gettext("Turn {number} · {phase}", number=view.turn, phase=phase) if view.turn else phase
    passed = tuple([seat for seat in view.order if view.places[seat].done or view.places[seat].out])
    quiet = "" if view.order else gettext("first to {score}", score=view.options.score)
    if view.question is not None:
        quiet = gettext("{player} has to choose", player=names[view.question.seat])
    return _Header(words, quiet, view.order, passed, view.current)


def _draw(header: _Header) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, HEADING), TABLE), HEADING // 2
    right = WIDTH - MARGIN - 4
    if header.order:
        right = _order(image, header, right, middle) - 24
    if header.quiet:
        room = right - MARGIN - text.width(header.words, "extrabold", 48) - 32
        right -= 24 + text.write(
            image, right, middle, header.quiet, size=ON_A_PHONE, colour=MUTED, anchor="right", room=room
        )
    text.write_bold(image, MARGIN + 4, middle, header.words, size=48, colour=PAPER, room=right - MARGIN - 4)
    return image


def _order(image: Image.Image, header: _Header, right: int, middle: int) -> int:
    """Draw the order in which seats play Supports.

    Seats that passed are small; the seat to play is on a plate.
    """
    step = 78
    left = right - step * (len(header.order) - 1) - 52
    for at, seat in enumerate(header.order):
        x = left + at * step + 26
        if seat == header.current:
            plate(image, (x - 31, middle - 31, x + 31, middle + 31), 14, GOLD)
            plate(image, (x - 27, middle - 27, x + 27, middle + 27), 11, LIT_PANEL)
        seat_mark(seat, 28 if seat in header.passed else 44).centre(image, x, middle)
        if at:
            arrow(18).centre(image, x - step // 2, middle)
    return left


# The viewer's own hand: the cards it holds and those it may look at, sorted and under headings.


def in_order(hand: Iterable[Shown], sort: Sort, pool: Pool) -> list[Shown]:
    """Return cards by lineage ("suit") or by level ("rank"); Supports come last."""

    def by_lineage(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.lineage or "~", card.level, card.name, shown.number, shown.card)

    def by_level(shown: Shown) -> tuple[object, ...]:
        card = pool.cards[shown.number]
        return (card.level == 0, card.level, card.power, card.name, shown.number, shown.card)

    return sorted(hand, key=by_lineage if sort == "suit" else by_level)


def draw_hand(view: ArclashView, name: str, sort: Sort, pool: Pool, *, brief: bool) -> Mosaic:
    """Draw the viewer's hand and the other cards it may look at; the viewer must have a seat."""
    seat = view.viewer or 0
    place, early = view.places[seat], view.phase in ("decks", "openers")
    note = hand_note(len(view.hand), place.deck, len(place.discard))
    empty = no_cards_yet() if early else no_cards()
    return draw_tiled_hand(seat, name, note, _sections(view, sort, pool), empty, brief=brief)


def _sections(view: ArclashView, sort: Sort, pool: Pool) -> list[Section]:
    """Return the tiles under their headings: cards to look at, openers, the hand."""
    openers = _grouped(in_order(view.openers, sort, pool), pool)
    if view.placed is not None:
        openers = [
            tile._replace(note=gettext("face down")) if tile.card.number == view.placed.number else tile
            for tile in openers
        ]
    looking = _grouped(in_order(view.looking, sort, pool), pool)
    return [
        (gettext("To look at now"), looking),
        (gettext("The Level 1s of your deck"), openers),
        (gettext("Your hand") if looking or openers else "", _hand_tiles(view, sort, pool)),
    ]


def _hand_tiles(view: ArclashView, sort: Sort, pool: Pool) -> list[Tile]:
    notes = {shown.card: gettext("to discard") for shown in view.paying}
    if view.placed is not None:
        notes[view.placed.card] = gettext("face down")
    held = {shown.card: shown for shown in view.hand}
    if not view.openers:
        held |= {shown.card: shown for shown in (*view.paying, *filter(None, (view.placed,)))}
    return [
        Tile(printed(pool.cards[shown.number], pool), notes.get(shown.card, ""))
        for shown in in_order(held.values(), sort, pool)
    ]


def _grouped(cards: Sequence[Shown], pool: Pool) -> list[Tile]:
    """Return each card once, with the number of its copies."""
    copies = Counter([shown.number for shown in cards])
    return [Tile(printed(pool.cards[number], pool), "", count) for number, count in copies.items()]


def hand_names(view: ArclashView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name."""
    return [printable(card_name(pool.cards[shown.number])) for shown in in_order(view.hand, sort, pool)]


# The signs of Arclash explained in its glossary.


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    "level": lambda size: pips(2, size // 2, GOLD, INK),
    "crown": crown,
    "guard": lambda size: guard(size, PAPER),
    **{kind: partial(pile, kind, colour=SEATS[0].colour) for kind in ("hand", "deck")},
    "discard": lambda size: pile("discard", size, PAPER),
    "sand": sand,
    "tick": tick,
}
"""The signs of the pictures, by name."""


__all__ = ["ArclashRenderer"]


class ArclashRenderer(CardRenderer[ArclashView, Pool]):
    """Draws matches of Arclash and single cards. Caches depend only on the drawn content."""

    plate: ClassVar[Colour | None] = SEATS[4].tones[2]
    sorts: ClassVar[Mapping[Sort, str]] = MappingProxyType({"suit": N_("By lineage"), "rank": N_("By level")})
    signs: ClassVar[Mapping[str, Callable[[int], Sprite]]] = MappingProxyType(SIGNS)
    draw_hand = staticmethod(draw_hand)
    hand_names = staticmethod(hand_names)
    emblem = staticmethod(emblem_of)

    def board(
        self,
        view: ArclashView,
        *,
        names: Sequence[str],
        recent: Sequence[Any] = (),
        focus: Focus | None = None,
        part: str | None = None,
    ) -> Picture:
        """Draw the table, or one seat's side of it with all texts.

        It is safe to call this from several threads. `focus` names seats.
        """
        pool = self._pool(view.options.cards)
        called = [drawn_player(names, seat) for seat in range(view.seats)]
        if part in parts_of(view):
            seat = int(str(part).removeprefix(PREFIX))
            closer = draw_zoom(view, seat, called[seat], pool)
            short = [alt_player(names, each) for each in range(view.seats)]
            words = joined(seat_text(Talk(view, short, Lexicon(pool)), seat))
            return closer.picture(words, LARGE_WITH_TEXTS)
        lines = latest_lines(self._wording, view, recent, signs(pool))
        places = layout(view, len(lines))
        board = Mosaic(WIDTH, places.height, palette=table_palette())
        draw_header(board, view, called)
        draw_panels(board, places, view, called, pool, focus)
        if places.news is not None:
            draw_news(board, places.news, lines, ON_A_PHONE)
        return board.picture(table_text("Arclash", self._wording, view, names, recent))

    def parts(self, view: ArclashView) -> Mapping[str, str]:
        """Return a part for each seat, by key with its title: its stack with the texts in force."""
        return parts_of(view)

    def card(self, face: AnyCard, pool: Pool) -> Picture:
        """Draw one card of a pool, large."""
        return Picture(card_png(printed(face, pool)), card_words(face), CARD_WIDTH, HEIGHT)
