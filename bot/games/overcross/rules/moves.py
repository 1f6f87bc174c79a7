"""What players do: each is checked first, and only then changes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.cards import machine
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.replay import give_answer
from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.engine.standardrules import check_turn
from bot.games.overcross.cards.decks import faults, ready_decks
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules import actions, facts, opening, plays, refusals, turns
from bot.games.overcross.rules.deckbuilding import deck_rules, nameable
from bot.games.overcross.rules.legal import (
    TURN_PHASES,
    action_fault,
    attack_fault,
    event_usable,
    play_squares,
    steps_of,
    use_fault,
)
from bot.games.overcross.rules.table import Table


def move(table: Table, seat: Seat, action: Any) -> None:
    """Carry out an action of a seat that is still in. Raises `IllegalAction` with a sentence."""
    doing = _MOVES.get(type(action))
    if doing is None:
        raise refusals.wrong_moment(table, action)
    phases, carry_out = doing
    if table.state.program.question is not None:
        _answer(table, seat, action)
    elif isinstance(action, actions.Choose):
        raise IllegalAction.translated("No card asks you anything now.")
    elif table.state.phase not in phases:
        raise refusals.wrong_moment(table, action)
    else:
        if phases not in (("decks",), ("hands",)):
            check_turn(seat, table.state.first if table.state.phase == "first" else table.state.current)
        carry_out(table, seat, action)


# Cards that ask


def _answer(table: Table, seat: Seat, action: Any) -> None:
    program = table.state.program
    question = program.question
    assert question is not None
    if question.seat != seat:
        raise refusals.another_is_asked(question)
    if not isinstance(action, actions.Choose):
        raise refusals.answer_first()
    if action.answer not in machine.answers(program):
        raise refusals.no_such_answer(table, question)
    give_answer(table, action.answer)
    if not table.events:
        _tell_answer(table, question, action.answer)


def _tell_answer(table: Table, question: Question, answer: int) -> None:
    """Tell of an answer that has led to nothing yet: to all when they see that it was given."""
    seat, after = question.seat, table.state.program.question
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
        raise IllegalAction.translated("Choose a deck first: whom you name is of its side.")
    mark = opening.missing_mark(state, seat)
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
    if table.cost(card) > table.limit(seat) - table.state.spent:
        raise refusals.over_the_limit(table, card, seat)
    kind = table.face(card).kind
    if (kind == "event") != (at == actions.NO_SQUARE) or not (kind == "event" or table.grid.has(at)):
        raise refusals.needs_square(table, card)
    if kind == "event":
        if not event_usable(table, card, seat):
            raise refusals.no_target(table, card)
    elif not play_squares(table, card, seat) >> at & 1:
        if kind == "character":
            raise refusals.cannot_deploy(table, card, seat, at)
        if kind == "edit":
            raise refusals.cannot_attach(table, card, seat)
        raise refusals.cannot_put_down(table, card, at)
    plays.play(table, seat, action)


def _own(table: Table, seat: Seat, card: int) -> Piece:
    piece = table.piece(card)
    if piece is None or piece.seat != seat:
        raise refusals.not_yours(table, card, seat)
    return piece


def _move(table: Table, seat: Seat, action: actions.Move) -> None:
    piece = _own(table, seat, action.piece)
    steps, fresh = steps_of(table, piece)
    if not steps:
        raise refusals.cannot_act(table, piece, action_fault(table, piece, "m") or "move")
    if not table.grid.has(action.to):
        raise refusals.no_square(table)
    goals = table.goals(piece, steps, fresh=fresh)
    if not goals >> action.to & 1:
        raise refusals.cannot_move(table, piece, action.to, goals)
    plays.move(table, piece, action.to, steps, fresh=fresh)


def _attack(table: Table, seat: Seat, action: actions.Attack) -> None:
    piece = _own(table, seat, action.piece)
    ways = table.attacks(piece.card)
    if action.way >= len(ways):
        raise refusals.no_such_way(table, piece.card, len(ways))
    way = ways[action.way]
    if fault := attack_fault(table, piece, way):
        raise refusals.cannot_act(table, piece, fault)
    if not table.grid.has(action.at):
        raise refusals.no_square(table)
    target = table.at_target(action.at, terrain=action.terrain)
    if target is None:
        raise refusals.nothing_to_attack(table, action.at, terrain=action.terrain)
    if (action.at, action.terrain) not in table.targets(piece, way):
        raise refusals.cannot_attack(table, piece, way, action.at, target)
    plays.attack(table, seat, action)


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
    plays.use(table, seat, action)


def _discard(table: Table, seat: Seat, action: actions.Discard) -> None:
    if action.card not in table.state.hands[seat]:
        raise refusals.not_held(table, seat)
    table.throw_away(seat, (action.card,))


_MOVES: Mapping[type, tuple[tuple[str, ...], Callable[[Table, Seat, Any], None]]] = {
    actions.TakeDeck: (("decks",), _take_deck),
    actions.BringDeck: (("decks",), _bring_deck),
    actions.Name: (("decks",), _name),
    actions.Withdraw: (("decks",), _withdraw),
    actions.Begin: (("first",), opening.begin),
    actions.Keep: (("hands",), _keep),
    actions.Redraw: (("hands",), _keep),
    actions.Play: (("cards",), _play),
    actions.Move: (TURN_PHASES, _move),
    actions.Attack: (TURN_PHASES, _attack),
    actions.Use: (TURN_PHASES, _use),
    actions.EndTurn: (TURN_PHASES, lambda table, seat, action: turns.end_turn(table)),  # noqa: ARG005
    actions.Discard: (("discard",), _discard),
    actions.Choose: ((), _answer),
}
"""For each action the phases it belongs to, and what carries it out."""
