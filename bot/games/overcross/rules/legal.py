"""All legal actions of a seat, computed from public knowledge and its own cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from bot.engine.cards import machine
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import nth, squares_of
from bot.engine.lazyactions import Blocks
from bot.games.overcross.cards.decks import ready_decks
from bot.games.overcross.cards.field import OFF, Attached, Piece
from bot.games.overcross.cards.printed import Size
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.rules.actions import (
    Attack,
    Begin,
    Choose,
    Discard,
    EndTurn,
    Keep,
    Move,
    Name,
    Play,
    Redraw,
    TakeDeck,
    Use,
    Withdraw,
)
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.deckbuilding import deck_rules, missing_mark, nameable
from bot.games.overcross.rules.field import Field, Opened
from bot.games.overcross.rules.reach import Reached
from bot.games.overcross.rules.standing import names_of
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import Moving, awaited, play_limit

TURN_PHASES = ("cards", "minor", "major")
SIZES: tuple[Size, ...] = ("m", "M", "F", "free")


class Block(msgspec.Struct, frozen=True, gc=False):
    """The plays of one card, or the moves of one Character: one for each square of a mask."""

    make: Callable[[int, int], Any]
    card: Card
    squares: int
    size: int
    """The number of squares."""

    def at(self, place: int) -> Any:
        """Return the action at this index."""
        return self.make(self.card, nth(self.squares, place))

    def each(self) -> Iterator[Any]:
        """Yield all the actions."""
        return (self.make(self.card, square) for square in squares_of(self.squares))

    def has(self, action: Any) -> bool:
        """Whether this is one of these actions."""
        if type(action) is not self.make:
            return False
        card, square = (action.card, action.at) if isinstance(action, Play) else (action.piece, action.to)
        return card == self.card and square >= 0 and bool(self.squares >> square & 1)


# Who may act


def may_act(state: OvercrossState) -> tuple[Seat, ...]:
    """Return the seats to act, and the seats that can take back their choice of a deck."""
    return state.playing if state.phase == "decks" else awaited(state)


def legal(queries: Aim, seat: Seat) -> Sequence[Any]:
    """Return the legal actions of a seat. `BringDeck` is left out, because its decks are too many to list."""
    state = queries.state
    if state.program.question is None and state.phase in TURN_PHASES:
        return _turn(queries, seat) if seat == state.current else ()
    if seat not in may_act(state):
        return ()
    if state.program.question is not None:
        return [Choose(answer) for answer in machine.answers(state.program)]
    return _CHOICES[state.phase](queries, seat)


def _decks(queries: Aim, seat: Seat) -> Sequence[Any]:
    state = queries.state
    if state.ready[seat]:
        return [Withdraw()]
    if not state.lists[seat]:
        return [TakeDeck(key) for key in ready_decks(queries.pool, deck_rules(state.options))]
    mark = missing_mark(state, seat)
    return [Withdraw(), *[Name(number) for number in nameable(queries.pool, mark, state.lists[seat])]]


def _turn(queries: Aim, seat: Seat) -> Sequence[Any]:
    """Return the legal actions of a seat in its turn (OVC-09, OVC-15)."""
    blocks: list[Block] = []
    further: list[Any] = []
    if queries.state.phase == "cards":
        _plays(queries, seat, blocks, further)
    free = queries.field.free
    for card, character in _open_to_all(queries, seat).items():
        if goals := character.squares & free:
            blocks.append(Block(Move, card, goals, goals.bit_count()))
        if character.attacks:
            further += character.attacks
        if character.uses:
            piece = character.piece
            further += [
                use for use, each in character.uses if not _use_forbidden(queries, piece, use.card, each)
            ]
    further.append(END_TURN)
    return Blocks(blocks, further)


END_TURN = EndTurn()


class OpenTo(msgspec.Struct, frozen=True, gc=False):
    """The possibilities of a Character that depend on itself, its enemies, terrain and effects in force."""

    piece: Piece
    late: bool
    """Whether only major actions are left in the turn."""
    moving: Moving | None
    """Its move that may be continued."""
    reached: Reached | None
    """Its possible moves; None if it cannot move."""
    squares: int
    """The squares it reaches in a move, including squares with friends."""
    attacks: Sequence[Attack]
    uses: Sequence[tuple[Use, Ability]]
    """The specials for which it still has an action."""
    aims: Sequence[tuple[Size, Sequence[Attack]]] | None
    """All attacks from its square, for which it may have no action, by their size; None if not computed."""


def open_to(queries: Aim, field: Field, piece: Piece) -> OpenTo:
    """Return the possibilities of a Character in its player's turn; all stand as in this field."""
    late, moving = queries.state.phase == "major", queries.state.moving
    return _known_open_to(queries, piece, queries.memory.opened(queries, field, piece.seat), late, moving)


def _open_to_all(queries: Aim, seat: Seat) -> Mapping[Card, OpenTo]:
    """Return the possibilities of all Characters of a seat, by the difference to its last legal list."""
    state, field = queries.state, queries.field
    opened = queries.memory.opened(queries, field, seat)
    pieces, late, moving = state.pieces, state.phase == "major", state.moving
    changed = field.changed_since(opened.pieces)
    if changed is None or late is not opened.late:
        opened.by_card = {
            piece.card: _known_open_to(queries, piece, opened, late, moving)
            for piece in pieces
            if piece.seat == seat
        }
    else:
        cards = {new.card for _, new in changed}
        if moving is not opened.moving:
            cards.update([one.piece for one in (moving, opened.moving) if one is not None])
        for card in cards & opened.by_card.keys():
            _known_open_to(queries, field.by_card[card], opened, late, moving)
    opened.pieces, opened.late, opened.moving = pieces, late, moving
    return opened.by_card


def _known_open_to(queries: Aim, piece: Piece, opened: Opened, late: bool, moving: Moving | None) -> OpenTo:
    if moving is not None and moving.piece != piece.card:
        moving = None
    found = opened.by_card.get(piece.card)
    if found is None or found.piece is not piece or found.late is not late or found.moving != moving:
        found = opened.by_card[piece.card] = _open_to(queries, piece, opened.able, late, moving, found)
    return found


def _open_to(
    queries: Aim,
    piece: Piece,
    known: dict[Card, Able],
    late: bool,
    moving: Moving | None,
    last: OpenTo | None,
) -> OpenTo:
    """Return a Character's possibilities; `last` are those earlier in the turn."""
    sizes = _OPEN[piece.minor, piece.major, late]
    if sizes and _idle(queries, piece):
        sizes = ()
    if not sizes and moving is None:
        return OpenTo(piece, late, None, None, 0, (), (), None)
    if last is not None and last.piece is piece and last.late is late and "m" not in sizes and moving is None:
        return OpenTo(piece, late, None, None, 0, last.attacks, last.uses, last.aims)  # its move is over
    if last is None or last.aims is None or last.piece.edits is not piece.edits:
        able, aims = _able(queries, piece, known), None
    else:
        able, aims = known[piece.card], last.aims if last.piece.square == piece.square else None
    if moving is not None:
        steps, fresh = moving.left, False
    else:
        steps, fresh = able.speed if "m" in sizes else 0, True
    reached = queries.reached(piece, steps, fresh=fresh) if steps else None
    squares = 0 if reached is None else reached.squares
    if not sizes:
        return OpenTo(piece, late, moving, reached, squares, (), (), None)
    if aims is None:
        aims = _aims(queries, piece, able)
    attacks = [attack for size, found in aims if size in sizes for attack in found] if aims else ()
    uses = [each for each in able.uses if each[1].size in sizes] if able.uses else ()
    return OpenTo(piece, late, moving, reached, squares, attacks, uses, aims)


def _aims(queries: Aim, piece: Piece, able: Able) -> Sequence[tuple[Size, Sequence[Attack]]]:
    far = able.far
    if far >= 0:
        field = queries.field
        near = field.occupied & ~field.by_seat[piece.seat] | field.layout.covered
        if not near & queries.grid.box(piece.square, far):
            return ()
    return [
        (attack.size, [Attack(piece.card, at, way, terrain) for at, terrain in targets])
        for way, attack, distance in able.ways
        if (targets := queries.targets_within(piece, attack, distance))
    ]


class Able(NamedTuple):
    """What a Character can do by cards and effects in force, on any square and at any time of a turn.

    It holds for these edits and effects.
    """

    edits: Sequence[Attached]
    limits: Sequence[AnyStatic]
    """The effects in force that bear on it (`standing.InForce.limiting`)."""
    speed: int
    """Its movement; 0 if it may not move."""
    ways: Sequence[tuple[int, Any, int]]
    """The attacks it may make: the number, the attack and its range (`Aim.range_of`)."""
    far: int
    """The longest of these ranges; -1 for unlimited."""
    uses: Sequence[tuple[Use, Ability]]


def _able(queries: Aim, piece: Piece, known: dict[Card, Able]) -> Able:
    found, limits = known.get(piece.card), queries.in_force.limiting(piece.card)
    if found is None or found.limits != limits or found.edits != piece.edits:
        found = known[piece.card] = _found_able(queries, piece, limits)
    return found


def _found_able(queries: Aim, piece: Piece, limits: Sequence[AnyStatic]) -> Able:
    in_force, card = queries.in_force, piece.card
    ways = [
        (way, attack, queries.range_of(piece, attack))
        for way, attack in enumerate(queries.attacks(card))
        if not _attack_forbidden(queries, piece, attack)
    ]
    ranges = [distance for _, _, distance in ways]
    uses = [
        (Use(each, way), ability)
        for each in (card, *queries.edits(piece))
        for way, ability in enumerate(queries.activated(each))
    ]
    speed = 0 if in_force.forbids(card, "move") else queries.speed(piece)
    far = -1 if -1 in ranges else max(ranges, default=0)
    return Able(piece.edits, limits, speed, ways, far, uses)


# Cards


def _plays(queries: Aim, seat: Seat, blocks: list[Block], further: list[Any]) -> None:
    """Add what a seat can play; copies of a card in its hand have the same plays."""
    left = play_limit(queries.state, seat) - queries.state.spent
    known: dict[str, int] = {}
    squares: dict[tuple[Any, ...], int] = {}
    for card in queries.playable(seat) if left > 0 else ():
        face = queries.face(card)
        found = known.get(face.number)
        if found is None:
            found = known[face.number] = _playable_on(queries, card, face, seat, left, squares)
        if found and face.kind == "event":
            further.append(Play(card))
        elif found:
            blocks.append(Block(Play, card, found, found.bit_count()))


def _playable_on(
    queries: Aim, card: Card, face: Any, seat: Seat, left: int, squares: dict[tuple[Any, ...], int]
) -> int:
    """Return the squares on which a card can be played for this rest of the play limit; 1 for an event.

    `squares` are those found for cards that are placed alike, and is extended.
    """
    if queries.cost_of(face, seat) > left:
        return 0
    kind = face.kind
    if kind == "event":
        return int(event_usable(queries, card, seat))
    if kind == "character" and queries.too_many(face, seat):
        return 0
    alike = _placed_alike(face)
    found = squares.get(alike)
    if found is None:
        found = squares[alike] = play_squares(queries, face, seat)
    return found


def _placed_alike(face: Any) -> tuple[Any, ...]:
    """Return what the squares for a card depend on, apart from copies of it in play (OVC-11)."""
    if face.kind == "character":
        return "character", face.ahead, face.mark == "legend"
    return (face.radius, face.obstructive) if face.kind == "terrain" else (face.on,)


def play_squares(queries: Aim, face: Any, seat: Seat) -> int:
    """Return the squares on which a Character, an edit or a terrain with this content can be played."""
    if face.kind == "character":
        return queries.deploy_squares(face, seat)
    if face.kind == "terrain":
        return queries.terrain_squares(face)
    own = queries.field.by_seat[seat]
    return own if face.on == "own" else queries.field.occupied & ~own


def event_usable(queries: Aim, card: Card, seat: Seat) -> bool:
    """Whether an event has a legal target, which it needs to be played (OVC-34)."""
    context = EvaluationContext(queries, seat)
    context.names = names_of(card, card)
    for ability in queries.face(card).abilities:  # noqa: SIM110 - `all` of so few takes twice as long
        if not ability.usable(context):
            return False
    return True


# Actions of Characters


def action_fault(queries: Aim, piece: Piece, size: Size) -> str:
    """Return why a Character cannot take an action of a size now, as a code; "" if it can (OVC-15).

    off: it waits off the grid; act: an effect forbids it; legend: it was deployed in this turn; late: major
    actions were taken; minor, major: it has taken that action.
    """
    return _idle(queries, piece) or _taken(size, piece.minor, piece.major, queries.state.phase == "major")


def _idle(queries: Aim, piece: Piece) -> str:
    """Return why a Character cannot act at all, as a code."""
    if piece.square == OFF:
        return "off"
    in_force, card = queries.in_force, piece.card
    if card in in_force.concerned and in_force.forbids(card, "act"):
        return "act"
    if piece.deployed == queries.state.turn and queries.face(piece.card).mark == "legend":
        return "legend"
    return ""


def _taken(size: Size, minor: bool, major: bool, late: bool) -> str:
    """Return which earlier action of the turn excludes one of this size, as a code."""
    if size in ("m", "free"):
        if late:
            return "late"
        return "minor" if size == "m" and minor else ""
    if major:
        return "major"
    return "minor" if size == "F" and minor else ""


_OPEN: Mapping[tuple[bool, bool, bool], tuple[Size, ...]] = {
    (minor, major, late): tuple([size for size in SIZES if not _taken(size, minor, major, late)])
    for minor, major, late in product((False, True), repeat=3)
}
"""The sizes of actions left: by whether a minor, a major one was taken, and only major ones are left."""


def steps_of(queries: Aim, piece: Piece) -> tuple[int, bool]:
    """Return a Character's movement now, and whether none of it is used; 0 if it cannot move.

    A Character that is moving continues with its remaining movement (OVC-16).
    """
    moving = queries.state.moving
    if moving is not None and moving.piece == piece.card:
        return moving.left, False
    if action_fault(queries, piece, "m") or queries.in_force.forbids(piece.card, "move"):
        return 0, True
    return queries.speed(piece), True


def attack_fault(queries: Aim, piece: Piece, attack: Any) -> str:
    """Return why a Character cannot make an attack now, as a code (`action_fault`; attack, star)."""
    return action_fault(queries, piece, attack.size) or _attack_forbidden(queries, piece, attack)


def _attack_forbidden(queries: Aim, piece: Piece, attack: Any) -> str:
    if queries.in_force.forbids(piece.card, "attack"):
        return "attack"
    return "star" if attack.reach == "star" and queries.in_force.forbids(piece.card, "star") else ""


def use_fault(queries: Aim, piece: Piece, card: Card, ability: Ability) -> str:
    """Return why a special cannot be used now, as a code (`action_fault`; special, used, target)."""
    return action_fault(queries, piece, ability.size) or _use_forbidden(queries, piece, card, ability)


def _use_forbidden(queries: Aim, piece: Piece, card: Card, ability: Ability) -> str:
    if card == piece.card and ability.size != "free" and queries.in_force.forbids(piece.card, "special"):
        return "special"
    if queries.used_up(card, ability):
        return "used"
    context = EvaluationContext(queries, piece.seat)
    context.names = names_of(card, piece.card)
    return "" if ability.usable(context) else "target"


_CHOICES: Mapping[str, Callable[[Aim, Seat], Sequence[Any]]] = {
    "decks": _decks,
    "first": lambda queries, seat: [Begin("first"), Begin("last")],  # noqa: ARG005
    "hands": lambda queries, seat: [Redraw(), Keep()],  # noqa: ARG005
    "discard": lambda queries, seat: [Discard(card) for card in queries.state.hands[seat]],
}
