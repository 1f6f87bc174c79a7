"""A panel for each seat: score, stack, power and its parts, Supports, counts and status."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import N_, current, gettext, pgettext
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import AnyCard, Pool
from bot.games.arclash.rules.view import ArclashView, PlayerArea, PowerPart
from renderers.arclash.cards import drawn_name, emblem_of
from renderers.arclash.layout import ROW, TOP, Layout, Sizes
from renderers.kit import text
from renderers.kit.cards.emblem import Emblem, sigil, small_scene
from renderers.kit.cards.hues import SEPIA, VELLUM, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif, gilded
from renderers.kit.cards.pictures import pictures_shown
from renderers.kit.cards.typesetting import balanced, print_name
from renderers.kit.fonts import ON_A_PHONE
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
_ART = 172
"""The width of the current Character's emblem."""
_GUARDED = {"debuff": N_("power"), "level-down": N_("level"), "discard": N_("hand")}
"""The prevented effects, by key."""
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


def draw_panels(
    board: Mosaic, places: Layout, view: ArclashView, names: Sequence[str], pool: Pool, focus: Focus | None
) -> None:
    """Draw a panel for each seat. The font can draw the `names`."""
    for seat, (left, top, right, _) in enumerate(places.seats):
        panel = _panel(view, seat, names[seat], right - left, places.sizes[seat], focus)
        key = (panel, pool.hash, current().code, pictures_shown())
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
        _name_and_power(image, panel, pool)
        _rows_below(image, panel, pool)
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
        right -= text.write_bold(image, right, middle, word, size=ON_A_PHONE, colour=colour, anchor="right")
        if sign in ("tick", "sand"):
            mark = tick(30) if sign == "tick" else sand(28)
            right -= mark.width + 8
            mark.paste(image, right, middle - mark.height // 2)
        right -= 16
    left = _PAD + 54
    text.write_bold(image, left, middle, panel.name, size=ON_A_PHONE, colour=PAPER, room=right - left)


def _score(image: Image.Image, panel: Panel) -> None:
    """Draw the score as a track to the target, and the number of cards in each zone."""
    middle, x = 92, panel.wide - _PAD
    style = SEATS[panel.seat]
    for kind, count in (
        ("discard", len(panel.place.discard)),
        ("deck", panel.place.deck),
        ("hand", panel.place.hand),
    ):
        x -= text.write_bold(image, x, middle, str(count), size=ON_A_PHONE, colour=PAPER, anchor="right")
        x -= 40
        pile(kind, 36, style.tones[6] if kind != "discard" else PAPER).paste(image, x, middle - 18)
        x -= 10
    words = f"{panel.place.score}/{panel.target}"
    wide = text.width(words, "extrabold", ON_A_PHONE)
    x -= 4 + wide
    text.write_bold(image, x, middle, words, size=ON_A_PHONE, colour=PAPER)
    _track(image, (_PAD + 2, middle - 13, x - 10, middle + 13), panel)


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
    """Draw the current Character's emblem with its level."""
    art = panel.sizes.art
    current = pool.cards[panel.place.stack[-1].number]
    emblem = emblem_of(current, pool)
    rim = GOLD if current.level == 4 else tones_of(emblem.step)[4]
    plate(image, (_PAD - 2, TOP - 2, _PAD + _ART + 2, TOP + art + 2), 10, INK)
    plate(image, (_PAD, TOP, _PAD + _ART, TOP + art), 8, rim)
    image.paste(small_scene(emblem, _ART - 6, art - 6, 2, 1.12), (_PAD + 3, TOP + 3))
    foot = TOP + art - 3
    plate(image, (_PAD + 3, foot - 32, _PAD + 3 + 112, foot), 6, INK)
    pips(current.level, 25, GOLD, tones_of(emblem.step)[2]).paste(image, _PAD + 9, foot - 29)


def _below(image: Image.Image, panel: Panel, pool: Pool, top: int) -> None:
    """Draw the cards below the current one, the uppermost first, starting at a height."""
    below = panel.place.stack[-2::-1]
    shown = below[: panel.sizes.strips]
    for at, card in enumerate(shown):
        hidden = len(below) - len(shown) if at == len(shown) - 1 else 0
        face = pool.cards[card.number]
        emblem = emblem_of(face, pool)
        tones = tones_of(emblem.step)
        _card_row(image, top, face, emblem, hidden, (tones[1], INK, tones[6]))
        top += ROW


def _card_row(
    image: Image.Image,
    top: int,
    card: AnyCard,
    emblem: Emblem,
    hidden: int,
    colours: tuple[Colour, Colour, Colour],
) -> None:
    """Draw a card in a row: sigil, name, number of others; in the colours of ground, rim and letters."""
    ground, rim, letters = colours
    right = image.width - _PAD
    framed(image, (_PAD, top, right, top + ROW - 4), 9, ground, rim, 2)
    sigil(emblem, 34).paste(image, _PAD + 8, top + 4)
    middle, right = top + ROW // 2 - 2, right - 12
    if hidden:
        more = f"+{hidden}"
        right -= 12 + text.write_bold(
            image, right, middle, more, size=ON_A_PHONE, colour=letters, anchor="right"
        )
    left = _PAD + 52
    text.write(image, left, middle, drawn_name(card), size=ON_A_PHONE, colour=letters, room=right - left)


# --- the power --------------------------------------------------------------------------------------------


def crown(size: int) -> Sprite:
    """Return the crown of the last battle's winner."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        draw_motif(pen, "crown", Stance(edge / 2, edge / 2, edge * 0.44), gilded(), edge * 0.03, INK)

    return _CROWNS.get(size, lambda: drawn(size, size, draw))


def _name_and_power(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Write the current Character's name and its power beside the emblem."""
    left, right, bottom = _PAD + _ART + 16, panel.wide - _PAD, TOP + panel.sizes.art
    name = drawn_name(pool.cards[panel.place.stack[-1].number])
    print_name(image, left, TOP + 40, balanced(name, right - left, (44, 40), (ON_A_PHONE,)), PAPER)
    size = 66 if panel.sizes.art < 150 else 72
    colour, y = GOLD if panel.strongest else PAPER, bottom - text.capitals(size) // 2
    wide = text.write_bold(image, left, y, str(panel.place.power), size=size, colour=colour)
    if panel.place.last == "won":
        crown(48).paste(image, left + wide + 14, y - 25)


def _rows_below(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw the parts of the power and the rest of the stack below the emblem, and Supports at the foot."""
    top = TOP + panel.sizes.art + 8
    for row in _rows(panel, pool):
        _chip(image, _PAD + 6, top + ROW // 2, row, panel.wide - _PAD)
        top += ROW
    _below(image, panel, pool, top)
    _supports(image, panel, pool)


class _Row(NamedTuple):
    """A line below the power."""

    sign: str
    """Power added or taken, in its printed form; "guard" or "own" for other lines."""
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


def _chip(image: Image.Image, x: int, y: int, row: _Row, right: int) -> None:
    if row.sign == "guard":
        guard(36, row.colour).paste(image, x, y - 18)
        x += 48
    elif row.sign == "own":
        plate(image, (x + 4, y - 17, x + 28, y + 17), 5, GOLD)
        x += 48
    else:
        x += text.write_bold(image, x, y, row.sign, size=ON_A_PHONE, colour=row.colour) + 14
    colour = PAPER if row.sign == "own" else MUTED
    text.write(image, x, y, row.words, size=ON_A_PHONE, colour=colour, room=right - x)


# --- Supports and the opening -----------------------------------------------------------------------------


def _supports(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw the Supports in play as slips of vellum, the newest first, as far as they fit."""
    supports = panel.place.supports[::-1]
    shown = supports[: panel.sizes.supports]
    top = panel.sizes.high - 10 - len(shown) * ROW
    for at, support in enumerate(shown):
        hidden = len(supports) - len(shown) if at == len(shown) - 1 else 0
        card = pool.cards[support.number]
        emblem = emblem_of(card, pool)
        _card_row(image, top, card, emblem, hidden, (VELLUM, tones_of(emblem.step)[3], SEPIA))
        top += ROW


def _opening(image: Image.Image, panel: Panel, pool: Pool) -> None:
    """Draw a face-down card for a seat that is ready, else an empty place."""
    high = panel.sizes.high - TOP - 20
    wide = round(high * 0.71)
    left, top = _PAD + 10, TOP + 2
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
        balanced(words, room, (44, 40), (ON_A_PHONE,)),
        PAPER if panel.place.ready else MUTED,
    )
