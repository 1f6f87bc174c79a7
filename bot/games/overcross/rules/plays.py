"""Carrying out a player's checked actions in a turn: each is a program of steps (OVC-09, OVC-15)."""

from __future__ import annotations

from bot.engine.cards import machine
from bot.engine.cards.effect_context import worked
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.program import Program, Running
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.field import SELF, Piece, Placed
from bot.games.overcross.cards.printed import Size
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.field import Field
from bot.games.overcross.rules.reach import Reached
from bot.games.overcross.rules.standing import names_of
from bot.games.overcross.rules.steps import Acted, Arrive, Pay, Strike, Walk
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import Moving


def play(table: Table, seat: Seat, action: actions.Play) -> None:
    """Play a card and pay for it: it comes into play, or takes effect (OVC-03, OVC-10)."""
    state, card = table.state, action.card
    face, cost = table.face(card), table.cost(card)
    state.spent += cost
    if card in state.hands[seat]:
        table.from_hand(seat, (card,))
    else:
        table.change(seat, aside=tuple([each for each in state.sides[seat].aside if each != card]))
    table.record(facts.Played(seat, card, cost, action.at))
    if face.kind == "event":
        table.to_discard((card,))
        for ability in face.abilities:
            state.program = machine.begin(state.program, card, seat, ability, ((SELF, (card,)),))
    elif face.kind == "terrain":
        state.terrains = tuple(sorted((*state.terrains, Placed(card, action.at)), key=lambda one: one.card))
        table.record(facts.PutDown(card, action.at))
    else:
        state.program = Program((Running(card, seat, (Arrive(card, action.at),), names=((SELF, (card,)),)),))


def move(table: Table, field: Field, piece: Piece, to: int, reached: Reached) -> None:
    """Move a Character to one of these squares, or continue its move (OVC-16); all stand as in this field."""
    path, spent = table.path(piece, reached, to)
    steps, fresh = reached.going.steps, reached.going.fresh
    reacts = table.about("acts", piece)
    left = 0 if reacts else max(0, steps - spent)
    if not reacts and table.uneventful(field, piece, path):
        _take_action(table, piece, "m", square=to)
        table.record(facts.Moved(piece.card, path))
        worked(table, piece.card)
    else:
        _take_action(table, piece, "m")
        walk = Walk(piece.card, path)
        _begin(table, piece.card, piece, (walk, Acted(piece.card)) if fresh else (walk,))
    table.state.moving = Moving(piece.card, left) if left else None


def attack(table: Table, field: Field, action: actions.Attack) -> None:
    """Let a Character attack (OVC-17); all stand as in this field."""
    piece, at = field.by_card[action.piece], action.at
    way = table.attacks(piece.card)[action.way]
    target = table.terrain_at(at) if action.terrain else field.by_square.get(at)
    assert target is not None
    _take_action(table, piece, way.size)
    strike = Strike(piece.card, way, at, target.card)
    _begin(table, piece.card, piece, (strike, Acted(piece.card)))


def use(table: Table, action: actions.Use) -> None:
    """Use a special of a Character or of an edit on it (OVC-03)."""
    piece = table.bearer(action.card) or _acting(table, action.card)
    ability = table.activated(action.card)[action.way]
    _take_action(table, piece, ability.size)
    table.use_up(action.card, ability)
    table.record(facts.Used(action.card, ability.size))
    price = (Pay(ability.pay),) if ability.pay else ()
    _begin(table, action.card, piece, (*price, *machine.effects_of(ability), Acted(piece.card)))


def _acting(table: Table, card: Card) -> Piece:
    piece = table.piece(card)
    assert piece is not None
    return piece


def _take_action(table: Table, piece: Piece, size: Size, square: int | None = None) -> None:
    """Record a Character's action, its new square, and the turn's progress by this size (OVC-09)."""
    state = table.state
    state.moving = None
    if size in ("m", "free"):
        state.phase = "minor"
        if square is not None:
            table.put(piece, square=square, minor=True)
        elif size == "m" and not piece.minor:
            table.put(piece, minor=True)
    else:
        state.phase = "major"
        table.put(piece, major=True)


def _begin(table: Table, card: Card, piece: Piece, effects: tuple[EffectNode, ...]) -> None:
    """Begin the effects of a Character's action by this card: its own, or an edit's on it."""
    names = tuple(names_of(card, piece.card).items())
    table.state.program = Program((Running(card, piece.seat, effects, names=names),))
