"""Carrying out actions: each is checked before anything changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.base.language import N_
from bot.engine.cards import machine
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.replay import give_answer
from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.games.arclash.cards.decks import faults, ready_decks
from bot.games.arclash.rules import actions, advance, battle, facts, refusals, turns
from bot.games.arclash.rules.advancements import undecided, ways_open
from bot.games.arclash.rules.legal import level_ones, payments_of
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED
from bot.games.arclash.rules.table import ArclashTable


def move(table: ArclashTable, seat: Seat, action: Any) -> None:
    """Carry out an action of a seat that is still in the match. Raises `IllegalAction` with a sentence."""
    known = _MOVES.get(type(action))
    if known is None:
        raise IllegalAction.translated("Arclash knows no such action.")
    if isinstance(action, actions.Choose) or table.state.program.question is not None:
        _answer(table, seat, action)
    elif known.phase and table.state.phase != known.phase:
        raise refusals.wrong_phase(table, known.belongs)
    else:
        known.carry_out(table, seat, action)


def _answer(table: ArclashTable, seat: Seat, action: Any) -> None:
    """Answer a card's question."""
    state = table.state
    question = state.program.question
    if question is None:
        raise IllegalAction.translated("No card asks you anything now.")
    if question.seat != seat:
        message = N_("{card} asks seat {seat} something: the match goes on after the answer.")
        raise refusals.refusal(table, message, card=question.card, seat=question.seat + 1)
    if not isinstance(action, actions.Choose):
        message = N_("{card} asks you something: answer that first.")
        raise refusals.refusal(table, message, card=question.card)
    if action.answer not in machine.answers(state.program):
        message = N_("{card} does not offer that: choose one of the answers shown.")
        raise refusals.refusal(table, message, card=question.card)
    give_answer(table, action.answer)
    if not table.events:
        _tell_answer(table, question, action.answer)


def _tell_answer(table: ArclashTable, question: Question, answer: int) -> None:
    """Report an answer without a visible effect yet: to all seats if it is public that it was given."""
    seat, number = question.seat, table.state.number_of(question.card)
    after = table.state.program.question
    of_cards = question.kind == "card"
    told = facts.Decided(seat, number, question.kind, None if of_cards else answer)
    own = replace(told, shown=table.shown(answer)) if of_cards and answer != STOP else told
    seen = after is None or after.seen_by(None) != question.seen_by(None)
    table.record(told if seen else None, {seat: own})


def _check_free(table: ArclashTable, seat: Seat) -> None:
    """Raise unless the seat must still make its secret choice of this phase."""
    side = table.side(seat)
    if side.done:
        raise IllegalAction.translated("You stand for the rest of this Advance phase: wait for the others.")
    if side.ready:
        raise IllegalAction.translated("You have chosen already: withdraw your choice if you want another.")


def _take_deck(table: ArclashTable, seat: Seat, action: actions.TakeDeck) -> None:
    _check_free(table, seat)
    decks = ready_decks(table.pool)
    if action.deck not in decks:
        raise refusals.no_such_deck(action.deck, tuple(decks))
    title = str(table.pool.decks[action.deck].title)
    turns.choose_deck(table, seat, decks[action.deck], title)


def _bring_deck(table: ArclashTable, seat: Seat, action: actions.BringDeck) -> None:
    _check_free(table, seat)
    wrong = faults(action.cards, table.pool)
    if wrong:
        raise IllegalAction(" ".join(wrong))
    turns.choose_deck(table, seat, action.cards, "own")


def _open(table: ArclashTable, seat: Seat, action: actions.Open) -> None:
    _check_free(table, seat)
    if action.card not in level_ones(table, table.cards("deck", seat)):
        raise IllegalAction.translated("That is no Level 1 Character of your deck: choose one that is.")
    turns.choose_opener(table, seat, action.card)


def _place(table: ArclashTable, seat: Seat, action: actions.Advance) -> None:
    _check_free(table, seat)
    if table.side(seat).placed != NO_CARD:
        raise refusals.finish_first(table, seat)
    refusals.check_held(table, seat, action.card)
    ways = ways_open(table, seat, action.card)
    if not ways:
        raise refusals.cannot_advance(table, seat, action.card)
    advance.place(table, seat, action.card, ways)


def _way(table: ArclashTable, seat: Seat, action: actions.Way) -> None:
    _check_free(table, seat)
    if table.side(seat).placed == NO_CARD:
        raise IllegalAction.translated("There is no way to choose: first put a Character face down.")
    if table.side(seat).way != UNDECIDED:
        raise refusals.finish_first(table, seat)
    if action.way not in undecided(table, seat):
        message = N_("{card} cannot advance that way now: choose one of the ways shown, or withdraw it.")
        raise refusals.refusal(table, message, card=table.side(seat).placed)
    advance.take_way(table, seat, action.way)


def _pay(table: ArclashTable, seat: Seat, action: actions.Pay) -> None:
    _check_free(table, seat)
    if table.side(seat).placed == NO_CARD:
        raise IllegalAction.translated("There is nothing to pay for: first put a Character face down.")
    if table.side(seat).way == UNDECIDED:
        raise refusals.finish_first(table, seat)
    refusals.check_held(table, seat, action.card)
    if action.card not in payments_of(table, seat):
        raise refusals.cannot_pay(table, seat, action.card)
    advance.pay(table, seat, action.card)


def _stand(table: ArclashTable, seat: Seat, action: actions.Stand) -> None:  # noqa: ARG001
    _check_free(table, seat)
    if table.side(seat).placed != NO_CARD:
        raise refusals.finish_first(table, seat)
    table.finish_choice(seat, "advance")


def _withdraw(table: ArclashTable, seat: Seat, action: actions.Withdraw) -> None:  # noqa: ARG001
    side, phase = table.side(seat), table.state.phase
    if phase not in facts.SECRET_PHASES or side.done or not (side.ready or side.placed != NO_CARD):
        raise IllegalAction.translated("There is nothing to take back: you have no choice lying face down.")
    table.clear_choice(seat)
    if phase == "decks":
        turns.take_back_deck(table, seat)
    told = facts.Withdrew(seat, facts.SECRET_PHASES[phase])
    table.record(told if side.ready else None, {seat: told})


def _play(table: ArclashTable, seat: Seat, action: actions.Play) -> None:
    _check_turn(table, seat)
    refusals.check_held(table, seat, action.card)
    if table.face(action.card).kind != "support":
        message = N_("{card} is a Character: only Supports are played in a battle.")
        raise refusals.refusal(table, message, card=action.card)
    battle.play(table, seat, action.card)


def _pass(table: ArclashTable, seat: Seat, action: actions.Pass) -> None:  # noqa: ARG001
    _check_turn(table, seat)
    battle.pass_on(table, seat)


def _check_turn(table: ArclashTable, seat: Seat) -> None:
    if table.side(seat).done:
        raise IllegalAction.translated("You have passed: you play no more Supports in this battle.")
    if table.state.current != seat:
        raise IllegalAction.translated(
            "It is not your turn: seat {seat} plays a Support or passes.", seat=table.state.current + 1
        )


def _renew(table: ArclashTable, seat: Seat, action: actions.Renew) -> None:
    _check_free(table, seat)
    refusals.check_held(table, seat, action.card)
    if table.face(action.card).level != 1:
        raise refusals.not_level_one(table, action.card)
    turns.choose(table, seat, action.card)


def _stay(table: ArclashTable, seat: Seat, action: actions.Stay) -> None:  # noqa: ARG001
    _check_free(table, seat)
    turns.choose(table, seat)


class _Move(NamedTuple):
    """The phase and conditions of a type of action."""

    phase: str
    """The phase it belongs to; "" for any phase."""
    carry_out: Callable[[ArclashTable, Seat, Any], None]
    belongs: str = ""
    """A message that says when it is possible."""


_MOVES: Mapping[type, _Move] = {
    actions.TakeDeck: _Move("decks", _take_deck, N_("Decks are chosen before the match begins")),
    actions.BringDeck: _Move("decks", _bring_deck, N_("Decks are chosen before the match begins")),
    actions.Open: _Move("openers", _open, N_("The Character to begin with is chosen once all have a deck")),
    actions.Advance: _Move("advance", _place, N_("Characters are put face down in the Advance phase")),
    actions.Way: _Move("advance", _way, N_("Ways of advancing are chosen in the Advance phase")),
    actions.Pay: _Move("advance", _pay, N_("Costs are chosen in the Advance phase")),
    actions.Withdraw: _Move("", _withdraw),
    actions.Stand: _Move("advance", _stand, N_("You stand in the Advance phase")),
    actions.Play: _Move("support", _play, N_("Supports are played in the Support stage")),
    actions.Pass: _Move("support", _pass, N_("You pass in the Support stage")),
    actions.Renew: _Move("renew", _renew, N_("A stack is renewed at the end of the Recover phase")),
    actions.Stay: _Move("renew", _stay, N_("You keep or renew your stack at the end of the Recover phase")),
    actions.Choose: _Move("", _answer),
}
