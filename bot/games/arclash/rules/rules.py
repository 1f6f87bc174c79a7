"""The rules of Arclash, as required by the engine contract (ARC-01 to ARC-15), and its phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.cards import machine
from bot.engine.cards.rules import CardRules, CardsSeen
from bot.engine.contract import Event, Notated, Ordered, Resign, Seat, Viewer, shared
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules import actions, advance, battle, facts, legal, turns
from bot.games.arclash.rules.advancements import owed
from bot.games.arclash.rules.card_course import into_play, to_hand
from bot.games.arclash.rules.legal import level_ones
from bot.games.arclash.rules.moves import move
from bot.games.arclash.rules.options import SEATS, normalize
from bot.games.arclash.rules.options import Options as ArclashOptions
from bot.games.arclash.rules.power import OpenTable
from bot.games.arclash.rules.queries import ArclashQueries, Memory
from bot.games.arclash.rules.resample import resample
from bot.games.arclash.rules.standing_orders import Orders as ArclashOrders
from bot.games.arclash.rules.state import NO_CARD, ArclashState, Side
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.triggers import set_off_fallen
from bot.games.arclash.rules.view import SHARED, ArclashView, Guard, PlayerArea, PowerPart, Shown

# The view of a match for a viewer, built from an allow-list (ARC-15).


class Sight:
    """Builds views. The public part of a seat is built once for all viewers, until it changes."""

    def __init__(self) -> None:
        self._numbers: Any = None
        self._last: dict[Seat, tuple[Side, tuple[PowerPart, ...], tuple[Guard, ...], PlayerArea]] = {}
        self._all: tuple[tuple[Any, ...], tuple[PlayerArea, ...]] = ((), ())

    def view(self, queries: ArclashQueries, viewer: Viewer) -> ArclashView:
        """Return the view of a viewer."""
        state = queries.state
        own = None if viewer is None else state.sides[viewer]
        question = state.program.question
        looking = question.looking if question is not None and question.seat == viewer else ()
        hidden = () if own is None or own.placed == NO_CARD else (own.placed, *own.paying)
        if viewer is None or queries.state.phase != "openers":
            openers: tuple[Shown, ...] = ()
        else:
            openers = queries.all_shown(level_ones(queries, queries.cards("deck", viewer)))
        advancing = own is not None and own.placed != NO_CARD and state.phase == "advance"
        return ArclashView(
            viewer=viewer,
            **shared(state, SHARED),
            places=self._places(queries),
            question=None if question is None else question.seen_by(viewer),
            looking=queries.all_shown(looking),
            hand=() if own is None else queries.all_shown([card for card in own.hand if card not in hidden]),
            deck=() if viewer is None else state.lists[viewer],
            openers=openers,
            placed=None if own is None or own.placed == NO_CARD else queries.shown(own.placed),
            paying=() if own is None else queries.all_shown(own.paying),
            owed=0 if viewer is None else owed(queries, viewer),
            way=own.way if own is not None and advancing else UNSET,
            running=tuple([replace(running, tape=()) for running in state.program.running]),
        )

    def _places(self, queries: ArclashQueries) -> tuple[PlayerArea, ...]:
        """Return the public part of each seat, the same for all viewers.

        It is reused while all values it depends on are identical. These values are kept with it, so that no
        other object can get their address in memory.
        """
        state = queries.state
        leaves = (queries.pool, state.numbers, state.turn, state.sides, state.boosts, state.guards)
        if len(self._all[0]) == len(leaves) and all(map(is_, leaves, self._all[0])):
            return self._all[1]
        if self._numbers is not state.numbers:
            self._numbers, self._last = state.numbers, {}
        table = queries.open
        places = tuple([self._place(queries, table, seat) for seat in range(state.seats)])
        self._all = leaves, places
        return places

    def _place(self, queries: ArclashQueries, table: OpenTable, seat: Seat) -> PlayerArea:
        """Return the public part of a seat; it is reused while all values it depends on are the same."""
        side, parts, guards = queries.state.sides[seat], table.parts[seat], table.guards[seat]
        last = self._last.get(seat)
        if last is not None and last[0] is side and last[1] == parts and last[2] == guards:
            return last[3]
        place = _place_of(queries, table, seat)
        self._last[seat] = side, parts, guards, place
        return place


def _place_of(queries: ArclashQueries, open_table: OpenTable, seat: Seat) -> PlayerArea:
    side = queries.side(seat)
    return PlayerArea(
        stack=queries.all_shown(side.stack),
        supports=queries.all_shown(side.supports),
        power=open_table.powers[seat],
        parts=open_table.parts[seat],
        score=side.score,
        hand=len(side.hand),
        deck=len(side.deck.order),
        discard=queries.all_shown(side.deck.discard),
        ready=side.ready,
        done=side.done,
        guards=open_table.guards[seat],
        last=side.last,
        out=side.out,
    )


class ArclashRules(CardRules[ArclashState, Any, ArclashView, ArclashOptions, Pool], Ordered, Notated):
    """Arclash with the cards of this library; each match pins a pool by its hash."""

    key: ClassVar[str] = "arclash"
    version: ClassVar[str] = "2"
    table: ClassVar[type[ArclashTable]] = ArclashTable
    """A match during a change, as this version of the rules has it."""
    seats: ClassVar[range] = SEATS
    State = ArclashState
    Action = actions.ArclashAction
    Fact = facts.ArclashFact
    View = ArclashView
    Options = ArclashOptions
    Orders = ArclashOrders
    revealing = (
        facts.Opened,
        facts.Revealed,
        facts.Advanced,
        facts.AdvanceFailed,
        facts.Played,
        facts.Drew,
        facts.Took,
        facts.Discarded,
        facts.Milled,
        facts.Guessed,
        facts.Looked,
        facts.Climbed,
        facts.Renewed,
    )
    """Facts that reveal, play, find, draw or discard a card."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._memory, self._sight = Memory(), Sight()

    def normalize(self, options: ArclashOptions, seats: int) -> ArclashOptions:
        """Check the options and fill in the hash of the cards (ARC-04)."""
        return normalize(options, seats, self.library)

    def setup(self, options: ArclashOptions, seats: int, rng: Stream) -> ArclashState:  # noqa: ARG002 - no dice yet
        """Return a match in which all choose their decks (ARC-05)."""
        return turns.new_match(self.normalize(options, seats), seats)

    def cards_told(self, fact: Any, state: ArclashState) -> CardsSeen:  # noqa: ARG002
        """Return the cards that came to a hand or into play by a fact."""
        return CardsSeen(to_hand(fact), into_play(fact))

    def to_act(self, state: ArclashState) -> frozenset[Seat]:
        """Return the seats to act: those without a choice yet, the seat in turn, or the seat a card asks."""
        return frozenset(legal.awaited(state))

    def may_act(self, state: ArclashState) -> frozenset[Seat]:
        """Return the seats to act, and the seats that can take back their choice (ARC-15)."""
        return frozenset(legal.may_act(state))

    def legal(self, state: ArclashState, seat: Seat) -> Sequence[Any]:
        """Return the legal actions of a seat, which depend on public knowledge and its own cards only."""
        return legal.legal(self._queries(state), seat)

    def favourites(self, view: ArclashView, seat: Seat) -> Sequence[str]:
        """Return the title of the most frequent lineage among the seat's visible cards."""
        pool, place = self.pool(view.options), view.places[seat]
        shown = (pool.cards[card.number] for card in (*place.stack, *place.supports, *place.discard))
        counted = Counter(card.lineage for card in shown if card.lineage in pool.lineages)
        return [str(pool.lineages[lineage].title) for lineage, _ in counted.most_common(1)]

    def timeout_action(self, state: ArclashState, seat: Seat) -> Any:
        """Return the least action: stand, pass or stay; for a question the answer "none", if possible."""
        question = state.program.question
        if question is not None and question.kind in ("may", "reroll"):
            return actions.Choose(question.options[0])
        return self.legal(state, seat)[-1]

    def answer_by_orders(self, view: ArclashView, legal: Sequence[Any], orders: ArclashOrders) -> Any:  # noqa: ARG002
        """Return the only legal action, if it is Stand or Pass and ordered; None to ask the player."""
        alone = (
            orders.stand_or_pass and len(legal) == 1 and isinstance(legal[0], actions.Stand | actions.Pass)
        )
        return legal[0] if alone else None

    def is_out(self, state: ArclashState, seat: Seat) -> bool:
        """Whether a seat has resigned."""
        return state.sides[seat].out

    def carry_out(self, state: ArclashState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        table = self.table(state, self.pool(state.options), rng, self._memory)
        if isinstance(action, Resign):
            turns.resign(table, seat)
        else:
            move(table, seat, action)
        go_on(table)
        return table.events

    def view(self, state: ArclashState, viewer: Viewer) -> ArclashView:
        """Return the view of the viewer: public knowledge, and its own hidden cards (ARC-15)."""
        return self._sight.view(self._queries(state), viewer)

    def resample(self, view: ArclashView, rng: Stream) -> ArclashState:
        """Return a state with the viewer's knowledge; the rest is drawn at random."""
        return resample(view, self.pool(view.options), rng)

    def adjudicate(self, state: ArclashState) -> Sequence[tuple[int, ...]]:
        """Return the score of each seat, those that have resigned last (ARC-14)."""
        return [(int(not side.out), side.score) for side in state.sides]

    def position(self, text: str, cards: str | None = None) -> ArclashState:
        """Return an example position. Raises `ValueError` with the line at fault."""
        from bot.games.arclash.rules.position import read_position  # as `Notated` says

        return read_position(text, self.library, cards)

    def notation(self, state: ArclashState) -> str:
        """Return a position as text."""
        from bot.games.arclash.rules.position import write_position  # as `Notated` says

        return write_position(state, self.library)

    def _queries(self, state: ArclashState) -> ArclashQueries:
        return ArclashQueries(state, self.pool(state.options), self._memory)


def go_on(table: ArclashTable) -> None:
    """Continue until a player has to act, or the match is over."""
    state = table.state
    while state.outcome is None:
        set_off_fallen(table)
        if state.program.question is not None:
            return
        if not state.program.idle:
            state.program = machine.run(state.program, table, table.rng)
        elif not _NEXT[state.phase](table):
            return


_NEXT: Mapping[str, Callable[[ArclashTable], bool]] = {
    "decks": turns.after_decks,
    "openers": turns.after_openers,
    "start": advance.begin,
    "advance": advance.after_round,
    "battle": battle.begin_support,
    "support": battle.after_support,
    "end": turns.recover,
    "renew": turns.after_renewing,
}
"""The next step of each phase when no effect is left; each returns whether it changed anything."""
