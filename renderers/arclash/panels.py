"""A panel for each seat: score, stack, power and its parts, Supports, counts and status."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import N_, gettext, pgettext
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.view import ArclashView, PlayerArea, PowerPart
from renderers.arclash.cards import drawn_name, emblem_of
from renderers.arclash.layout import ROW, TOP, Layout, Sizes
from renderers.kit import text
from renderers.kit.cards.emblem import Emblem, sigil, small_scene
from renderers.kit.cards.hues import SEPIA, VELLUM, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif, gilded
from renderers.kit.cards.typesetting import balanced, print_name
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import signed
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.palette import (
    GOLD,
    HEAL,
    INK,
    LIT_PANEL,
    MUTED,
    PANEL,
    PAPER,
    SEATS,
    TABLE,
    Colour,
    mix,
)
from renderers.kit.playing_cards import back
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import Frame, change_colour, framed, guard, lay_framed, pile, pips, plate, sand, tick
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_PAD = 18
_ART = 172
"""The width of the current Character's emblem."""
_GUARDED = {"debuff": N_("power"), "level-down": N_("level"), "discard": N_("hand")}
"""The prevented effects, by key."""
_RIM = 16
"""Pixels from the edge of a panel to what is drawn on it."""
_ABOVE = 112
"""The height in pixels to which name and score reach."""
_BESIDE, _NAMED = _PAD + _ART + 16, 90
"""The left edge of what is beside the emblem, and how far down the name reaches there."""
_PIECES = PieceCache()
_CROWNS = SpriteCache()


class Panel(NamedTuple):
    """The content of a seat's panel."""

    seat: int
    name: str
    place: PlayerArea
    wide: int
    sizes: Sizes
    target: int
    """The winning score."""
    status: tuple[str, str]
    """Its current status: a sign and a word."""
    awaited: bool
    strongest: bool
    own: str
    """The set number of the viewer's face-down card; "" for others' panels."""
    pointed: str
    """A word if the seat is highlighted; "" otherwise."""

    @property
    def lit(self) -> bool:
        """Whether it catches the eye."""
        return self.awaited or bool(self.pointed)

    @property
    def frame(self) -> Frame:
        """Its ground and its rim."""
        colour = SEATS[self.seat].colour
        rim = HEAL if self.pointed else colour if self.lit else mix(PANEL, colour, 0.3)
        ground = LIT_PANEL if self.lit else mix(PANEL, colour, 0.12)
        return Frame(16, ground, rim, 5 if self.lit else 3)


class _Part(NamedTuple):
    """A part of a panel, which is drawn anew only if its own content changes."""

    box: Box
    """On the panel, inside its rim."""
    draw: Callable[..., object]
    """Draws on an image of that size in the colour of the ground."""
    content: tuple[Hashable, ...]
    """What it draws: its arguments before the image."""

    def drawn(self, ground: Colour) -> Image.Image:
        """Return it on this ground."""
        left, top, right, bottom = self.box
        image = Image.new("RGB", (right - left, bottom - top), ground)
        self.draw(*self.content, image)
        return image


def draw_panels(
    board: Mosaic, places: Layout, view: ArclashView, names: Sequence[str], pool: Pool, focus: Focus | None
) -> None:
    """Draw a panel for each seat. The font can draw the `names`."""
    for seat, (left, top, right, _) in enumerate(places.seats):
        panel = _panel(view, seat, names[seat], right - left, places.sizes[seat], focus)
        _lay_panel(board, left, top, panel, pool)


def _lay_panel(board: Mosaic, x: int, y: int, panel: Panel, pool: Pool) -> None:
    frame, size = panel.frame, (panel.wide, panel.sizes.high)
    parts = _parts_of(panel, pool)
    if panel.place.out:
        board.lay_kept(_PIECES, (frame, size, parts), partial(_faded, frame, size, parts), x, y)
        return
    lay_framed(board, (x, y, x + size[0], y + size[1]), frame)
    for part in parts:
        left, top, right, bottom = part.box
        key = (frame.fill, right - left, bottom - top, part.draw, part.content)
        board.lay_kept(_PIECES, key, partial(part.drawn, frame.fill), x + left, y + top)


def _faded(frame: Frame, size: tuple[int, int], parts: Sequence[_Part]) -> Image.Image:
    """Return the whole panel of a seat that is out of the match."""
    image = Image.new("RGB", size, TABLE)
    framed(image, (0, 0, *size), *frame)
    for part in parts:
        image.paste(part.drawn(frame.fill), part.box[:2])
    return Image.blend(image, Image.new("RGB", size, TABLE), 0.55)


def _panel(view: ArclashView, seat: int, name: str, wide: int, sizes: Sizes, focus: Focus | None) -> Panel:
    place = view.places[seat]
    best = max((other.power for other in view.places if other.stack and not other.out), default=0)
    status = status_of(view, seat)
    own = view.placed.number if view.placed is not None and seat == view.viewer else ""
    return Panel(
        seat,
        name,
        place,
        wide,
        sizes,
        view.options.score,
        status,
        status[0] in ("sand", "turn"),
        bool(place.stack) and place.power == best and not place.out,
        own,
        _pointed(focus, seat),
    )


def _pointed(focus: Focus | None, seat: int) -> str:
    if focus is None:
        return ""
    if seat in focus.targets:
        return focus.targets[seat] or gettext("choose")
    if seat == focus.chosen:
        return gettext("chosen")
    return gettext("choose") if seat in focus.reach else ""


def status_of(view: ArclashView, seat: int) -> tuple[str, str]:
    """Return the status of a seat: a sign ("tick", "sand", "turn", "") and a word (ARC-15)."""
    place = view.places[seat]
    if place.out:
        return "", gettext("resigned")
    if view.outcome is not None:
        return ("tick", gettext("won")) if seat in view.outcome.winners else ("", "")
    if view.question is not None:
        return ("turn", gettext("to choose")) if view.question.seat == seat else ("", "")
    if view.phase == "support":
        if view.current == seat:
            return "turn", gettext("to play")
        return "", gettext("passed") if place.done else ""
    if view.phase == "advance" and place.done:
        return "tick", gettext("stands")
    if view.phase in ("decks", "openers", "advance", "renew"):
        return ("tick", gettext("ready")) if place.ready else ("sand", gettext("choosing"))
    return "", ""


def _parts_of(panel: Panel, pool: Pool) -> tuple[_Part, ...]:
    parts = (_head(panel), _score(panel))
    if not panel.place.stack:
        return (*parts, *_opening(panel, pool))
    return (*parts, _current(panel, pool), _name(panel, pool), _power(panel), *_rows_below(panel, pool))


def _head(panel: Panel) -> _Part:
    sign, word = ("turn", panel.pointed[:14]) if panel.pointed else panel.status
    content = (panel.seat, panel.name, sign, word)
    return _Part((_RIM, 5, panel.wide - _RIM, 70), _draw_head, content)


def _draw_head(seat: int, name: str, sign: str, word: str, image: Image.Image) -> None:
    middle, right = 36 - 5, image.width - (_PAD - _RIM)
    seat_mark(seat, 44).centre(image, _PAD - _RIM + 22, middle)
    if word:
        colour = {"tick": HEAL, "sand": GOLD, "turn": GOLD}.get(sign, MUTED)
        right -= text.write_bold(image, right, middle, word, size=ON_A_PHONE, colour=colour, anchor="right")
        if sign in ("tick", "sand"):
            mark = tick(30) if sign == "tick" else sand(28)
            right -= mark.width + 8
            mark.paste(image, right, middle - mark.height // 2)
        right -= 16
    left = _PAD - _RIM + 54
    text.write_bold(image, left, middle, name, size=ON_A_PHONE, colour=PAPER, room=right - left)


def _score(panel: Panel) -> _Part:
    place = panel.place
    counts = (len(place.discard), place.deck, place.hand)
    content = (panel.seat, counts, place.score, panel.target)
    return _Part((_RIM, 70, panel.wide - _RIM, _ABOVE), _draw_score, content)


def _draw_score(seat: int, counts: Sequence[int], score: int, target: int, image: Image.Image) -> None:
    """Draw the score as a track to the target, and the number of cards in each zone."""
    middle, x = 92 - 70, image.width - (_PAD - _RIM)
    for kind, count in zip(("discard", "deck", "hand"), counts, strict=True):
        x -= text.write_bold(image, x, middle, str(count), size=ON_A_PHONE, colour=PAPER, anchor="right")
        x -= 40
        pile(kind, 36, SEATS[seat].tones[6] if kind != "discard" else PAPER).paste(image, x, middle - 18)
        x -= 10
    words = f"{score}/{target}"
    x -= 4 + text.width(words, "extrabold", ON_A_PHONE)
    text.write_bold(image, x, middle, words, size=ON_A_PHONE, colour=PAPER)
    _track(image, (_PAD - _RIM + 2, middle - 13, x - 10, middle + 13), score, target, SEATS[seat].colour)


def _track(image: Image.Image, box: Box, score: int, target: int, colour: Colour) -> None:
    left, top, right, bottom = box
    if target > 20:
        plate(image, box, 9, INK)
        end = left + (right - left) * min(score, target) // target
        if end > left:
            plate(image, (left, top, max(end, left + 12), bottom), 9, colour)
        return
    edges = [left + (right - left + 3) * at // target for at in range(target + 1)]
    for at in range(target):
        plate(image, (edges[at], top, edges[at + 1] - 3, bottom), 4, colour if at < score else INK)


# --- the stack --------------------------------------------------------------------------------------------


def _current(panel: Panel, pool: Pool) -> _Part:
    current, art = pool.cards[panel.place.stack[-1].number], panel.sizes.art
    content = (emblem_of(current, pool), current.level)
    box = (_PAD - 2, TOP - 2, _PAD + _ART + 2, TOP + art + 2)
    return _Part(box, _draw_current, content)


def _draw_current(emblem: Emblem, level: int, image: Image.Image) -> None:
    """Draw the current Character's emblem with its level."""
    wide, high = image.size
    rim = GOLD if level == 4 else tones_of(emblem.step)[4]
    plate(image, (0, 0, wide, high), 10, INK)
    plate(image, (2, 2, wide - 2, high - 2), 8, rim)
    image.paste(small_scene(emblem, wide - 10, high - 10, 2, 1.12), (5, 5))
    foot = high - 5
    plate(image, (5, foot - 32, 5 + 112, foot), 6, INK)
    pips(level, 25, GOLD, tones_of(emblem.step)[2]).paste(image, 11, foot - 29)


def _are_within(words: str, middle: int) -> bool:
    """Whether letters whose middle is so far below the upper edge of a row stay on it.

    Accents on capitals may not, nor may signs above and below the letters of other scripts.
    """
    above, below = text.reach(words, "semibold", ON_A_PHONE)
    baseline = middle + text.capitals(ON_A_PHONE) // 2
    return baseline - above >= -1 and baseline + below <= ROW - 1


class _CardRow(NamedTuple):
    """A card in a row: sigil, name, number of others."""

    emblem: Emblem
    words: str
    hidden: int
    ground: Colour
    rim: Colour
    letters: Colour

    @property
    def is_within(self) -> bool:
        """Whether its letters stay on their row."""
        return _are_within(self.words, ROW // 2 - 2)

    def draw(self, image: Image.Image, top: int) -> None:
        """Draw it from this height on."""
        right = image.width - (_PAD - _RIM)
        framed(image, (_PAD - _RIM, top, right, top + ROW - 4), 9, self.ground, self.rim, 2)
        sigil(self.emblem, 34).paste(image, _PAD - _RIM + 8, top + 4)
        middle, right = top + ROW // 2 - 2, right - 12
        if self.hidden:
            more = f"+{self.hidden}"
            right -= 12 + text.write_bold(
                image, right, middle, more, size=ON_A_PHONE, colour=self.letters, anchor="right"
            )
        left = _PAD - _RIM + 52
        text.write(image, left, middle, self.words, size=ON_A_PHONE, colour=self.letters, room=right - left)


def _below(panel: Panel, pool: Pool) -> list[_CardRow]:
    """Return the cards below the current one, the uppermost first."""
    below = panel.place.stack[-2::-1]
    shown, rows = below[: panel.sizes.strips], []
    for at, card in enumerate(shown):
        hidden = len(below) - len(shown) if at == len(shown) - 1 else 0
        face = pool.cards[card.number]
        emblem = emblem_of(face, pool)
        tones = tones_of(emblem.step)
        rows.append(_CardRow(emblem, drawn_name(face), hidden, tones[1], INK, tones[6]))
    return rows


# --- the power --------------------------------------------------------------------------------------------


def crown(size: int) -> Sprite:
    """Return the crown of the last battle's winner."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        draw_motif(pen, "crown", Stance(edge / 2, edge / 2, edge * 0.44), gilded(), edge * 0.03, INK)

    return _CROWNS.get(size, lambda: drawn(size, size, draw))


def _name(panel: Panel, pool: Pool) -> _Part:
    """Return the current Character's name, beside the emblem."""
    box = (_BESIDE, _ABOVE, panel.wide - _RIM, TOP + _NAMED)
    words = drawn_name(pool.cards[panel.place.stack[-1].number])
    name = balanced(words, panel.wide - _PAD - _BESIDE, (44, 40), (ON_A_PHONE,))
    return _Part(box, _draw_name, name)


def _draw_name(size: int, lines: tuple[str, ...], image: Image.Image) -> None:
    print_name(image, 0, TOP + 40 - _ABOVE, (size, lines), PAPER)


def _power(panel: Panel) -> _Part:
    box = (_BESIDE, TOP + _NAMED, panel.wide - _RIM, TOP + panel.sizes.art + 2)
    size = 66 if panel.sizes.art < 150 else 72
    return _Part(box, _draw_power, (panel.place.power, panel.strongest, panel.place.last == "won", size))


def _draw_power(power: int, strongest: bool, won: bool, size: int, image: Image.Image) -> None:
    """Write the current Character's power, with the crown of the last battle's winner."""
    y = image.height - 2 - text.capitals(size) // 2
    wide = text.write_bold(image, 0, y, str(power), size=size, colour=GOLD if strongest else PAPER)
    if won:
        crown(48).paste(image, wide + 14, y - 25)


def _rows_below(panel: Panel, pool: Pool) -> list[_Part]:
    """Return the parts of the power and the rest of the stack below the emblem, and Supports at the foot."""
    top, supports = TOP + panel.sizes.art + 8, _supports(panel, pool)
    rows: list[_Row | _CardRow] = [*_rows(panel, pool), *_below(panel, pool)]
    foot = panel.sizes.high - 10 - len(supports) * ROW
    lines = [(top + at * ROW, row) for at, row in enumerate(rows)]
    lines += [(foot + at * ROW, row) for at, row in enumerate(supports)]
    if all(row.is_within for _, row in lines):
        return [_part_of([line], panel.wide, line[0] - 1, line[0] + ROW - 1) for line in lines]
    return [_part_of(lines, panel.wide, top - 6, panel.sizes.high - 6)]


def _part_of(lines: Sequence[tuple[int, _Row | _CardRow]], wide: int, top: int, bottom: int) -> _Part:
    """Return a part with these rows, each at its height on the panel, with its upper and lower edge."""
    return _Part((_RIM, top, wide - _RIM, bottom), _draw_rows, tuple([(y - top, row) for y, row in lines]))


def _draw_rows(*rows_and_image: Any) -> None:
    *rows, image = rows_and_image
    for y, row in rows:
        row.draw(image, y)


class _Row(NamedTuple):
    """A line below the power."""

    sign: str
    """Power added or taken, in its printed form; "guard" or "own" for other lines."""
    words: str
    colour: Colour

    @property
    def is_within(self) -> bool:
        """Whether its letters stay on their row."""
        return _are_within(self.words, ROW // 2)

    def draw(self, image: Image.Image, top: int) -> None:
        """Draw it from this height on."""
        x, y, right = _PAD - _RIM + 6, top + ROW // 2, image.width - (_PAD - _RIM)
        if self.sign == "guard":
            guard(36, self.colour).paste(image, x, y - 18)
            x += 48
        elif self.sign == "own":
            plate(image, (x + 4, y - 17, x + 28, y + 17), 5, GOLD)
            x += 48
        else:
            x += text.write_bold(image, x, y, self.sign, size=ON_A_PHONE, colour=self.colour) + 14
        colour = PAPER if self.sign == "own" else MUTED
        text.write(image, x, y, self.words, size=ON_A_PHONE, colour=colour, room=right - x)


def _rows(panel: Panel, pool: Pool) -> list[_Row]:
    room = panel.sizes.chips
    extra: list[_Row] = []
    if panel.own:
        extra.append(_Row("own", gettext("down: {card}", card=_called(panel.own, pool)), GOLD))
    if panel.place.guards:
        against = dict.fromkeys(word for one in panel.place.guards for word in one.against)
        words = ", ".join([gettext(_GUARDED[word]) for word in against])
        extra.append(_Row("guard", words, PAPER))
    extra = extra[:room]
    return [*_parts(panel.place.parts, room - len(extra), pool), *extra]


def _parts(parts: Sequence[PowerPart], room: int, pool: Pool) -> list[_Row]:
    """Return a line for each part of the power. The last line sums up the parts that do not fit."""
    if len(parts) < 2 or room < 2:
        return []
    kept = list(parts) if len(parts) <= room else list(parts[: room - 1])
    rows = []
    for part in kept:
        if part.kind == "printed":
            rows.append(_Row(str(part.by), gettext("printed"), MUTED))
        else:
            rows.append(_Row(signed(part.by), _called(part.source, pool), change_colour(part.by)))
    rest = parts[len(kept) :]
    if rest:
        by = sum(part.by for part in rest)
        more = pgettext("power", "{number} more", number=len(rest))
        rows.append(_Row(signed(by), more, change_colour(by)))
    return rows


def _called(number: str, pool: Pool) -> str:
    card = pool.cards.get(number)
    return drawn_name(card, number) if card else number


# --- Supports and the opening -----------------------------------------------------------------------------


def _supports(panel: Panel, pool: Pool) -> list[_CardRow]:
    """Return the Supports in play as slips of vellum, the newest first, as far as they fit."""
    supports = panel.place.supports[::-1]
    shown, rows = supports[: panel.sizes.supports], []
    for at, support in enumerate(shown):
        hidden = len(supports) - len(shown) if at == len(shown) - 1 else 0
        card = pool.cards[support.number]
        emblem = emblem_of(card, pool)
        rows.append(_CardRow(emblem, drawn_name(card), hidden, VELLUM, tones_of(emblem.step)[3], SEPIA))
    return rows


def _opening(panel: Panel, pool: Pool) -> list[_Part]:
    """Return a face-down card for a seat that is ready, else an empty place."""
    if panel.place.out:
        return []
    words = gettext("has chosen") if panel.place.ready else gettext("still choosing")
    if panel.own:
        words = _called(panel.own, pool)
    box = (_RIM, TOP, panel.wide - _RIM, panel.sizes.high - _RIM)
    return [_Part(box, _draw_opening, (panel.seat, panel.place.ready, words))]


def _draw_opening(seat: int, ready: bool, words: str, image: Image.Image) -> None:
    high = image.height + _RIM - 20
    wide = round(high * 0.71)
    left, top = _PAD - _RIM + 10, 2
    if ready:
        back(seat, high).paste(image, left, top)
    else:
        colours = mix(PANEL, INK, 0.4), mix(PANEL, SEATS[seat].colour, 0.3)
        framed(image, (left, top, left + wide, top + high), 10, *colours, 3)
    room = image.width - (_PAD - _RIM) - left - wide - 24
    name = balanced(words, room, (44, 40), (ON_A_PHONE,))
    print_name(image, left + wide + 24, top + high // 2, name, PAPER if ready else MUTED)
