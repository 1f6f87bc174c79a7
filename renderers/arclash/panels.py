"""A panel for each seat: score, stack, power and what makes it, Supports, counts, who is ready."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine.language import N_, current, gettext, pgettext
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules.view import ArclashView, PlayerArea, PowerPart
from renderers.arclash.cards import drawn_name, emblem_of
from renderers.arclash.layout import Layout, Sizes
from renderers.kit import text
from renderers.kit.cards.emblem import sigil, small_scene
from renderers.kit.cards.hues import SEPIA, VELLUM, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif, gilded
from renderers.kit.cards.typesetting import balanced, print_name
from renderers.kit.fonts import READABLE
from renderers.kit.lines import signed
from renderers.kit.mosaic import Mosaic, PieceCache
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
from renderers.kit.signs import change_colour, framed, guard, pile, pips, plate, sand, tick
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_PAD = 18
_TOP = 112
_ART = 280
"""The width of the current Character's emblem."""
_GUARDED = {"debuff": N_("power"), "level-down": N_("level"), "discard": N_("hand")}
"""What is guarded, by what it is guarded from."""
_PIECES = PieceCache(limit=9_000_000)
_CROWNS = SpriteCache(limit=100_000)


class Panel(NamedTuple):
    """All that a seat's panel says."""

    seat: int
    name: str
    place: PlayerArea
    wide: int
    sizes: Sizes
    target: int
    """The points that win."""
    status: tuple[str, str]
    """What it is doing: a sign and a word."""
    awaited: bool
    strongest: bool
    own: str
    """The set number of what the viewer has put face down; "" for others' panels."""
    pointed: str
    """A word, when the seat is pointed out; "" when it is not."""


def draw_panels(
    board: Mosaic, places: Layout, view: ArclashView, names: Sequence[str], pool: Pool, focus: Focus | None
) -> None:
    """Draw a panel for each seat. Names are legible."""
    for seat, (left, top, right, _) in enumerate(places.seats):
        panel = _panel(view, seat, names[seat], right - left, places.sizes[seat], focus)
        key = (panel, pool.hash, current().code)
        board.lay_kept(_PIECES, key, partial(_draw_panel, panel, pool), left, top)


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
    """Return what a seat is doing: a sign ("tick", "sand", "turn", "") and a word (ARC-15)."""
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


def _draw_panel(panel: Panel, pool: Pool) -> Image.Image:
    image = Image.new("RGB", (panel.wide, panel.sizes.high), TABLE)
    style, lit = SEATS[panel.seat], panel.awaited or bool(panel.pointed)
    rim = HEAL if panel.pointed else style.colour if lit else mix(PANEL, style.colour, 0.3)
    ground = LIT_PANEL if lit else mix(PANEL, style.colour, 0.12)
    framed(image, (0, 0, panel.wide, panel.sizes.high), 16, ground, rim, 5 if lit else 3)
    _head(image, panel)
    _score(image, panel)
    if panel.place.stack:
        _stack(image, panel, pool)
        _making(image, panel, pool)
        _supports(image, panel, pool)
    else:
        _opening(image, panel, pool)
    if panel.place.out:
        shade = Image.new("RGB", image.size, TABLE)
        image = Image.blend(image, shade, 0.55)
    return image


def _head(image: Image.Image, panel: Panel) -> None:
    middle, right = 36, panel.wide - _PAD
    seat_mark(panel.seat, 44).centre(image, _PAD + 22, middle)
    sign, word = panel.status
    if panel.pointed:
        sign, word = "turn", panel.pointed[:14]
    if word:
        colour = {"tick": HEAL, "sand": GOLD, "turn": GOLD}.get(sign, MUTED)
        right -= text.write_bold(image, right, middle, word, size=28, colour=colour, anchor="right")
        if sign in ("tick", "sand"):
            mark = tick(30) if sign == "tick" else sand(28)
            right -= mark.width + 8
            mark.paste(image, right, middle - mark.height // 2)
        right -= 16
    left = _PAD + 54
    text.write_bold(image, left, middle, panel.name, size=34, colour=PAPER, room=right - left)


def _score(image: Image.Image, panel: Panel) -> None:
    """Draw the score as a track to the target, and how many cards are where."""
    middle, x = 84, panel.wide - _PAD
    style = SEATS[panel.seat]
    for kind, count in (
        ("discard", len(panel.place.discard)),
        ("deck", panel.place.deck),
        ("hand", panel.place.hand),
    ):
        x -= text.write_bold(image, x, middle, str(count), size=28, colour=PAPER, anchor="right")
        x -= 42
        pile(kind, 38, style.tones[6] if kind != "discard" else PAPER).paste(image, x, middle - 18)
        x -= 12
    words = f"{panel.place.score}/{panel.target}"
    wide = text.width(words, "extrabold", 32)
    x -= 10 + wide
    text.write_bold(image, x, middle, words, size=32, colour=PAPER)
    _track(image, (_PAD + 2, middle - 13, x - 14, middle + 13), panel)


def _track(image: Image.Image, box: tuple[int, int, int, int], panel: Panel) -> None:
    left, top, right, bottom = box
    score, target, style = panel.place.score, panel.target, SEATS[panel.seat]
    if target > 20:
        plate(image, box, 9, INK)
        end = left + (right - left) * min(score, target) // target
        if end > left:
            plate(image, (left, top, max(end, left + 12), bottom), 9, style.colour)
        return
    edges = [left + (right - left + 3) * at // target for at in range(target + 1)]
    for at in range(target):
        fill = style.colour if at < score else INK
        plate(image, (edges[at], top, edges[at + 1] - 3, bottom), 4, fill)


# --- the stack --------------------------------------------------------------------------------------------


def _stack(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw the current Character's emblem, and the cards below it peeking out at its foot."""
    stack, art = panel.place.stack, panel.sizes.art
    top, below = _TOP, stack[:-1]
    shown = below[-panel.sizes.strips :] if panel.sizes.strips else ()
    y = top + art - 6
    hidden = len(below) - len(shown)
    for at, card in enumerate(shown):
        more = f" +{hidden}" if hidden and at == 0 else ""
        _strip(image, y + (len(shown) - 1 - at) * 40, card.number, more, pool)
    current = pool.cards[stack[-1].number]
    emblem = emblem_of(current, pool)
    rim = GOLD if current.level == 4 else tones_of(emblem.step)[4]
    plate(image, (_PAD - 2, top - 2, _PAD + _ART + 2, top + art + 2), 10, INK)
    plate(image, (_PAD, top, _PAD + _ART, top + art), 8, rim)
    image.paste(small_scene(emblem, _ART - 6, art - 6, 2, 1.12), (_PAD + 3, top + 3))
    foot = top + art - 3
    plate(image, (_PAD + 3, foot - 32, _PAD + 3 + 112, foot), 6, INK)
    pips(current.level, 25, GOLD, tones_of(emblem.step)[2]).paste(image, _PAD + 9, foot - 29)


def _strip(image: Image.Image, y: int, number: str, more: str, pool: Pool) -> None:
    """Draw the foot of a card that lies below: its emblem and its name."""
    card = pool.cards[number]
    emblem = emblem_of(card, pool)
    tones = tones_of(emblem.step)
    framed(image, (_PAD - 2, y - 12, _PAD + _ART + 2, y + 44), 10, tones[1], INK, 2)
    sigil(emblem, 34).paste(image, _PAD + 6, y + 7)
    room = _ART - 56 - text.width(more, "semibold", READABLE)
    words = text.fitted(drawn_name(card), "semibold", READABLE, room) + more
    text.write(image, _PAD + 48, y + 25, words, size=READABLE, colour=tones[6])


# --- the power --------------------------------------------------------------------------------------------


def crown(size: int) -> Sprite:
    """Return the crown of who won the last battle."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        draw_motif(pen, "crown", Stance(edge / 2, edge / 2, edge * 0.44), gilded(), edge * 0.03, INK)

    return _CROWNS.get(size, lambda: drawn(size, size, draw))


def _making(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Write the current Character's name, its power, and what makes it."""
    left, right = _PAD + _ART + 18, panel.wide - _PAD
    crowded = panel.sizes.art < 150
    name = drawn_name(pool.cards[panel.place.stack[-1].number])
    large, small = ((30, 28), (READABLE,)) if crowded else ((34, 32, 30), (28, READABLE))
    print_name(image, left, _TOP + 30, balanced(name, right - left, large, small), PAPER)
    y = _TOP + (96 if crowded else 102)
    colour = GOLD if panel.strongest else PAPER
    wide = text.write_bold(image, left, y, str(panel.place.power), size=72, colour=colour)
    if panel.place.last == "won":
        crown(48).paste(image, left + wide + 14, y - 25)
    y += 38 + 20
    for row in _rows(panel, pool):
        _chip(image, left, y, row, right)
        y += 38


class _Row(NamedTuple):
    """A line under the power."""

    sign: str
    """Power added or taken, as it is printed; "guard" or "own" for other things."""
    words: str
    colour: Colour


def _rows(panel: Panel, pool: Pool) -> list[_Row]:
    room = panel.sizes.chips
    extra: list[_Row] = []
    if panel.own:
        extra.append(_Row("own", gettext("down: {card}", card=_called(panel.own, pool)), GOLD))
    if panel.place.guards:
        against = dict.fromkeys(word for one in panel.place.guards for word in one.against)
        words = ", ".join([gettext(_GUARDED[word]) for word in against])
        extra.append(_Row("guard", words, PAPER))
    return [*_parts(panel.place.parts, room - len(extra), pool), *extra]


def _parts(parts: Sequence[PowerPart], room: int, pool: Pool) -> list[_Row]:
    """Return a line for each thing that makes the power; the last line sums up what there is no room for."""
    if len(parts) < 2:
        return []
    kept = list(parts) if len(parts) <= room else list(parts[: max(1, room - 1)])
    rows = [_row(part, pool) for part in kept]
    rest = parts[len(kept) :]
    if rest and room > 1:
        by = sum(part.by for part in rest)
        more = pgettext("power", "{number} more", number=len(rest))
        rows.append(_Row(signed(by), more, change_colour(by)))
    return rows


def _row(part: PowerPart, pool: Pool) -> _Row:
    if part.kind == "printed":
        return _Row(str(part.by), gettext("printed"), MUTED)
    return _Row(signed(part.by), _called(part.source, pool), change_colour(part.by))


def _called(number: str, pool: Pool) -> str:
    card = pool.cards.get(number)
    return drawn_name(card, number) if card else number


def _chip(image: Image.Image, x: int, y: int, row: _Row, right: int) -> None:
    if row.sign == "guard":
        guard(32, row.colour).paste(image, x, y - 16)
        x += 42
    elif row.sign == "own":
        plate(image, (x + 4, y - 16, x + 26, y + 16), 5, GOLD)
        x += 42
    else:
        x += text.write_bold(image, x, y, row.sign, size=28, colour=row.colour) + 12
    text.write(
        image, x, y, row.words, size=READABLE, colour=PAPER if row.sign in ("own",) else MUTED, room=right - x
    )


# --- Supports and the opening -----------------------------------------------------------------------------


def _supports(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw the Supports in play as slips of vellum, two in a row; the oldest give way."""
    rows, supports = panel.sizes.supports, panel.place.supports
    top = panel.sizes.high - 12 - rows * 48
    kept = supports[-rows * 2 :] if rows else ()
    hidden = len(supports) - len(kept)
    wide = (panel.wide - 2 * _PAD - 10) // 2
    for at, shown in enumerate(kept):
        x, y = _PAD + at % 2 * (wide + 10), top + at // 2 * 48
        card = pool.cards[shown.number]
        emblem = emblem_of(card, pool)
        framed(image, (x, y, x + wide, y + 42), 9, VELLUM, tones_of(emblem.step)[3], 3)
        sigil(emblem, 36).paste(image, x + 5, y + 3)
        more = f" +{hidden}" if hidden and at == 0 else ""
        room = wide - 58 - text.width(more, "semibold", READABLE)
        words = text.fitted(drawn_name(card), "semibold", READABLE, room) + more
        text.write(image, x + 48, y + 21, words, size=READABLE, colour=SEPIA)


def _opening(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw a card face down, for who is ready, or the place for it."""
    high = panel.sizes.high - _TOP - 20
    wide = round(high * 0.71)
    left, top = _PAD + 10, _TOP + 2
    if panel.place.out:
        return
    if panel.place.ready:
        back(panel.seat, high).paste(image, left, top)
    else:
        framed(
            image,
            (left, top, left + wide, top + high),
            10,
            mix(PANEL, INK, 0.4),
            mix(PANEL, SEATS[panel.seat].colour, 0.3),
            3,
        )
    words = gettext("has chosen") if panel.place.ready else gettext("still choosing")
    if panel.own:
        words = _called(panel.own, pool)
    room = panel.wide - left - wide - 24 - _PAD
    print_name(
        image,
        left + wide + 24,
        top + high // 2,
        balanced(words, room, (34, 30), (28, READABLE)),
        PAPER if panel.place.ready else MUTED,
    )
