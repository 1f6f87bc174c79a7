"""Carrying out actions: each is checked before anything changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.replay import give_answer
from bot.engine.contract import Seat, check_turn
from bot.engine.errors import IllegalAction
from bot.games.overcross.cards.decks import faults, ready_decks
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules import actions, facts, opening, plays, refusals, turns
from bot.games.overcross.rules.deckbuilding import deck_rules, missing_mark, nameable
from bot.games.overcross.rules.field import Field
from bot.games.overcross.rules.legal import (
    TURN_PHASES,
    action_fault,
    attack_fault,
    event_usable,
    open_to,
    play_squares,
    use_fault,
)
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import SECRET_PHASES, play_limit


def move(table: Table, seat: Seat, action: Any) -> None:
    """Carry out an action of a seat that is still in the match. Raises `IllegalAction` with a sentence."""
    known, state = _MOVES.get(type(action)), table.state
    if known is None:
        raise IllegalAction.translated("Overcross knows no such action.")
    if state.program.question is not None:
        _answer(table, seat, action)
    elif isinstance(action, actions.Choose):
        raise IllegalAction.translated("No card asks you anything now.")
    elif state.phase not in known.phases:
        raise refusals.wrong_moment(table, known.belongs)
    else:
        if state.phase not in SECRET_PHASES:
            check_turn(seat, state.first if state.phase == "first" else state.current)
        known.carry_out(table, seat, action)


# Questions of cards


def _answer(table: Table, seat: Seat, action: Any) -> None:
    program = table.state.program
    question = program.question
    assert question is not None
    if question.seat != seat:
        raise IllegalAction.translated(
            "It is not yours to answer: a card asks seat {seat}.", seat=question.seat + 1
        )
    if not isinstance(action, actions.Choose):
        raise IllegalAction.translated("A card asks you something: answer it first.")
    if action.answer not in machine.answers(program):
        raise refusals.no_such_answer(table, question)
    give_answer(table, action.answer)
    if not table.events:
        _tell_answer(table, question, action.answer)


def _tell_answer(table: Table, question: Question, answer: int) -> None:
    """Report an answer without a visible effect yet: to all seats if it is public that it was given."""
    seat, after = question.seat, table.state.question
    secret = question.kind == "card"
    fact = facts.Decided(seat, question.card, question.kind, None if secret else answer)
    own = replace(fact, answer=answer) if secret and answer != STOP else fact
    seen = after is None or after.seen_by(None) != question.seen_by(None)
    table.record(fact if seen else None, {seat: own})


# Before the first turn


def _check_not_ready(table: Table, seat: Seat) -> None:
    if table.state.ready[seat]:
        raise IllegalAction.translated("You have chosen already: wait until all have.")


def _check_no_deck(table: Table, seat: Seat) -> None:
    _check_not_ready(table, seat)
    if table.state.lists[seat]:
        raise IllegalAction.translated("You have chosen a deck: withdraw it if you want another.")


def _take_deck(table: Table, seat: Seat, action: actions.TakeDeck) -> None:
    _check_no_deck(table, seat)
    decks = ready_decks(table.pool, deck_rules(table.state.options))
    if action.deck not in decks:
        raise refusals.no_such_deck(table, action.deck, tuple(decks))
    opening.choose_deck(table, seat, decks[action.deck], action.deck)


def _bring_deck(table: Table, seat: Seat, action: actions.BringDeck) -> None:
    _check_no_deck(table, seat)
    wrong = faults(action.cards, table.pool, deck_rules(table.state.options))
    if wrong:
        raise IllegalAction(" ".join(wrong))
    opening.choose_deck(table, seat, action.cards, "")


def _name(table: Table, seat: Seat, action: actions.Name) -> None:
    _check_not_ready(table, seat)
    state = table.state
    if not state.lists[seat]:
        raise IllegalAction.translated("Choose a deck first: the Character you name is of its side.")
    mark = missing_mark(state, seat)
    possible = nameable(table.pool, mark, state.lists[seat])
    if action.card not in possible:
        raise refusals.cannot_be_named(table, action.card, mark, possible)
    opening.name(table, seat, action.card)


def _withdraw(table: Table, seat: Seat, action: actions.Withdraw) -> None:  # noqa: ARG001
    if not table.state.lists[seat]:
        raise IllegalAction.translated("There is nothing to take back: you have chosen no deck.")
    opening.withdraw(table, seat)


def _keep(table: Table, seat: Seat, action: actions.Keep | actions.Redraw) -> None:
    _check_not_ready(table, seat)
    opening.take_hand(table, seat, redraw=isinstance(action, actions.Redraw))


# The turn


def _play(table: Table, seat: Seat, action: actions.Play) -> None:
    card, at = action.card, action.at
    if card not in table.playable(seat):
        raise refusals.not_held(table, seat)
    if table.cost(card) > play_limit(table.state, seat) - table.state.spent:
        raise refusals.over_the_limit(table, card, seat)
    kind = table.face(card).kind
    if (kind == "event") != (at == actions.NO_SQUARE) or not (kind == "event" or table.grid.has(at)):
        raise refusals.needs_square(table, card)
    if kind == "event":
        if not event_usable(table, card, seat):
            raise refusals.no_target(table, card)
    elif not play_squares(table, table.face(card), seat) >> at & 1:
        raise refusals.cannot_be_played(table, card, seat, at)
    plays.play(table, seat, action)


def _own(table: Table, field: Field, seat: Seat, card: int) -> Piece:
    piece = field.by_card.get(card)
    if piece is None or piece.seat != seat:
        raise refusals.not_yours(table, card, seat)
    return piece


def _move(table: Table, seat: Seat, action: actions.Move) -> None:
    field = table.field
    piece = _own(table, field, seat, action.piece)
    reached = open_to(table, field, piece).reached
    if reached is None:
        raise refusals.cannot_act(table, piece, action_fault(table, piece, "m") or "move")
    if not table.grid.has(action.to):
        raise refusals.no_square(table)
    goals = reached.squares & field.free
    if not goals >> action.to & 1:
        raise refusals.cannot_move(table, piece, action.to, goals)
    plays.move(table, field, piece, action.to, reached)


def _attack(table: Table, seat: Seat, action: actions.Attack) -> None:
    field = table.field
    piece = _own(table, field, seat, action.piece)
    if action not in open_to(table, field, piece).attacks:
        raise _attack_refused(table, piece, action)
    plays.attack(table, field, action)


def _attack_refused(table: Table, piece: Piece, action: actions.Attack) -> IllegalAction:
    ways = table.attacks(piece.card)
    if action.way >= len(ways):
        return refusals.no_such_way(table, piece.card, len(ways))
    way = ways[action.way]
    if fault := attack_fault(table, piece, way):
        return refusals.cannot_act(table, piece, fault)
    if not table.grid.has(action.at):
        return refusals.no_square(table)
    target = table.at_target(action.at, terrain=action.terrain)
    if target is None:
        return refusals.nothing_to_attack(table, action.at, terrain=action.terrain)
    return refusals.cannot_attack(table, piece, way, action.at, target)


def _use(table: Table, seat: Seat, action: actions.Use) -> None:
    piece = table.bearer(action.card) or table.piece(action.card)
    if piece is None or piece.seat != seat or piece.square == OFF:
        raise refusals.not_yours(table, action.card, seat)
    found = table.activated(action.card) if action.card in (piece.card, *table.edits(piece)) else ()
    if action.way >= len(found):
        raise refusals.no_such_way(table, action.card, len(found))
    if fault := use_fault(table, piece, action.card, found[action.way]):
        if fault == "target":
            raise refusals.no_target(table, action.card)
        raise refusals.cannot_act(table, piece, fault)
    plays.use(table, action)


def _discard(table: Table, seat: Seat, action: actions.Discard) -> None:
    if action.card not in table.state.hands[seat]:
        raise refusals.not_held(table, seat)
    table.throw_away(seat, (action.card,))


class _Move(NamedTuple):
    """The phases and conditions of a type of action."""

    phases: tuple[str, ...]
    """The phases it belongs to; empty for all phases."""
    carry_out: Callable[[Table, Seat, Any], None]
    belongs: str
    """A message that says when it is possible."""


_MOVES: Mapping[type, _Move] = {
    actions.TakeDeck: _Move(("decks",), _take_deck, N_("Decks are chosen before the match begins")),
    actions.BringDeck: _Move(("decks",), _bring_deck, N_("Decks are chosen before the match begins")),
    actions.Name: _Move(("decks",), _name, N_("Leaders, Champions and Legends are named with the deck")),
    actions.Withdraw: _Move(("decks",), _withdraw, N_("Decks are taken back before all have chosen")),
    actions.Begin: _Move(("first",), opening.begin, N_("Who won the roll goes first or last")),
    actions.Keep: _Move(("hands",), _keep, N_("First hands are kept or drawn again before the first turn")),
    actions.Redraw: _Move(("hands",), _keep, N_("First hands are kept or drawn again before the first turn")),
    actions.Play: _Move(
        ("cards",), _play, N_("Cards are played at the beginning of one's turn, before any action")
    ),
    actions.Move: _Move(TURN_PHASES, _move, N_("Characters move in their player's turn")),
    actions.Attack: _Move(TURN_PHASES, _attack, N_("Characters attack in their player's turn")),
    actions.Use: _Move(TURN_PHASES, _use, N_("Specials are used in their player's turn")),
    actions.EndTurn: _Move(
        TURN_PHASES,
        lambda table, seat, action: turns.end_turn(table),  # noqa: ARG005
        N_("A turn is ended by whose it is"),
    ),
    actions.Discard: _Move(
        ("discard",), _discard, N_("Cards are discarded down to 10 at the end of one's turn")
    ),
    actions.Choose: _Move((), _answer, N_("Answers are given to cards that ask")),
}
