"""The rules of Neo-Combat, for the engine contract (NEO-01 to NEO-19)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.cards.rules import CardRules, CardsSeen
from bot.engine.contract import Event, Notated, Ordered, Resign, Seat, Viewer, Window, set_at, shared
from bot.engine.fair import Stream
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules import (
    actions,
    combat,
    facts,
    knowledge,
    legal,
    match_end,
    movement,
    opening,
    orders,
    repair,
)
from bot.games.neocombat.rules.card_course import dealt, into_play, to_hand
from bot.games.neocombat.rules.checks import check
from bot.games.neocombat.rules.options import Options as NeoOptions
from bot.games.neocombat.rules.options import made_tense, normalize
from bot.games.neocombat.rules.play_faults import has_second_target
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.resample import resample
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import GONE, NO_PLAN, SHARED, NeoView

# Seats that give up (NEO-16b, NEO-16c).


def resign(table: Table, seat: Seat) -> None:
    """Let a seat give up: its varans are shown and leave, its hand is discarded."""
    state = table.state
    state.out = set_at(state.out, seat, "resigned")
    _show_and_leave(table, seat)
    table.throw_away(seat, state.hands[seat])
    state.plans = set_at(state.plans, seat, NO_PLAN)
    state.ready = set_at(state.ready, seat, False)
    if state.kept:
        state.kept = set_at(state.kept, seat, ())
    cancelled = _cancel(table, seat)
    if not match_end.left_alone(table) and not cancelled:
        _go_on_without(table, seat)


def _show_and_leave(table: Table, seat: Seat) -> None:
    state = table.state
    if not state.tokens:
        table.record(facts.Resigned(seat, state.offers[seat]))
        return
    here = [token for token, _ in table.own(seat)]
    table.record(facts.Resigned(seat, tuple([state.varans[token] for token in here])))
    for token in here:
        known = state.knowledge[seat]
        varan = state.varans[token]
        table.know(seat, knowledge.revealed(known, token % table.team, varan, table.pool.roster))
        table.put(token, revealed=True)
        table.leave_sector(token, GONE)


def _cancel(table: Table, seat: Seat) -> bool:
    """Cancel an attack or sensor by this seat or on it; return whether the match has continued thereby."""
    state, fight = table.state, table.state.fight
    if fight is not None and seat in (fight.seat, table.owner(fight.target)):
        state.fight = None
        table.record(facts.Fended(fight.target))
        if len(table.seats) < 2:
            return False
        if fight.kind != "sensor" and fight.seat != seat:
            combat.attack_over(table, fight.seat, fight.user)
        else:
            combat.next_seat(table, fight.seat)
        return True
    second = state.second
    if second is None or len(table.seats) < 2:
        return False
    by = table.owner(second.user)
    if by != seat and has_second_target(table, by, second):
        return True
    state.second = None
    table.record(facts.SecondLapsed(second.user))
    if by == seat:
        combat.next_seat(table, seat)
    else:
        combat.attack_over(table, by, second.user)
    return True


def _go_on_without(table: Table, seat: Seat) -> None:
    """Continue if this seat was a seat to act."""
    state = table.state
    if state.phase == "draft":
        opening.go_on(table)
    elif state.phase == "repair":
        repair.go_on(table)
    elif state.phase == "combat":
        if state.current == seat:
            state.current = table.clockwise(seat)
        if state.fight is None:
            combat.go_on(table)
    elif state.phase == "specials":
        if state.current == seat or not movement.may_play_special(table, state.current):
            movement.special_done(table, state.current)
    elif state.current == seat:
        movement.step_done(table, seat)


HOUR = 3600
"""Seconds."""


class NeoCombatRules(CardRules[NeoState, Any, NeoView, NeoOptions, Pool], Ordered, Notated):
    """Neo-Combat with these pools of varans and action cards."""

    key: ClassVar[str] = "neo-combat"
    version: ClassVar[str] = "2"
    table: ClassVar[type[Table]] = Table
    """A match in progress of change, as this version of the rules has it."""
    seats: ClassVar[range] = range(2, 7)
    State = NeoState
    Action = actions.NeoAction
    Fact = facts.NeoFact
    View = NeoView
    Options = NeoOptions
    Orders = orders.Orders
    revealing = (
        facts.Drew,
        facts.Revealed,
        facts.Claimed,
        facts.Played,
        facts.Defended,
        facts.Undefended,
        facts.Shuffled,
        facts.Discarded,
        facts.Resigned,
    )
    """A card leaves or enters a hand, a varan is seen, or it is known whether an answer was given."""

    def normalize(self, options: NeoOptions, seats: int) -> NeoOptions:
        """Check the options, and fill in the cards and the end (NEO-01a, NEO-16)."""
        return normalize(options, seats, self.library)

    def offered(self, options: NeoOptions, said: Container[str], seats: int) -> NeoOptions:
        """Return the options with the default wounds, draw and end (NEO-16d)."""
        return made_tense(options, said, seats)

    def setup(self, options: NeoOptions, seats: int, rng: Stream) -> NeoState:
        """Return a match after the deal, in its first turn or in the draft (NEO-01 to NEO-03)."""
        options = self.normalize(options, seats)
        return opening.new_match(options, seats, self.pool(options), rng)

    def cards_dealt(self, state: NeoState) -> CardsSeen:
        """Return the first hands and the teams, unless there is a draft."""
        return dealt(state, self.pool(state.options))

    def cards_told(self, fact: Any, state: NeoState) -> CardsSeen:
        """Return the cards that came to a hand or into play by this fact."""
        pool = self.pool(state.options)
        return CardsSeen(to_hand(fact, pool), into_play(fact, pool))

    def to_act(self, state: NeoState) -> frozenset[Seat]:
        """Return the seats to act; the one that may answer while a window is open (NEO-10)."""
        if state.outcome is not None:
            return frozenset()
        if state.phase in ("draft", "repair"):
            return frozenset(
                [seat for seat, gone in enumerate(state.out) if not gone and not state.ready[seat]]
            )
        if state.fight is not None:
            return frozenset((state.fight.target // state.options.team,))
        return frozenset((state.current,))

    def turn_of(self, state: NeoState) -> object:
        """Return the turn and step of the game, the window or second attack, and the seats to act."""
        window = state.fight.number if state.fight is not None else 0
        second = state.second is not None
        return state.turn, state.phase, state.cloaked, state.step, window, second, self.to_act(state)

    def window(self, state: NeoState) -> Window | None:
        """Return the open window: an attack or a sensor that can be answered (NEO-10)."""
        fight = state.fight
        if fight is None:
            return None
        return Window(fight.target // state.options.team, fight.number, state.options.hours * HOUR)

    def legal(self, state: NeoState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat, by public information and its own cards and varans."""
        if seat not in self.to_act(state):
            return ()
        queries = NeoCombatQueries(state, self.pool(state.options))
        listed = legal.answers if state.fight is not None else _LEGAL[state.phase]
        return listed(queries, seat)

    def timeout_action(self, state: NeoState, seat: Seat) -> Any:  # noqa: ARG002 - it is the same for all
        """Return the action for a seat whose time is up (NEO-19).

        It is the last legal one, which is to pass; in the draft and Repair the random choice.
        """
        return actions.ByLot() if state.phase in ("draft", "repair") else actions.Pass()

    def is_out(self, state: NeoState, seat: Seat) -> bool:
        """Whether a seat has resigned, or has no varans left (NEO-16c)."""
        return bool(state.out[seat])

    def carry_out(self, state: NeoState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        table = self.table(state, self.pool(state.options), rng)
        if isinstance(action, Resign):
            resign(table, seat)
        else:
            check(table, seat, action, self.to_act(state))
            _DO[type(action)](table, seat, action)
        combat.begin_if_due(table)
        return table.events

    def answer_by_orders(self, view: NeoView, legal: Sequence[Any], orders_: orders.Orders) -> Any | None:
        """Return the action of a seat's standing orders, or None to ask the player (NEO-10a)."""
        return orders.answer(view, legal, orders_, self.pool(view.options))

    def view(self, state: NeoState, viewer: Viewer) -> NeoView:
        """Return the viewer's view (NEO-18): public information, and the viewer's own."""
        return NeoView(
            viewer=viewer,
            **shared(state, SHARED),
            hands=tuple([len(hand) for hand in state.hands]),
            deck=len(state.deck.order),
            discard=state.deck.discard,
            **({} if viewer is None else _own_fields(state, viewer)),
        )

    def resample(self, view: NeoView, rng: Stream) -> NeoState:
        """Return a state with the viewer's knowledge and everything else dealt again."""
        return resample(view, self.pool(view.options), rng)

    def adjudicate(self, state: NeoState) -> Sequence[tuple[int, ...]]:
        """Return whether each seat ranks, its kills, varans alive and damage dealt (NEO-16)."""
        return match_end.standings(NeoCombatQueries(state, self.pool(state.options)))

    def position(self, text: str, cards: str | None = None) -> NeoState:
        """Return an example position. Raises `ValueError` with the line at fault."""
        from bot.games.neocombat.rules.position import read_position  # as `Notated` says

        return read_position(text, self.library, cards)

    def notation(self, state: NeoState) -> str:
        """Return a position as text."""
        from bot.games.neocombat.rules.position import write_position  # as `Notated` says

        return write_position(state, self.library)


def _own_fields(state: NeoState, seat: Seat) -> Mapping[str, Any]:
    """Return the fields of a seat's view that only the seat may see."""
    team = state.options.team
    return {
        "hand": state.hands[seat],
        "varans": state.varans[seat * team : (seat + 1) * team],
        "offer": state.offers[seat] if state.offers else (),
        "kept": state.kept[seat] if state.kept else (),
        "plan": state.plans[seat],
    }


def _pass(table: Table, seat: Seat, action: actions.Pass) -> None:  # noqa: ARG001
    """Pass in the current phase."""
    state = table.state
    if state.fight is not None:
        combat.undefended(table, seat)
    elif state.second is not None:
        combat.decline(table, seat)
    elif state.phase == "combat":
        combat.pass_on(table, seat)
    else:
        table.record(facts.Passed(seat))
        (movement.special_done if state.phase == "specials" else movement.step_done)(table, seat)


def _by_lot(table: Table, seat: Seat, action: actions.ByLot) -> None:  # noqa: ARG001
    (opening.keep_by_lot if table.state.phase == "draft" else repair.by_lot)(table, seat)


def _dress(table: Table, seat: Seat, action: actions.Dress) -> None:
    plan = table.state.plans[seat]
    repair.choose(table, seat, dress=(*plan.dress, (action.card, action.token)))


def _cloak(table: Table, seat: Seat, action: actions.Cloak) -> None:
    repair.choose(table, seat, cloak=(*table.state.plans[seat].cloak, action.token))


def _shuffle(table: Table, seat: Seat, action: actions.Shuffle) -> None:
    repair.choose(table, seat, shuffle=(*table.state.plans[seat].shuffle, action.token))


def _discard(table: Table, seat: Seat, action: actions.Discard) -> None:
    repair.choose(table, seat, discard=(*table.state.plans[seat].discard, action.card))


_LEGAL: Mapping[str, Callable[[NeoCombatQueries, Seat], Sequence[Any]]] = {
    "draft": legal.keeps,
    "specials": legal.plays,
    "movement": legal.moves,
    "combat": legal.plays,
    "repair": legal.repairs,
}
_DO: Mapping[type, Callable[[Table, Seat, Any], None]] = {
    actions.Keep: lambda table, seat, action: opening.keep(table, seat, action.varan),
    actions.Move: lambda table, seat, action: movement.move(table, seat, action.token, action.to),
    actions.Stop: lambda table, seat, _: movement.stop(table, seat),
    actions.Play: combat.play,
    actions.Defend: combat.defend,
    actions.Pass: _pass,
    actions.Dress: _dress,
    actions.Cloak: _cloak,
    actions.Shuffle: _shuffle,
    actions.Discard: _discard,
    actions.Ready: lambda table, seat, _: repair.hand_off(table, seat),
    actions.ByLot: _by_lot,
}
