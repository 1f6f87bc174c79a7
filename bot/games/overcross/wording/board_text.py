"""A whole position as plain text: objective and score, the grid in letters, seats, hand, card texts.

No line is over 64 characters. North is up: row 1 is the lowest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from bot.base.language import N_, gettext, messages
from bot.engine import sentences
from bot.engine.cards.wording import Room, card_lines, pile_words
from bot.engine.contract import Seat
from bot.engine.grid import column_name, squares_of
from bot.engine.sentences import SEAT_MARKS, listed, over_words
from bot.engine.textlayout import LIMIT, board, fitted, indented, paragraphs
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.rules.options import Options, Zones
from bot.games.overcross.rules.view import NO_CARD, SECRET_PHASES, awaited, in_play, named_cards, play_limit
from bot.games.overcross.wording.card_sentences import lasting_words
from bot.games.overcross.wording.names import (
    OBJECTIVES,
    Talk,
    counters_words,
    edits_words,
    mark_words,
    phase_words,
    points_words,
)
from bot.games.overcross.wording.terms import lettered

# The state of a match on two lines: phase and awaited seats, then the score.


def status(talk: Talk) -> str:
    """Return the awaited seats, the remaining play limit, and the score."""
    view = talk.view
    now = f"**{' · '.join(phase_words(view))}**: {waiting_for(talk)}"
    if view.phase == "cards" and view.question is None:
        now = f"{now} {budget_words(talk)}"
    scores = score_words(talk)
    return f"{now}\n{scores}" if scores else now


def waiting_for(talk: Talk) -> str:
    """Return the sentence with the awaited seats and their task."""
    view = talk.view
    if view.question is not None:
        card = talk.card(view.question.card)
        return gettext("{who} has to choose for {card}.", who=talk.who(view.question.seat), card=card)
    if view.phase == "first":
        return gettext("{who} chooses to go first or last.", who=talk.who(view.first))
    ready = [seat for seat in range(view.seats) if view.ready[seat] and not view.sides[seat].out]
    return sentences.waiting_for(talk, awaited(view), len(ready) if view.phase in SECRET_PHASES else 0)


def budget_words(talk: Talk) -> str:
    """Return the remaining play limit of the turn: "Cards may still cost 2 in this turn, ..." (OVC-10)."""
    view = talk.view
    limit = play_limit(view, view.current)
    left = limit - view.spent
    return gettext("Cards may still cost {left} in this turn, of {limit} in all.", left=left, limit=limit)


_GOALS = messages("overcross", "goals", dict[str, str])


def goal_words(options: Options) -> str:
    """Return the aim, and the last round of the match: "kill the enemy Leader; 25 rounds at most"."""
    goal = gettext(_GOALS[options.goal], score=options.score)
    return gettext("{goal}; {rounds} rounds at most", goal=goal, rounds=options.rounds)


def score_words(talk: Talk) -> str:
    """Return each seat's progress to the objective; "" before decks are revealed."""
    if talk.view.first < 0:
        return ""
    scores = [
        f"{SEAT_MARKS[seat]} {_STANDING[talk.view.options.objective](talk, seat)}"
        for seat, side in enumerate(talk.view.sides)
        if not side.out
    ]
    return " · ".join(scores)


def _victims(talk: Talk, seat: Seat) -> str:
    """Return the required pieces with their condition: "*Queen of the Paper Court* E1, 2 counters"."""
    return ", ".join([_victim(talk, card, talk.queries.piece(card)) for card in named_cards(talk.view, seat)])


def _victim(talk: Talk, card: int, piece: Piece | None) -> str:
    name = talk.card(card)
    if piece is None:
        return gettext("{card} dead", card=name)
    return gettext(
        "{card} {square}, {counters}",
        card=name,
        square=talk.place(piece.square),
        counters=counters_words(piece.counters),
    )


def _legend(talk: Talk, seat: Seat) -> str:
    for card in named_cards(talk.view, seat):
        piece = talk.queries.piece(card)
        if piece is None:
            return gettext(
                "{card} to be played for {cost}", card=talk.card(card), cost=talk.queries.cost(card)
            )
        if piece.square == OFF:
            return gettext("{card} off the grid", card=talk.card(card))
        return _victim(talk, card, piece)
    return gettext("no Legend")


def _flags(talk: Talk, seat: Seat) -> str:
    """Return the square of a seat's flag, and its carrier."""
    for flag in talk.view.flags:
        if flag.seat == seat:
            square = talk.square(flag.square)
            if flag.carrier == NO_CARD:
                return gettext("flag on {square}", square=square)
            return gettext(
                "flag carried by {piece} on {square}", piece=talk.piece(flag.carrier), square=square
            )
    return gettext("no flag")


def _points(talk: Talk, seat: Seat) -> str:
    return f"{talk.view.sides[seat].points}/{talk.view.options.score}"


_STANDING: Mapping[str, Callable[[Talk, Seat], str]] = {
    "assassination": _victims,
    "summoning": _legend,
    "flag": _flags,
    "invasion": _points,
    "deathmatch": _points,
}


def moment(talk: Talk) -> str:
    """Return the round and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(options: Options, _seats: int) -> str:
    """Return the objective, the way to reach it, and the number of rounds."""
    return f"{gettext(OBJECTIVES[options.objective])}: {goal_words(options)}"


_TERRAINS = "%=~#&+:;!?"
"""The letters of terrain areas, in order; further areas start again from the first."""


_ROOMS = (Room(160, 99), Room(90, 12), Room(0, 12), Room(0, 4), Room(0, 0))


def board_text(talk: Talk) -> str:
    """Return the position in words and letters, at most `LIMIT` characters."""
    return fitted((_described(talk, room) for room in _ROOMS), LIMIT)


def _described(talk: Talk, room: Room) -> str:
    view = talk.view
    # The texts of the cards in play, Characters first, each card once.
    texts = card_lines(talk.lexicon, [talk.number(card) for card in in_play(talk.view)], room.texts)
    parts = [
        _heading(talk),
        _grid(talk) if view.first >= 0 else "",
        "\n".join([indented(line) for line in _terrain_lines(talk)]),
        *["\n".join(_seat_lines(talk, seat, room)) for seat in range(view.seats)],
        "\n".join([indented(line) for line in (*_own_lines(talk), *_lasting_lines(talk))]),
        "\n".join(texts),
    ]
    return paragraphs(parts)


def _plain(words: str) -> str:
    """Return words without markdown, for a code block."""
    return words.replace("*", "").replace("\\", "")


def _heading(talk: Talk) -> str:
    view = talk.view
    goal = f"{gettext(OBJECTIVES[view.options.objective])}: {goal_words(view.options)}."
    lines = [goal, _now(talk)]
    if view.first >= 0:
        lines.append(gettext("Score: {score}.", score=_plain(score_words(talk))))
    return "\n".join([indented(line) for line in lines])


def _now(talk: Talk) -> str:
    view = talk.view
    if view.outcome is not None:
        return over_words(view.outcome, talk.names)
    phase = ", ".join(phase_words(view))
    players = listed([talk.names[seat] for seat in awaited(view)])
    if view.question is not None:
        asking = talk.plain(view.question.card)
        players = gettext("{players} (asked by {card})", players=players, card=asking)
    now = gettext("{phase}: waiting for {players}.", phase=phase, players=players)
    return f"{now} {budget_words(talk)}" if view.phase == "cards" else now


# The grid


def _grid(talk: Talk) -> str:
    """Return the grid with two characters a square: a Character by seat and letter, else the ground."""
    view, grid = talk.view, talk.queries.grid
    marks = [" ."] * grid.size
    for seat in range(view.seats):
        for square in squares_of(talk.queries.zone(seat)):
            marks[square] = " _"
    for placed, letter in _terrains(talk):
        for square in squares_of(talk.queries.area(placed.card)):
            marks[square] = f" {letter}"
    for flag in view.flags:
        if flag.carrier == NO_CARD:
            marks[flag.square] = f"F{flag.seat + 1}"
    for piece, letter in lettered(view):
        if piece.square != OFF:
            marks[piece.square] = f"{piece.seat + 1}{letter}"
    rows = [(row, marks[row * grid.width : (row + 1) * grid.width]) for row in reversed(range(grid.height))]
    ruler = [f"{column_name(column):>2}" for column in range(grid.width)]
    key = gettext("Seat and letter: a Character; _ deploy zone.")
    if view.flags:
        key = gettext("Seat and letter: a Character; F and seat: a flag; _ deploy zone.")
    return f"{board([ruler], rows)}\n{indented(key)}"


def _terrains(talk: Talk) -> Iterator[tuple[Placed, str]]:
    for place, placed in enumerate(talk.view.terrains):
        yield placed, _TERRAINS[place % len(_TERRAINS)]


def _terrain_lines(talk: Talk) -> Iterator[str]:
    """Yield each terrain with its letter, centre and counters."""
    for placed, letter in _terrains(talk):
        words = gettext(
            "{letter} {terrain} around {square}, radius {radius}",
            letter=letter,
            terrain=talk.plain(placed.card),
            square=talk.square(placed.centre),
            radius=talk.face(placed.card).radius,
        )
        yield f"{words}, {counters_words(placed.counters)}" if placed.counters else words


# The seats


def _seat_lines(talk: Talk, seat: Seat, room: Room) -> list[str]:
    view, side = talk.view, talk.view.sides[seat]
    seated = gettext("{player} (seat {seat})", player=talk.names[seat], seat=seat + 1)
    lines = [f"{SEAT_MARKS[seat]} {seated}: {', '.join(_standing(talk, seat))}."]
    for piece, letter in lettered(view):
        if piece.seat == seat:
            lines.append(f"{seat + 1}{letter} {_piece_words(talk, piece)}")
    if view.turn:
        lines.append(_stock(talk, seat, room))
    if side.aside:
        lines.append(gettext("Set aside: {cards}.", cards=talk.counted(side.aside)))
    return [indented(lines[0]), *[indented(line, "  ") for line in lines[1:]]]


def _standing(talk: Talk, seat: Seat) -> list[str]:
    """Return a seat's status: its secret choice, points and kills, its place."""
    view, side = talk.view, talk.view.sides[seat]
    if side.out:
        return [gettext(_OUT[side.out])]
    if view.first < 0 or view.phase == "hands":
        return [gettext("ready") if view.ready[seat] else gettext("choosing")]
    words = [gettext(_PLACES[view.options.zones][seat])]
    if view.options.has_points:
        words.append(points_words(side.points))
    return [*words, gettext("kills {kills}", kills=side.kills)]


_OUT = {"lost": N_("out"), "resigned": N_("has resigned")}
_PLACES: Mapping[Zones, tuple[str, ...]] = {
    "edges": (N_("south"), N_("north"), N_("west"), N_("east")),
    "corners": (N_("south-east"), N_("north-east"), N_("west")),
}
"""The place of each seat's zone."""


def _piece_words(talk: Talk, piece: Piece) -> str:
    """Return a Character with its square, counters and edits: "Well-Read Ogre D4, 2 counters, Fan Club"."""
    words = [f"{talk.plain(piece.card)} {talk.place(piece.square)}"]
    mark = mark_words(talk.face(piece.card))
    words += [mark] if mark else []
    words += [counters_words(piece.counters)] if piece.counters else []
    words += [edits_words(talk, piece.edits)] if piece.edits else []
    if talk.queries.carrying(piece.card):
        seats = [SEAT_MARKS[flag.seat] for flag in talk.view.flags if flag.carrier == piece.card]
        words.append(gettext("carries the flag of {players}", players=listed(seats)))
    if piece.seat == talk.view.current:
        words += [gettext("minor action taken")] if piece.minor else []
        words += [gettext("major action taken")] if piece.major else []
    return f"{', '.join(words)}."


def _stock(talk: Talk, seat: Seat, room: Room) -> str:
    pile = talk.view.sides[seat].discard
    named = pile[-room.discards :] if room.discards else ()
    return gettext(
        "{hand} in hand, {deck} in the deck, discard pile: {pile}.",
        hand=talk.view.hands[seat],
        deck=talk.view.decks[seat],
        pile=pile_words(talk.counted(named), len(pile) - len(named)),
    )


# The reader's cards, and effects in force


def _own_lines(talk: Talk) -> list[str]:
    view = talk.view
    if view.viewer is None:
        return []
    lines = []
    if view.hand:
        lines.append(gettext("Your hand: {cards}.", cards=_hand(talk)))
    elif view.turn:
        lines.append(gettext("Your hand: empty."))
    question = view.question
    if question is not None and question.looking:
        lines.append(gettext("You look at: {cards}.", cards=talk.counted(question.looking)))
    if view.first < 0 and view.lists[view.viewer]:
        lines.append(gettext("Your deck: {cards}.", cards=talk.lexicon.counted(view.lists[view.viewer])))
        if view.chosen[view.viewer]:
            lines.append(gettext("You named: {cards}.", cards=talk.lexicon.counted(view.chosen[view.viewer])))
    return lines


def _hand(talk: Talk) -> str:
    """Return the hand with the play costs: "Lurker (2); Wall x2 (1)"."""
    cost, copies = talk.queries.cost, Counter([talk.number(card) for card in talk.view.hand])
    first = {talk.number(card): card for card in reversed(talk.view.hand)}
    return "; ".join(
        [
            f"{talk.lexicon.plain(number)}{f' x{many}' if many > 1 else ''} ({cost(first[number])})"
            for number, many in copies.items()
        ]
    )


def _lasting_lines(talk: Talk) -> list[str]:
    return [
        _plain(f"{talk.plain(one.card)}: {lasting_words(talk, one.static, one.until, one.seat)}.")
        for one in talk.view.lasting
    ]
