"""The rules of a free table, for the engine contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.engine.contract import (
    Event,
    Notated,
    Outcome,
    PinnedCards,
    Plannable,
    Resign,
    Seat,
    StandardRules,
    Viewer,
    set_at,
)
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.facts import MatchOver, Resigned, SeatReady
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.sentences import echo, either, visible
from bot.engine.spelling import name_key
from bot.games.freetable.rules import actions, facts
from bot.games.freetable.rules.actions import BOTTOM, RANDOM, SLOTS, slot
from bot.games.freetable.rules.cards import Kind
from bot.games.freetable.rules.files import FEWEST_SEATS, MOST_SEATS
from bot.games.freetable.rules.legal import able, awaited, hands_dealt, legal, refusal
from bot.games.freetable.rules.options import STANDARD
from bot.games.freetable.rules.options import Options as FreeOptions
from bot.games.freetable.rules.state import planned, resample, view_of
from bot.games.freetable.rules.table import (
    SHARED,
    TABLES,
    Thing,
    Things,
    Zone,
    arriving,
    layout_of,
    rolled,
)
from bot.games.freetable.rules.view import Ending, FreeState, FreeView, PlannedState

MOST_TOUCHED = 6
_STATE = msgspec.json.Decoder(FreeState)


class FreeTableRules(PinnedCards, StandardRules[FreeState, Any, FreeView, FreeOptions], Notated, Plannable):
    """Free tables. The table of a match is pinned by its hash, as the cards of other games are."""

    key: ClassVar[str] = "free-table"
    version: ClassVar[str] = "1"
    seats: ClassVar[range] = range(FEWEST_SEATS, MOST_SEATS + 1)
    name: ClassVar[str] = N_("Free table")
    rated: ClassVar[bool] = False
    library = TABLES
    State = FreeState
    Action = actions.FreeAction
    Fact = facts.FreeFact
    View = FreeView
    Options = FreeOptions
    revealing = (facts.Looked, facts.Revealed, facts.Unveiled, facts.Rolled)

    @property
    def title(self) -> str:
        """The title, which is translated."""
        return gettext(self.name)

    def normalize(self, options: FreeOptions, seats: int) -> FreeOptions:
        """Fill in the hash of the table. Raises `BadOptions` for an unknown one, and for too many seats."""
        pinned = options.pinned
        if not pinned:
            shipped = TABLES.shipped.get(name_key(options.table))
            if shipped is None:
                raise BadOptions.translated(
                    "There is no table {name} here. Choose {words}, or one that this server has added.",
                    name=echo(options.table),
                    words=either(list(TABLES.shipped)),
                )
            pinned = shipped.hash
        if pinned not in TABLES:
            raise BadOptions.translated("This table is not here any more: choose it again.")
        file = TABLES[pinned].file
        if seats not in file.numbers:
            numbers = either([str(number) for number in file.numbers])
            raise BadOptions.translated(
                "{title} is for {numbers} seats, not {seats}.", title=file.title, numbers=numbers, seats=seats
            )
        return FreeOptions(file.key, pinned)

    def suggestions(self, option: str) -> Sequence[str]:
        """Return the tables that come with the bot."""
        return tuple(TABLES.shipped) if option == "table" else ()

    # The table of a match, as cards are handled

    def cards_of(self, options: FreeOptions) -> str | None:
        """Return the hash of the table of a match."""
        return options.pinned or None

    def has_cards(self, cards: str | None) -> bool:
        """Whether the table of this hash is loaded; no hash is any of those that come with the bot."""
        return cards is None or super().has_cards(cards)

    def cards_in_words(self, cards: str | None) -> str:  # noqa: ARG002 - the same for each table
        """Return nothing: a table is no set beside the usual ones, and the option names it."""
        return ""

    # A match

    def setup(self, options: FreeOptions, seats: int, rng: Stream) -> FreeState:
        """Return a match after the start of its table."""
        options = self.normalize(options, seats)
        layout = layout_of(options.pinned, seats)
        zones, counters = layout.begin(rng)
        order = layout.table.file.order
        return FreeState(
            options,
            seats,
            "choose" if order == "in secret" else "play",
            zones,
            counters,
            0 if order == "in turn" else SHARED,
            passed=(False,) * seats,
            left=(False,) * seats,
            chosen=(None,) * seats,
        )

    def to_act(self, state: FreeState) -> frozenset[Seat]:
        """Return the seats whose turn it is, who have not chosen, or who are asked about the end."""
        return awaited(state)

    def may_act(self, state: FreeState) -> frozenset[Seat]:
        """Return the same with those who have passed where all may act."""
        return able(state)

    def turn_of(self, state: FreeState) -> object:
        """Return the round, the phase, and who is asked."""
        return state.round, state.phase, state.turn, state.ending is not None, self.to_act(state)

    def is_out(self, state: FreeState, seat: Seat) -> bool:
        """Whether a seat has resigned."""
        return state.left[seat]

    def legal(self, state: FreeState, seat: Seat) -> Sequence[Any]:
        """Return the actions that menus offer; more are contained (`bot.games.freetable.rules.legal`)."""
        return legal(state, seat)

    def timeout_action(self, state: FreeState, seat: Seat) -> Any:  # noqa: ARG002 - the same for each seat
        """Pass, or decline an end: silence is no agreement."""
        return actions.Decline() if state.ending is not None else actions.Pass()

    def view(self, state: FreeState, viewer: Viewer) -> FreeView:
        """Return the table with the backs alone of what the viewer does not see."""
        return view_of(state, viewer)

    def resample(self, view: FreeView, rng: Stream) -> FreeState:
        """Return a match with everything that the viewer does not see dealt again."""
        return resample(view, rng)

    def own_turn(self, view: FreeView) -> FreeState | None:
        """Return the viewer's next turn, where turns go round."""
        return None if view.turn == view.viewer else planned(view)

    def in_own_turn(self, view: FreeView) -> bool:
        """Whether it is the viewer's turn, and it is not asked about the end."""
        return view.phase == "play" and view.turn == view.viewer != SHARED and view.ending is None

    def conditions(self, view: FreeView, actions: Sequence[Any]) -> Mapping[str, Any]:
        """Return what a plan handles, and what lies on the squares to which it moves."""
        state, seat, rng = planned(view), view.viewer, Stream("plan", bytes(SEED_BYTES))
        things: list[Any] = []
        squares: list[Any] = []
        if state is None or seat is None:
            return {}
        for action in actions:
            seen = view_of(state, seat)
            at, place = divmod(getattr(action, "what", -1), SLOTS)
            if 0 <= at < len(seen.zones):
                things.append([at, *seen.zones[at][place : place + 1]])
            to, square = divmod(getattr(action, "to", -1), SLOTS)
            if 0 <= to < len(seen.zones) and seen.layout.zones[to].squares:
                squares.append([to, *[each for each in seen.zones[to] if each.at == square]])
            if refusal(state, seat, action):
                things.append(None)
                break
            self.apply(state, seat, action, rng)
        return {"things": things, **({"squares": squares} if squares else {})} if things else {}

    def adjudicate(self, state: FreeState) -> Sequence[tuple[int, ...]]:
        """Return who is in: nothing else is known of the standing of a game without rules."""
        return [(0 if left else 1,) for left in state.left]

    def position(self, text: str, cards: str | None = None) -> FreeState:
        """Return the start of a table, from "table: cards" and "seats: 2", or a state from "state: ...".

        Raises `ValueError` with the line at fault.
        """
        said: dict[str, str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            word, colon, rest = line.partition(":")
            if not line.strip():
                continue
            if not colon or word.strip() not in ("table", "seats", "state") or word.strip() in said:
                raise ValueError(
                    f'line {number}: "{line[:40]}" is not one of table, seats and state, each once.'
                )
            said[word.strip()] = rest.strip()
        if "state" in said:
            return self._read_state(said["state"])
        seats = said.get("seats", "2")
        if not seats.isdecimal() or int(seats) not in self.seats:
            raise ValueError(f"seats: there are {self.seats[0]} to {self.seats[-1]}, not {seats[:20]}.")
        pinned = cards if cards is not None and "table" not in said else ""
        try:
            return self.setup(
                FreeOptions(said.get("table", STANDARD), pinned or ""),
                int(seats),
                Stream("example", bytes(32)),
            )
        except BadOptions as fault:
            raise ValueError(f"table: {fault}") from None

    def _read_state(self, text: str) -> FreeState:
        try:
            state = _STATE.decode(text)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise ValueError(f"state: {fault}.") from None
        if state.options.pinned not in TABLES or not self._stands(state):
            raise ValueError("state: it does not fit its table.")
        return state

    def _stands(self, state: FreeState) -> bool:
        """Whether a state has the things of its table, each once, on squares that there are."""
        table = TABLES[state.options.pinned]
        if state.seats not in table.file.numbers or state.outcome is not None:
            return False
        layout = table.layout(state.seats)
        if len(state.zones) != len(layout.zones) or len(state.counters) != len(layout.counters):
            return False
        counts = {at: kind.count for at, kind in enumerate(layout.kinds)}
        lying = Counter([each.kind for each in (*chain(*state.zones), *filter(None, state.chosen))])
        squares = all(
            0 <= each.at < max(1, zone.squares)
            for zone, things in zip(layout.zones, state.zones, strict=True)
            for each in things
        )
        lengths = {len(state.passed), len(state.left), len(state.chosen)} == {state.seats}
        turns = SHARED <= state.turn < state.seats and not (state.turn >= 0 and state.left[state.turn])
        return squares and lengths and turns and lying == counts

    def notation(self, state: FreeState) -> str:
        """Return a state as text. Raises `ValueError` for a match that is over."""
        if state.outcome is not None:
            raise ValueError("a match that is over has no notation")
        return f"state: {msgspec.json.encode(state).decode()}"

    def carry_out(self, state: FreeState, seat: Seat, action: Any, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        fault = "" if isinstance(action, Resign) else refusal(state, seat, action)
        if fault:
            raise IllegalAction(fault)
        state.done += 1
        if isinstance(action, Resign):
            return _resign(state, seat)
        if state.turn == SHARED and state.phase == "play" and not isinstance(action, _NO_MOVE):
            state.passed = set_at(state.passed, seat, value=False)  # who acts where all may has not passed
        return _HANDLERS[type(action)](state, seat, action, rng)


def _resign(state: FreeState, seat: Seat) -> list[Event]:
    state.left = set_at(state.left, seat, value=True)
    inside = [each for each in range(state.seats) if not state.left[each]]
    events = [Event(Resigned(seat))]
    if len(inside) == 1:
        result = tuple([1 if each == inside[0] else 2 for each in range(state.seats)])
        return [*events, _over(state, result, N_("All others have resigned"))]
    if state.ending is not None and set(inside) <= set(state.ending.agreed):
        return [*events, _over(state, state.ending.result, AGREED)]
    if state.turn == seat:
        state.turn = _next(state, seat)
        state.round += state.turn <= seat and state.ending is None
    return [*events, *_all_have_passed(state)]


AGREED = N_("Agreed at the table")
_NO_MOVE = (actions.Look, actions.Pass, actions.Say, actions.End, actions.Agree, actions.Decline)
"""Who does no more than this still has passed."""


def _over(state: FreeState, result: tuple[int, ...], why: str) -> Event:
    drawn = set(result) == {1}
    winners = () if drawn else tuple([seat for seat, place in enumerate(result) if place == 1])
    state.outcome = Outcome(winners, tuple([state.seats - place for place in result]), why)
    state.phase, state.ending = "over", None
    return Event(MatchOver(state.outcome))


def _next(state: FreeState, seat: Seat) -> Seat:
    order = [(seat + step) % state.seats for step in range(1, state.seats + 1)]
    return next(each for each in order if not state.left[each])


def _all_have_passed(state: FreeState) -> list[Event]:
    """Begin a new round, or reveal what was chosen, where all seats that are in have passed."""
    inside = [seat for seat in range(state.seats) if not state.left[seat]]
    if state.turn != SHARED or state.ending is not None or not all(state.passed[seat] for seat in inside):
        return []
    state.passed = (False,) * state.seats
    if state.phase == "choose":
        return _reveal_chosen(state)
    state.round += 1
    if state.layout.table.file.order == "in secret":
        state.phase = "choose"
    return [Event(facts.RoundBegan(state.round))]


def _reveal_chosen(state: FreeState) -> list[Event]:
    layout, events = state.layout, []
    for seat, thing in enumerate(state.chosen):
        if thing is None:
            continue
        to = next(at for at in layout.named(layout.table.file.shows, seat))
        lying = arriving(thing, layout.kinds[thing.kind], None, layout.zones[to], 0, "up")
        _set(state, to, (*state.zones[to], lying))
        events.append(Event(facts.Unveiled(seat, thing.kind, slot(to, 0))))
    state.chosen, state.phase = (None,) * state.seats, "play"
    return events


def _set(state: FreeState, at: int, things: Sequence[Thing]) -> None:
    """Replace what lies in a zone, which is now the latest one."""
    state.zones = set_at(state.zones, at, tuple(things))
    state.touched = (at, *[each for each in state.touched if each != at])[:MOST_TOUCHED]


def _without(things: Things, place: int) -> Things:
    return (*things[:place], *things[place + 1 :])


class _Item(NamedTuple):
    """A thing where it lies."""

    at: int
    """Its zone."""
    place: int
    zone: Zone
    thing: Thing
    kind: Kind
    where: int
    """The zone with its square on a board."""

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether a viewer sees what it is."""
        return self.zone.seen_by(viewer, self.thing, self.kind)


def _item(state: FreeState, what: int) -> _Item:
    at, place = divmod(what, SLOTS)
    zone, thing = state.layout.zones[at], state.zones[at][place]
    where = slot(at, thing.at if zone.squares else 0)
    return _Item(at, place, zone, thing, state.layout.kinds[thing.kind], where)


def _told(
    state: FreeState, seat: Seat, item: _Item, knows: Callable[[Viewer], bool], fact: type[Any], *more: Any
) -> list[Event]:
    """Return the event of a thing: those who know what it is are told."""

    def told(kind: int) -> Any:
        return fact(seat, kind, item.where, *more)

    number, public = item.thing.kind, knows(None)
    private = {} if public else {each: told(number) for each in range(state.seats) if knows(each)}
    return [Event(told(number if public else -1 - item.kind.group), private)]


def _move(state: FreeState, seat: Seat, action: actions.Move, rng: Stream) -> list[Event]:
    item, layout = _item(state, action.what), state.layout
    to, spot = divmod(action.to, SLOTS)
    target = layout.zones[to]
    square = spot if target.squares else 0
    lying = arriving(item.thing, item.kind, item.zone, target, square, action.face or "")
    _set(state, item.at, _without(state.zones[item.at], item.place))
    others = list(state.zones[to])
    if target.kind != "deck":
        others.append(lying)
    elif spot == RANDOM:
        others.insert(rng.pick("place in a deck", range(len(others) + 1)), lying)
    else:
        others.insert(len(others) if spot == BOTTOM else 0, lying)
    _set(state, to, others)

    def knows(viewer: Viewer) -> bool:
        return item.seen_by(viewer) or target.seen_by(viewer, lying, item.kind)

    down = target.public and item.kind.hides and not lying.up
    return _told(state, seat, item, knows, facts.Moved, action.to, down)


def _draw(state: FreeState, seat: Seat, action: actions.Draw | actions.Deal, _rng: Stream) -> list[Event]:
    layout, deck = state.layout, action.deck
    dealing = isinstance(action, actions.Deal)
    hands = hands_dealt(state) if dealing else [layout.hands[seat]]
    got: dict[Seat, tuple[int, ...]] = {}
    for hand in hands:
        dealt = state.zones[deck][: action.number]
        _set(state, deck, state.zones[deck][action.number :])
        zone = layout.zones[hand]
        if isinstance(state, PlannedState):
            continue  # nobody foresees what comes
        lying = [arriving(each, layout.kinds[each.kind], layout.zones[deck], zone, 0) for each in dealt]
        _set(state, hand, (*state.zones[hand], *lying))
        got[zone.owner] = tuple([each.kind for each in dealt])
    public = facts.Dealt(seat, deck, action.number, tuple(got))
    return [Event(public, {each: replace(public, kinds=kinds) for each, kinds in got.items()})]


def _collect(state: FreeState, seat: Seat, action: actions.Collect, _rng: Stream) -> list[Event]:
    layout, things = state.layout, state.zones[action.zone]
    source, deck = layout.zones[action.zone], layout.zones[action.deck]
    lying = [arriving(each, layout.kinds[each.kind], source, deck, 0) for each in reversed(things)]
    _set(state, action.zone, ())
    _set(state, action.deck, (*lying, *state.zones[action.deck]))
    return [Event(facts.Collected(seat, action.zone, action.deck, len(things)))]


def _change(state: FreeState, item: _Item, **fields: Any) -> _Item:
    """Change a thing where it lies; return it as it is then."""
    after = replace(item.thing, **fields)
    _set(state, item.at, set_at(state.zones[item.at], item.place, after))
    return item._replace(thing=after)


def _flip(state: FreeState, seat: Seat, action: actions.Flip, _rng: Stream) -> list[Event]:
    item = _item(state, action.what)
    if item.kind.hides or item.zone.kind == "secret row":
        up = not item.thing.up
        after = _change(state, item, up=up)
    else:
        up = item.thing.value > 0
        after = _change(state, item, value=0 if up else 1)
    return _told(state, seat, item, lambda each: item.seen_by(each) or after.seen_by(each), facts.Flipped, up)


def _turn(state: FreeState, seat: Seat, action: actions.Turn, _rng: Stream) -> list[Event]:
    item = _item(state, action.what)
    _change(state, item, turned=(item.thing.turned + 1) % 4)
    return _told(state, seat, item, item.seen_by, facts.Turned)


def _look(state: FreeState, seat: Seat, action: actions.Look, _rng: Stream) -> list[Event]:
    return _told(state, seat, _item(state, action.what), lambda each: each == seat, facts.Looked)


def _show(state: FreeState, seat: Seat, action: actions.Reveal, _rng: Stream) -> list[Event]:
    item = _item(state, action.what)
    if item.zone.kind == "secret row":
        _change(state, item, up=True)
    return [Event(facts.Revealed(seat, item.thing.kind, item.where))]


def _shuffle(state: FreeState, seat: Seat, action: actions.Shuffle, rng: Stream) -> list[Event]:
    _set(state, action.zone, rng.shuffle(f"shuffle zone {action.zone + 1}", state.zones[action.zone]))
    return [Event(facts.Shuffled(seat, action.zone))]


def _roll(state: FreeState, seat: Seat, action: actions.Roll, rng: Stream) -> list[Event]:
    at = action.zone
    _set(state, at, rolled(state.zones[at], state.layout.kinds, rng, at))
    things = [_item(state, slot(at, place)) for place in range(len(state.zones[at]))]
    dice = [each for each in things if each.kind.sides]

    def told(viewer: Viewer) -> facts.Rolled:
        return facts.Rolled(seat, at, tuple([each.thing.value for each in dice if each.seen_by(viewer)]))

    public = told(None)
    return [Event(public, {each: told(each) for each in range(state.seats) if told(each) != public})]


def _count(state: FreeState, seat: Seat, action: actions.Count, _rng: Stream) -> list[Event]:
    state.counters = set_at(state.counters, action.counter, action.value)
    return [Event(facts.Counted(seat, action.counter, action.value))]


def _choose(state: FreeState, seat: Seat, action: actions.Choose, _rng: Stream) -> list[Event]:
    item = _item(state, action.what)
    state.chosen = set_at(state.chosen, seat, item.thing)
    state.zones = set_at(state.zones, item.at, _without(state.zones[item.at], item.place))
    state.passed = set_at(state.passed, seat, value=True)
    return [Event(SeatReady(seat)), *_all_have_passed(state)]


def _pass(state: FreeState, seat: Seat, _action: actions.Pass, _rng: Stream) -> list[Event]:
    if state.turn == SHARED:
        state.passed = set_at(state.passed, seat, value=True)
        return [Event(facts.Passed(seat, SHARED)), *_all_have_passed(state)]
    state.turn = _next(state, seat)
    state.round += state.turn <= seat
    return [Event(facts.Passed(seat, state.turn))]


def _say(_state: FreeState, seat: Seat, action: actions.Say, _rng: Stream) -> list[Event]:
    return [Event(facts.Said(seat, visible(action.words)))]


def _end(state: FreeState, seat: Seat, action: actions.End, _rng: Stream) -> list[Event]:
    state.ending = Ending(seat, action.result, (seat,))
    return [Event(facts.Proposed(seat, action.result))]


def _agree(state: FreeState, seat: Seat, _action: actions.Agree, _rng: Stream) -> list[Event]:
    assert state.ending is not None
    agreed = (*state.ending.agreed, seat)
    state.ending = replace(state.ending, agreed=agreed)
    events = [Event(facts.Agreed(seat))]
    if {each for each in range(state.seats) if not state.left[each]} <= set(agreed):
        events.append(_over(state, state.ending.result, AGREED))
    return events


def _decline(state: FreeState, seat: Seat, _action: actions.Decline, _rng: Stream) -> list[Event]:
    state.ending = None
    return [Event(facts.Declined(seat)), *_all_have_passed(state)]


_HANDLERS: Mapping[type, Callable[..., list[Event]]] = {
    actions.Draw: _draw,
    actions.Deal: _draw,
    actions.Move: _move,
    actions.Collect: _collect,
    actions.Flip: _flip,
    actions.Turn: _turn,
    actions.Look: _look,
    actions.Reveal: _show,
    actions.Shuffle: _shuffle,
    actions.Roll: _roll,
    actions.Count: _count,
    actions.Choose: _choose,
    actions.Pass: _pass,
    actions.Say: _say,
    actions.End: _end,
    actions.Agree: _agree,
    actions.Decline: _decline,
}
