"""A whole position as plain text: a table of letters, contests, piles, hands; no line over 64 characters."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, listed, over_words
from bot.engine.textlayout import GUTTER, LIMIT, LINE, board, paragraphs, wrap
from bot.games.crossfire.rules.cards import SHORT_RANKS, Card, short
from bot.games.crossfire.rules.lighting import lighting
from bot.games.crossfire.rules.piles import defence
from bot.games.crossfire.rules.scoring import GOAL, claims_in
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile, Tally
from bot.games.crossfire.wording.contests import claim_sources, contest_words, contested
from bot.games.crossfire.wording.names import awaited, typed_card
from bot.games.crossfire.wording.sentences import Talk

_WIDE, _NARROW = 6, 4
_RANKS = f"o{SHORT_RANKS}"
"""The strengths 0 to 13 as letters."""


def board_text(talk: Talk) -> str:
    """Return the position in words and letters, no line over 64 characters, at most `LIMIT` in total."""
    view, names = talk.view, talk.names
    # The cards of the seized piles and towers.
    pile_lines = []
    for square, pile in enumerate(view.board):
        if pile is not None and pile.kind in ("seized", "tower"):
            pile_lines.append(_pile_line(view.table.name(square), pile))
    hand = ""
    if view.viewer is not None:
        told = gettext("Your hand: {cards}.", cards=_cards(view.hand)) if view.hand else ""
        hand = _wrap(told or gettext("Your hand: empty."))
    parts = [
        _heading(view, names),
        _grid(view),
        _key(view),
        _lines([contest_words(view, at, lambda seat: names[seat]) for at in contested(view)]),
        _lines(pile_lines),
        _lines([_seat_line(view, seat, names) for seat in range(view.seats)]),
        _lines(_point_lines(view, names)),
        hand,
    ]
    text = paragraphs(parts)
    if len(text) <= LIMIT:
        return text
    # The longest lists are cut; the hand is always complete.
    head, tail = paragraphs(parts[:3]), paragraphs(parts[5:])
    room = LIMIT - len(head) - len(tail) - 8
    lists = paragraphs(parts[3:5])[:room].rsplit("\n", 1)[0]
    return f"{head}\n\n{lists}\n…\n\n{tail}"


def _wrap(text: str, indent: str = "") -> str:
    return wrap(text, LINE, rest=indent)


def _lines(lines: Sequence[str]) -> str:
    return "\n".join([_wrap(line, "  ") for line in lines])


def _cards(cards: Sequence[Card]) -> str:
    return ", ".join([typed_card(card) for card in cards])


def _heading(view: CrossfireView, names: Sequence[str]) -> str:
    last = view.table.name(view.width * view.height - 1)
    size = gettext(
        "Crossfire, {columns} columns, {rows} rows, squares a1 to {last}.",
        columns=view.width,
        rows=view.height,
        last=last,
    )
    return f"{_wrap(size)}\n{_wrap(_now(view, names))}"


def _now(view: CrossfireView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return over_words(view.outcome, names)
    waiting = ", ".join([names[seat] for seat in awaited(view)])
    if view.phase == "bases":
        return gettext("Bases are being settled: waiting for {players}.", players=waiting)
    return gettext("Turn {turn}: {player} to play.", turn=view.turns, player=waiting)


def _grid(view: CrossfireView) -> str:
    """Return the table, the far row first; on tables of many columns squares are narrow."""
    table = view.table
    width = _NARROW if _is_narrow(view) else _WIDE
    powered = lighting(table, view.board, 0).powered | lighting(table, view.board, 1).powered
    letters = [view.table.name(column)[:1] for column in range(view.width)]
    cells = [_cell(view, table, square, width, square in powered) for square in range(len(view.board))]
    rows = [(row, cells[row * view.width : (row + 1) * view.width]) for row in reversed(range(view.height))]
    return board([[f"{letter:^{width}}" for letter in letters]], rows)


def _is_narrow(view: CrossfireView) -> bool:
    """Whether squares are narrow, so that a row fits a line."""
    return view.width * _WIDE + GUTTER > LINE


def _cell(view: CrossfireView, table: Table, square: int, width: int, powered: bool) -> str:
    pile = view.board[square]
    if pile is None:
        empty = "." if table.field >> square & 1 else "_" if table.has(square) else ""
        return f"{empty:^{width}}"
    content = f"{_face(pile)}{'n' if pile.owner == NOBODY else pile.owner + 1}"
    if width == _NARROW:
        return f"{content}{'!' if pile.contested else '*' if powered else ' '}"
    cell = f"{content}{'*' if powered else ''}"
    return f"[{cell}]".ljust(width) if pile.contested else f" {cell}".ljust(width)


def _face(pile: Pile) -> str:
    """Return two letters for a pile: its card, the ranks of a tower, or "#" and a seized pile's strength."""
    if pile.kind == "seized":
        return f"#{_RANKS[defence(pile)]}"
    if pile.kind == "tower":
        return f"{_RANKS[defence(pile)]}T"
    return short(pile.cards[0])


def _key(view: CrossfireView) -> str:
    words = gettext(
        "7h1 is the 7 of hearts of seat 1, T a 10, Jo a Joker; * powered; {contested}; KT1 a tower; "
        "#Q1 a seized pile of strength Q; ??n a neutral, face down; 9sn one that was probed; "
        ". empty; _ room for a support.",
        contested=gettext("! contested") if _is_narrow(view) else gettext("[ ] contested"),
    )
    return _wrap(words)


def _pile_line(square: str, pile: Pile) -> str:
    seat, cards = pile.owner + 1, _cards(pile.cards)
    if pile.kind == "tower":
        return gettext("{square}: tower of seat {seat}: {cards}.", square=square, seat=seat, cards=cards)
    return gettext(
        "{square}: seized pile of strength {strength} of seat {seat}: {cards}.",
        square=square,
        strength=defence(pile),
        seat=seat,
        cards=cards,
    )


def _seat_line(view: CrossfireView, seat: Seat, names: Sequence[str]) -> str:
    stock = [
        gettext("{number} in hand", number=view.hands[seat]),
        gettext("known: {cards}", cards=_cards(view.shown[seat])) if view.shown[seat] else "",
        gettext("{number} in the pack", number=view.packs[seat]),
        gettext("deciding on the bases") if view.deciding[seat] else "",
    ]
    return gettext(
        "{mark} {player} (seat {seat}): {stock}.",
        mark=SEAT_MARKS[seat],
        player=names[seat],
        seat=seat + 1,
        stock=", ".join([words for words in stock if words]),
    )


def _point_lines(view: CrossfireView, names: Sequence[str]) -> list[str]:
    """Return the points of the teams by their sources (CRF-23), or of two if a pack ran out (CRF-28)."""
    lines = [
        gettext(
            "{player}, if a pack ran out now: {points} ({sources}).",
            player=names[seat],
            points=ngettext("{number} point", "{number} points", claim.points),
            sources=claim_sources(claim),
        )
        for seat, claim in enumerate(claims_in(view))
    ]
    if view.seats == 2:
        return lines
    for team, tally in enumerate(view.tallies):
        members = listed([names[seat] for seat in range(view.seats) if team_of(seat) == team])
        if not tally.points:
            points = gettext("no point of {goal}", goal=GOAL)
        else:
            points = ngettext(
                "{number} point of {goal}", "{number} points of {goal}", tally.points, goal=GOAL
            )
        lines.append(f"{members}: {points} ({_sources(tally)}).")
    return lines


def _sources(tally: Tally) -> str:
    return gettext(
        "bases {bases}, chain {chain}, middle {middle}",
        bases=tally.bases,
        chain=tally.chain,
        middle=tally.middle,
    )
