"""The whole table: the title, the seats, the battlefield or the draft, the piles, and what happened last."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.base.language import N_, current, gettext, ngettext, pgettext
from bot.engine.contract import Seat
from bot.engine.wording import AnyWording, Focus
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.view import NOBODY, NeoView, Phase, token_name
from renderers.kit import text
from renderers.kit.arrows import short_of, shot_sprite
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news, height_of_news
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Arrow, Line, Mark, Quiet, Word, draw_line, latest_lines
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.palette import GOLD, HURT, INK, LIT_PANEL, MUTED, PAPER, SEATS, TABLE, Colour
from renderers.kit.rows import Explained, Item, Row, draw_explained, draw_rows, in_rows
from renderers.kit.seats import Status, draw_counts, height_of_cards, lay_cards, seat_card
from renderers.kit.signs import framed, label, pile
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.kit.titles import (
    MARGIN,
    WIDTH,
    Heading,
    height_of_heading,
    result,
    seat_title,
    secret_panel,
    table_heading,
    turn_of,
)
from renderers.neocombat.cards import card_sign
from renderers.neocombat.ground import lay_ground, lay_sector
from renderers.neocombat.layout import Field, field_of
from renderers.neocombat.sheet import (
    HALF,
    WHOLE,
    Tile,
    draw_sheet,
    height_of_tiles,
    lay_tiles,
    token_tile,
    varan_tile,
)
from renderers.neocombat.sights import Sight, sight, sights
from renderers.neocombat.signs import sign, signs, small_sign, token_sign
from renderers.neocombat.tokens import lay_token

# The latest attacks and moves as arrows across the battlefield.


# The latest events on the battlefield: attacks with their results, and moves.


class Attack(NamedTuple):
    """A card that was played on a token, and what came of it."""

    seat: int
    card: int
    user: int
    """The token that used it, or -1."""
    target: int
    fended: bool = False
    """Whether it came to nothing."""
    damage: int = -1
    """The damage to the target; -1 if there is no damage, or none yet."""
    shown: int = -1
    """The varan that the target was revealed to be, or -1."""
    killed: bool = False


def attacks(recent: Sequence[Any]) -> list[Attack]:
    """Return the cards that were played on tokens, the oldest first."""
    latest: list[Attack] = []
    for fact in recent:
        if isinstance(fact, facts.Played) and fact.target >= 0:
            latest.append(Attack(fact.seat, fact.card, fact.user, fact.target))
        elif latest:
            latest[-1] = _told(latest[-1], fact)
    return latest


def _told(attack: Attack, fact: Any) -> Attack:
    """Return an attack, completed by a later fact."""
    if isinstance(fact, facts.Fended) and fact.target == attack.target:
        return attack._replace(fended=True)
    if isinstance(fact, facts.Hit) and fact.token == attack.target:
        return attack._replace(damage=fact.by)
    if isinstance(fact, facts.Revealed) and fact.token == attack.target:
        return attack._replace(shown=fact.varan)
    if isinstance(fact, facts.Killed) and fact.token == attack.target:
        return attack._replace(killed=True)
    return attack


def moves(recent: Sequence[Any]) -> list[facts.Moved]:
    """Return the moves, the oldest first."""
    return [fact for fact in recent if isinstance(fact, facts.Moved)]


def ends_in(attack: Attack, pool: Pool) -> str:
    """Return the result of an attack in one or two marks: "−2", "0", "A3"; "" for none."""
    if attack.shown >= 0 and attack.damage < 0:
        return pool.roster[attack.shown].id
    if attack.damage > 0:
        return f"−{attack.damage}"
    return "0" if attack.damage == 0 or attack.fended else ""


_MOST_ATTACKS, _MOST_MOVES = 4, 6
"""Arrows that are drawn at most; older ones would only crowd the field."""
_THICK, _THIN = 11, 7
_SHORTEST = 70
"""Pixels of an arrow from edge to edge; a shorter one would be all head."""
_RINGS = SpriteCache()

Spot = tuple[int, int]


class Marks:
    """Draws arrows onto a board whose battlefield begins at a height."""

    def __init__(self, board: Mosaic, field: Field, top: int, team: int, pool: Pool) -> None:
        self._board, self._field, self._top, self._team, self._pool = board, field, top, team, pool
        self._beside = field.size.art * 0.45
        """Pixels from the middle of a lizard to an arrow that ends beside it."""

    def draw(self, recent: Sequence[Any]) -> None:
        """Draw the latest moves and attacks."""
        for move in moves(recent)[-_MOST_MOVES:]:
            self._move(move.token, move.origin)
        for attack in attacks(recent)[-_MOST_ATTACKS:]:
            if attack.target in self._field.tokens:
                self._attack(attack)

    def _move(self, token: int, origin: int) -> None:
        """Draw an arrow to a varan from the sector that it left, if that is still there."""
        if token not in self._field.tokens or origin not in self._field.sectors:
            return
        end, box = self._field.middle(token), self._field.sectors[origin]
        left, top, right, bottom = box
        start = _leaving(box, ((left + right) // 2, (top + bottom) // 2), end)
        last = _leaving(self._field.tokens[token], end, start)
        if math.dist(start, last) < _SHORTEST:
            last = short_of(start, end, self._beside)
        self._arrow(start, last, SEATS[token // self._team].tones[6], _THIN)

    def _attack(self, attack: Attack) -> None:
        end, colour = self._field.middle(attack.target), SEATS[attack.seat].colour
        if attack.user in self._field.tokens:
            start, last = self._between(attack.user, attack.target)
            if attack.fended:  # its cross is at its end
                last = short_of(start, last, 2 * _THICK)
            self._arrow(start, last, colour, _THICK, missed=attack.fended)
        else:
            ring = _ring(colour, self._field.size.art + 20)
            x, y = end[0] - ring.width // 2, end[1] + self._top - ring.height // 2
            self._board.stamp(ring, x, y)
        self._label(attack, end)

    def _arrow(self, start: Spot, end: Spot, colour: Colour, wide: int, *, missed: bool = False) -> None:
        sprite, (x, y) = shot_sprite(start, end, colour, width=wide, missed=missed)
        self._board.stamp(sprite, x, y + self._top)

    def _between(self, user: int, target: int) -> tuple[Spot, Spot]:
        """Return the ends of an arrow between two tokens: at their edges, clear of their labels.

        Between two tokens that are close together the arrow is beside the lizards.
        """
        start, end = self._field.middle(user), self._field.middle(target)
        tokens = self._field.tokens
        edges = _leaving(tokens[user], start, end), _leaving(tokens[target], end, start)
        if math.dist(*edges) < _SHORTEST:
            return short_of(end, start, self._beside), short_of(start, end, self._beside)
        return edges

    def _label(self, attack: Attack, end: Spot) -> None:
        words = ends_in(attack, self._pool)
        if not words:
            return
        hurt = attack.damage > 0
        fill = HURT if hurt else GOLD if attack.shown >= 0 else LIT_PANEL
        letters = INK if fill is GOLD else PAPER
        sprite = label(words, ON_A_PHONE, fill=fill, letters=letters, rim=INK)
        y = end[1] + self._top + self._field.size.art // 2 - sprite.height + 4
        self._board.stamp(sprite, end[0] - sprite.width // 2, y)


def _leaving(box: Box, start: Spot, end: Spot) -> Spot:
    """Return where the way from a point within a box to one outside of it crosses its edge."""
    left, top, right, bottom = box
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    shares = [((right if dx > 0 else left) - x) / dx] if dx else []
    shares += [((bottom if dy > 0 else top) - y) / dy] if dy else []
    share = min([*shares, 1.0])
    return round(x + dx * share), round(y + dy * share)


def _ring(colour: Colour, size: int) -> Sprite:
    """Return the rings of a sensor that has found something."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        for inset in (0.02, 0.2):
            box = (edge * inset, edge * inset, edge * (1 - inset), edge * (1 - inset))
            pen.ellipse(box, outline=(*INK, 255), width=9 * scale)
            inner = (box[0] + 2 * scale, box[1] + 2 * scale, box[2] - 2 * scale, box[3] - 2 * scale)
            pen.ellipse(inner, outline=(*colour, 255), width=5 * scale)

    return _RINGS.get((colour, size), lambda: drawn(size, size, draw))


# The seats' cards: name, varans left, cards in hand, kills, the First player's marker, and the status.


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: Seat
    name: str
    status: Status
    out: bool
    first: bool
    varans: int
    team: int
    hand: int
    kills: int


def draw_cards(board: Mosaic, view: NeoView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat. Names are legible."""
    lay_cards(board, [_card(view, seat, names[seat]) for seat in range(view.seats)], _draw_card, top)


def _card(view: NeoView, seat: Seat, name: str) -> _Card:
    return _Card(
        seat,
        name,
        status_of(view, seat),
        bool(view.out[seat]),
        view.first == seat and view.turn > 0,
        view.alive(seat),
        view.options.team,
        view.hands[seat],
        view.kills[seat],
    )


def status_of(view: NeoView, seat: Seat) -> Status:
    """Return the status of a seat; its sign is "tick", "sand", "passed", "stopped" or ""."""
    if view.out[seat]:
        return Status("", gettext("resigned") if view.out[seat] == "resigned" else gettext("out"))
    if view.outcome is not None:
        return Status("tick", gettext("won")) if seat in view.outcome.winners else Status()
    if view.phase in ("draft", "repair"):
        return Status("tick", gettext("ready")) if view.ready[seat] else Status("sand", gettext("choosing"))
    if view.acting == seat:
        return Status("sand", gettext("to answer") if view.fight is not None else gettext("to play"))
    if view.phase == "movement" and seat in view.stopped:
        return Status("stopped", gettext("stays put"))
    if view.phase == "combat" and seat in view.passed:
        return Status("passed", gettext("passed"))
    return Status()


def _draw_card(card: _Card, wide: int) -> Image.Image:
    badge = sign("first", 32) if card.first else None
    image, tone = seat_card(card, wide, partial(sign, size=28), badge), SEATS[card.seat].tones[6]
    counts = (
        (sign("varan", 32), f"{card.varans}/{card.team}"),
        (pile("hand", 34, tone), str(card.hand)),
        (sign("kill", 32), str(card.kills)),
    )
    draw_counts(image, counts, side=16, gap=8, apart=64)
    return image


# The open window: the card that is being played, its target, and the time left to answer (NEO-10).


HIGH = 72
_WINDOW_PIECES = PieceCache()


def height_of_window(view: NeoView) -> int:
    """Return how many pixels it takes; 0 when no window is open."""
    return HIGH if view.fight is not None else 0


def draw_window(board: Mosaic, view: NeoView, pool: Pool, top: int) -> None:
    """Draw the open window."""
    if view.fight is None:
        return
    line = _line(view, pool)
    board.lay_kept(_WINDOW_PIECES, (line, current().code), partial(_draw, line), 0, top)


def _line(view: NeoView, pool: Pool) -> Line:
    fight = view.fight
    assert fight is not None
    user: Word = Mark(fight.seat) if fight.user < 0 else token_sign(view, fight.user, pool)
    what: list[Word] = [
        user,
        Arrow(),
        token_sign(view, fight.target, pool),
        card_sign(pool.actions[fight.card]),
    ]
    if fight.kind != "sensor":
        what.append(ngettext("{number} damage", "{number} damage", fight.by))
    return (*what, Quiet(gettext("within {number} h", number=view.options.hours)))


def _draw(line: Line) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HIGH), TABLE)
    framed(image, (MARGIN, 0, WIDTH - MARGIN, HIGH - 12), 12, LIT_PANEL, GOLD, 4)
    draw_line(image, line, MARGIN + 20, (HIGH - 12) // 2, WIDTH - MARGIN - 16, size=ON_A_PHONE)
    return image


# The title line: the turn and its step, and whose move it is or how it ended.


_TITLE_PIECES = PieceCache()
_PHASES: Mapping[Phase, str] = {
    "draft": N_("Teams are chosen"),
    "specials": N_("Before the movement"),
    "combat": N_("Combat"),
    "repair": N_("Repair"),
    "over": N_("Over"),
}
_REVEALED = N_("Movement, revealed, step {step}")
_CLOAKED = N_("Movement, cloaked, step {step}")
_SECOND = N_("Second attack")
_SIZE = 46
"""Pixels of the title's type."""
_ANSWER = N_("{player} may answer")


def phase_words(view: NeoView) -> str:
    """Return the present phase: "Combat", "Movement, cloaked, step 2"."""
    if view.phase == "movement":
        return gettext(_CLOAKED if view.cloaked else _REVEALED, step=view.step)
    if view.second is not None and view.fight is None:
        return gettext(_SECOND)
    return gettext(_PHASES[view.phase])


def whose_move(view: NeoView, names: Sequence[str]) -> str:
    """Return whose move it is, or what all do at once."""
    seat = view.acting
    if seat == NOBODY:
        return phase_words(view)
    if view.fight is not None:
        return gettext(_ANSWER, player=names[seat])
    return turn_of(names[seat])


def turn_words(view: NeoView) -> str:
    """Return the turn, of how many: "Turn 3 of 20"; "" in the draft."""
    return gettext("Turn {number} of {last}", number=view.turn, last=view.options.turns) if view.turn else ""


def draw_header(board: Mosaic, view: NeoView, names: Sequence[str]) -> None:
    """Draw the title line. Names are legible."""
    heading = _heading(view, names)
    board.lay_kept(_TITLE_PIECES, (heading, current().code), partial(table_heading, heading, _SIZE), 0, 0)


def _heading(view: NeoView, names: Sequence[str]) -> Heading:
    if view.outcome is not None:
        winners = view.outcome.winners
        return Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
    words = whose_move(view, names)
    # turn and phase, shortened to fit beside the title
    wide = text.width(words, "extrabold", _SIZE)
    phase = "" if view.acting == NOBODY else phase_words(view)
    turns = (turn_words(view), f"{view.turn}/{view.options.turns}", "") if view.turn else ("",)
    notes = [" · ".join(filter(None, (turn, phase))) for turn in turns]
    room = WIDTH - 2 * MARGIN - wide - 110
    fitting = [note for note in notes if text.width(note, "semibold", ON_A_PHONE) <= room]
    return Heading(words, [*fitting, notes[-1]][0], view.acting)


# Below the battlefield: the piles, and the seats that left the game.


ROW = 54
"""Pixels from row to row."""
_PILES = {
    "deck": N_("Deck {number}"),
    "discard": N_("Discard pile {number}"),
    "removed": N_("Left the game {number}"),
}


class Entry(Explained):
    """A pile with its words."""

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        colour = MUTED if self.kind == "removed" else PAPER
        mark = pile("discard" if self.kind == "removed" else self.kind, 34, colour)
        return draw_explained(image, x, y, mark, self.words, colour=PAPER)


def footer_rows(view: NeoView, pool: Pool) -> list[Row]:
    """Return the rows below the battlefield."""
    if view.phase == "draft":
        return []
    counts = {"deck": view.deck, "discard": len(view.discard), "removed": len(view.removed)}
    piles = [Entry(kind, gettext(words, number=counts[kind])) for kind, words in _PILES.items()]
    gone: list[Item] = [
        token_sign(view, token, pool) for token, its in enumerate(view.tokens) if not its.here
    ]
    return in_rows([*piles, *([small_sign("kill")] if gone else []), *gone])


_NEWS = 4
"""Lines of what happened last, at most."""
_HIGHEST = 1640
"""Pixels of a picture, as far as it depends on such lines: 500 on a phone."""
_SECRET = 140
"""The height in pixels of the panel shown instead of the battlefield while teams are chosen."""
_PIECES = PieceCache()


def draw_table(
    view: NeoView,
    names: Sequence[str],
    recent: Sequence[Any],
    focus: Focus | None,
    pool: Pool,
    wording: AnyWording,
) -> Mosaic:
    """Draw the whole table. Names are legible."""
    seen = list(sights(view, pool))
    field, tiles = field_of(seen), offered(view, pool)
    footer = footer_rows(view, pool)
    lines = latest_lines(wording, view, recent, signs(view, pool))
    title = height_of_heading(over=view.outcome is not None)
    top = title + height_of_window(view)
    ground = top + height_of_cards(view.seats)
    below = ground + (field.high if view.tokens else height_of_tiles(tiles) or _SECRET) + 8
    news = below + len(footer) * ROW
    room = _HIGHEST - news - 16
    fitting = [most for most in range(_NEWS, 1, -1) if height_of_news(most, ON_A_PHONE) <= room]
    lines = lines[-[*fitting, 1][0] :]  # at least the last one
    high = news + (height_of_news(len(lines), ON_A_PHONE) + 16 if lines else 0)
    board = Mosaic(WIDTH, high, palette=table_palette())
    draw_header(board, view, names)
    draw_window(board, view, pool, title)
    draw_cards(board, view, names, top)
    if view.tokens:
        _draw_field(board, field, seen, ground, focus)
        Marks(board, field, ground, view.options.team, pool).draw(recent)
    elif tiles:
        lay_tiles(board, ground, tiles)
    else:
        words = gettext("Teams are chosen in secret")
        board.lay_kept(_PIECES, words, partial(secret_panel, words, _SECRET, 0), 0, ground)
    draw_rows(board, footer, below, ROW)
    if lines:
        draw_news(board, (MARGIN, news, WIDTH - MARGIN, high - 16), lines, ON_A_PHONE)
    return board


def _draw_field(board: Mosaic, field: Field, seen: Sequence[Sight], top: int, focus: Focus | None) -> None:
    lay_ground(board, top, field.high)
    for number, (left, upper, right, lower) in field.sectors.items():
        seats = tuple(sorted({each.seat for each in seen if each.sector == number}))
        reached = focus is not None and number in focus.reach
        lay_sector(board, number, (left, upper + top, right, lower + top), seats, open_to=reached)
    for piece in seen:
        left, upper, right, lower = field.tokens[piece.token]
        lay_token(board, (left, upper + top, right, lower + top), piece, field.size, focus)


# Closer looks: at a seat's varans, at one of them, and in the draft at those one was dealt.


_SEAT, _TOKEN = "seat-", "varan-"
_MOST = 16
"""Varans up to which each has a button of its own."""


def parts_of(view: NeoView) -> dict[str, str]:
    """Return a part for each seat with varans on the table and, where they are few, for each of these."""
    here = [token for token, its in enumerate(view.tokens) if its.here]
    parts = {f"{_SEAT}{seat}": seat_title(seat) for seat in range(view.seats) if view.alive(seat)}
    if len(here) <= _MOST:
        parts |= {f"{_TOKEN}{token}": token_name(token, view.options.team) for token in here}
    return parts


def shown_in(view: NeoView, part: str | None) -> tuple[int, ...]:
    """Return the tokens that a part shows; none if this view has no such part."""
    team = view.options.team
    kind, _, number = (part or "").partition("-")
    if not number.isdecimal():
        return ()
    at = int(number)
    tokens = {"seat": range(at * team, (at + 1) * team), "varan": range(at, at + 1)}.get(kind, range(0))
    return tuple([token for token in tokens if token < len(view.tokens) and view.tokens[token].here])


def draw_zoom(view: NeoView, tokens: Sequence[int], names: Sequence[str], pool: Pool) -> Mosaic:
    """Draw tokens of one seat with all that the viewer knows of them. Names are legible."""
    tiles = [token_tile(view, sight(view, token, pool), pool) for token in tokens]
    seat = tokens[0] // view.options.team
    note = pgettext("game turn", "Turn {number}", number=view.turn)
    return draw_sheet(names[seat], note, seat, tiles, WHOLE if len(tiles) == 1 else HALF)


def offered(view: NeoView, pool: Pool) -> list[Tile]:
    """Return the varans that the viewer was dealt in the draft (NEO-01a)."""
    seat = view.viewer or 0
    return [
        varan_tile(pool.roster[varan], seat, gettext("kept") if varan in view.kept else "")
        for varan in view.offer
    ]
