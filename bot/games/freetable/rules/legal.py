"""What a seat may do: everything with what it may touch, but what the table's file forbids.

`LegalActions` lists what menus offer; it contains more than it lists, such as any words to say: whatever
`refusal` finds no fault with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.base.language import gettext
from bot.engine.contract import Resign, Seat
from bot.engine.lazyactions import Blocks
from bot.engine.sentences import visible
from bot.games.freetable.rules import actions
from bot.games.freetable.rules.actions import RANDOM, SLOTS, slot
from bot.games.freetable.rules.table import SHARED, Layout, Thing, Zone
from bot.games.freetable.rules.view import Common as Known
from bot.games.freetable.rules.view import PlannedState

DRAWN = (1, 2, 3, 5, 7)
"""The numbers of cards that menus offer to draw or deal."""
STEPS = (-5, -1, 1, 5)
"""The changes of counters that menus offer."""
MOST_CHOSEN = 75
"""The most cards of a hand that menus offer to choose in secret; any can be typed."""


class _Moves(NamedTuple):
    """The moves of a thing to each target but that where it lies."""

    what: int
    targets: Sequence[int]
    own: int
    """The place of its own among the targets, or -1."""
    down: Sequence[int]
    """The targets to which it may go face down besides."""

    @property
    def size(self) -> int:
        return len(self.targets) - (self.own >= 0) + len(self.down)

    def at(self, place: int) -> actions.Move:
        plain = len(self.targets) - (self.own >= 0)
        if place >= plain:
            return actions.Move(self.what, self.down[place - plain], "down")
        return actions.Move(self.what, self.targets[place + (0 <= self.own <= place)])

    def each(self) -> Iterator[actions.Move]:
        return (self.at(place) for place in range(self.size))

    def has(self, action: Any) -> bool:  # noqa: ARG002
        return False  # `LegalActions` asks the refusals


class LegalActions(Blocks):
    """The legal actions of a seat."""

    def __init__(self, state: Known, seat: Seat, blocks: Sequence[Any], further: Sequence[Any]) -> None:
        super().__init__(blocks, further)
        self._state, self._seat = state, seat
        self.further = further
        """Those besides the moves of things."""
        self._moves = {block.what: block for block in blocks}

    def moves_of(self, what: int) -> Sequence[actions.Move]:
        """Return the moves of a thing."""
        block = self._moves.get(what)
        return Blocks([] if block is None else [block], ())

    def __contains__(self, action: object) -> bool:
        return not isinstance(action, Resign) and not refusal(self._state, self._seat, action)


def able(state: Known) -> frozenset[Seat]:
    """Return the seats that may act."""
    if state.outcome is not None:
        return frozenset()
    inside = [seat for seat in range(state.seats) if not state.left[seat]]
    if state.ending is not None:
        return frozenset([seat for seat in inside if seat not in state.ending.agreed])
    if state.phase == "choose":
        return frozenset([seat for seat in inside if not state.passed[seat]])
    return frozenset(inside if state.turn == SHARED else [state.turn])


def awaited(state: Known) -> frozenset[Seat]:
    """Return the seats that have to act."""
    if state.ending is not None or state.phase != "play" or state.turn != SHARED:
        return able(state)
    return frozenset([seat for seat in able(state) if not state.passed[seat]])


def touchable(layout: Layout, zones: Sequence[Sequence[Thing]], at: int, seat: Seat) -> range:
    """Return the places of a zone whose things a seat may handle: of a deck the top alone."""
    zone = layout.zones[at]
    if not zone.touched_by(seat):
        return range(0)
    return range(min(1, len(zones[at]))) if zone.kind == "deck" else range(len(zones[at]))


def targets(layout: Layout) -> list[int]:
    """Return every target, in the order of the zones."""
    found: list[int] = []
    for at, zone in enumerate(layout.zones):
        if "put" not in zone.forbids:
            ends = zone.squares or (RANDOM + 1 if zone.kind == "deck" else 1)
            found += [slot(at, spot) for spot in range(ends)]
    return found


def target_of(zone: Zone, at: int, thing: Thing) -> int:
    """Return the target at which a thing lies."""
    return slot(at, thing.at if zone.squares else 0)


def hides(layout: Layout, thing: Thing) -> bool:
    """Whether a thing, seen or not, shows a back when it lies face down."""
    return layout.group_of(thing) in layout.hiding


def legal(state: Known, seat: Seat) -> Sequence[Any]:
    """Return the legal actions of a seat; they depend only on what it knows."""
    if seat not in able(state):
        return ()
    if state.ending is not None:
        return LegalActions(state, seat, (), (actions.Agree(), actions.Decline()))
    layout = state.layout
    if state.phase == "choose":
        own = [at for at, zone in enumerate(layout.zones) if zone.kind == "hand" and zone.owner == seat]
        chosen = [actions.Choose(slot(at, place)) for at in own for place in range(len(state.zones[at]))]
        return LegalActions(state, seat, (), (*chosen[:MOST_CHOSEN], *_ends(state), actions.Pass()))
    every = targets(layout)
    index = {target: number for number, target in enumerate(every)}
    public = [target for target in every if layout.zones[target // SLOTS].kind == "row"]
    blocks, further = [], list[Any]()
    for at, zone in enumerate(layout.zones):
        for place in touchable(layout, state.zones, at, seat):
            thing, what = state.zones[at][place], slot(at, place)
            if _is_unforeseen(state, seat, zone, thing):
                continue
            if "take" not in zone.forbids:
                down = public if not zone.public and hides(layout, thing) else ()
                lies = index.get(target_of(zone, at, thing), -1)
                blocks.append(_Moves(what, every, lies, down))
            further += _with_thing(layout, zone, thing, what, seat)
    further += _of_zones(state, seat, layout)
    for number, counter in enumerate(layout.counters):
        values = [state.counters[number] + step for step in STEPS]
        further += [
            actions.Count(number, value) for value in values if counter.least <= value <= counter.most
        ]
    return LegalActions(state, seat, blocks, (*further, *_ends(state), actions.Pass()))


def _is_unforeseen(state: Known, seat: Seat, zone: Zone, thing: Thing) -> bool:
    """Whether a turn is planned, and its seat will see only then what this is."""
    return isinstance(state, PlannedState) and not zone.seen_by(seat, thing, state.layout.kinds[thing.kind])


def _with_thing(layout: Layout, zone: Zone, thing: Thing, what: int, seat: Seat) -> Iterator[Any]:
    """Yield what can be done with a thing besides moving it."""
    for kind in (actions.Flip, actions.Turn, actions.Look, actions.Reveal):
        if not _fault_of_thing(layout, zone, thing, kind(what), seat):
            yield kind(what)


def _of_zones(state: Known, seat: Seat, layout: Layout) -> Iterator[Any]:
    """Yield what can be done with whole zones."""
    decks = [at for at, zone in enumerate(layout.zones) if zone.kind == "deck"]
    for at, zone in enumerate(layout.zones):
        draws = [kind(at, number) for kind in (actions.Draw, actions.Deal) for number in DRAWN]
        others = [actions.Shuffle(at), actions.Roll(at), *[actions.Collect(at, deck) for deck in decks]]
        for each in (*(draws if zone.kind == "deck" else ()), *others):
            if not _fault_of_zone(state, seat, each):
                yield each


def _ends(state: Known) -> list[actions.End]:
    """Return the ends that menus offer: a draw, or that one seat has won."""
    seats = range(state.seats)
    winners = [tuple([1 if seat == winner else 2 for seat in seats]) for winner in seats]
    return [actions.End((1,) * state.seats), *map(actions.End, winners)]


def hands_dealt(state: Known) -> list[int]:
    """Return the hands to which cards are dealt: the first of each seat that is in."""
    return [hand for seat, hand in enumerate(state.layout.hands) if hand >= 0 and not state.left[seat]]


def refusal(state: Known, seat: Seat, action: Any) -> str:
    """Return why a seat that is in may not do this now, a sentence; "" if it may."""
    if seat not in able(state):
        if state.ending is not None:
            return gettext("You have answered already: the others are asked whether the game is over.")
        if state.phase == "choose":
            return gettext("You have chosen already: the cards are revealed when all have.")
        return gettext("It is not your turn: seat {seat} is playing.", seat=state.turn + 1)
    if isinstance(action, actions.Say):
        return "" if visible(action.words) else gettext("Write what you say.")
    answers = isinstance(action, actions.Agree | actions.Decline)
    if state.ending is not None and not answers:
        return gettext("An end is proposed: agree to it or decline it first.")
    if answers:
        return "" if state.ending is not None else gettext("No end is proposed.")
    if isinstance(action, actions.Pass):
        return ""
    if isinstance(action, actions.End):
        return _fault_of_end(state, action)
    if (state.phase == "choose") != isinstance(action, actions.Choose):
        if state.phase == "choose":
            return gettext("All choose a card in secret now: choose one, or pass.")
        return gettext("Nothing is chosen in secret now: move a card instead.")
    layout = state.layout
    if isinstance(action, actions.Count):
        return _fault_of_count(layout, action)
    if not hasattr(action, "what"):
        return _fault_of_zone(state, seat, action)
    at, place = divmod(action.what, SLOTS)
    if not 0 <= at < len(state.zones) or place >= len(state.zones[at]):
        return gettext("There is nothing in that place any more.")
    zone, thing = layout.zones[at], state.zones[at][place]
    if place not in touchable(layout, state.zones, at, seat):
        return gettext("You may not touch that: handle what lies open, the top of a deck, or what is yours.")
    if _is_unforeseen(state, seat, zone, thing):
        return gettext("A plan does not touch what you do not see now: do it in your turn.")
    if isinstance(action, actions.Move):
        return _fault_of_move(layout, at, thing, action)
    return _fault_of_thing(layout, zone, thing, action, seat)


def _fault_of_end(state: Known, action: actions.End) -> str:
    """Return why these are not the places of all seats, such as 1 2 3, or 1 2 2 with equal ones."""
    places = range(1, state.seats + 1)
    if len(action.result) != state.seats or 1 not in action.result or not {*action.result} <= {*places}:
        return gettext("Name all players once, the first one first, or say that it is a draw.")
    return ""


def _fault_of_count(layout: Layout, action: actions.Count) -> str:
    if not 0 <= action.counter < len(layout.counters):
        return gettext("There is no such counter.")
    counter = layout.counters[action.counter]
    if not counter.least <= action.value <= counter.most:
        return gettext("This counter goes from {least} to {most}.", least=counter.least, most=counter.most)
    return ""


def _fault_of_move(layout: Layout, at: int, thing: Thing, action: actions.Move) -> str:
    to, spot = divmod(action.to, SLOTS)
    if not 0 <= to < len(layout.zones):
        return gettext("There is no such zone.")
    zone, target = layout.zones[at], layout.zones[to]
    if spot >= (target.squares or (RANDOM + 1 if target.kind == "deck" else 1)):
        return gettext("There is no such square.")
    if "take" in zone.forbids:
        return gettext("This table allows nothing to be taken from there.")
    if "put" in target.forbids:
        return gettext("This table allows nothing to be put there.")
    if action.to == target_of(zone, at, thing):
        return gettext("It lies there already.")
    if action.face and not (target.public and hides(layout, thing)):
        return gettext("Only a card on the table lies face up or face down.")
    if action.face and zone.public:
        return gettext("It keeps its face on the table: flip it instead.")
    return ""


def _fault_of_thing(layout: Layout, zone: Zone, thing: Thing, action: Any, seat: Seat) -> str:
    """Return why a thing that may be touched may not be handled so; "" if it may."""
    if isinstance(action, actions.Choose):
        mine = zone.kind == "hand" and zone.owner == seat
        return "" if mine else gettext("Choose a card of your own hand.")
    verb = action.__struct_config__.tag
    if verb in zone.forbids:
        return gettext("This table does not allow that there.")
    lying = zone.public or zone.kind == "secret row"
    if isinstance(action, actions.Turn):
        return "" if lying else gettext("Only what lies on the table can be turned.")
    if isinstance(action, actions.Flip):
        if not lying:
            return gettext("Only what lies on the table can be flipped.")
        is_die = thing.kind >= 0 and layout.kinds[thing.kind].sides > 0
        return gettext("A die is rolled, not flipped.") if is_die else ""
    if isinstance(action, actions.Look):
        hidden = zone.kind == "deck" or (zone.public and hides(layout, thing) and not thing.up)
        return "" if hidden else gettext("You see that already.")
    secret = zone.kind in ("hand", "deck") or (zone.kind == "secret row" and not thing.up)
    return "" if secret else gettext("All see that already, or it is flipped instead.")


def _fault_of_zone(state: Known, seat: Seat, action: Any) -> str:
    """Return why something may not be done with a whole zone; "" if it may."""
    layout = state.layout
    at = action.deck if isinstance(action, actions.Draw | actions.Deal) else action.zone
    if not 0 <= at < len(layout.zones) or not layout.zones[at].touched_by(seat):
        return gettext("You may not touch that: handle what lies open, the top of a deck, or what is yours.")
    zone, many = layout.zones[at], len(state.zones[at])
    if isinstance(action, actions.Draw | actions.Deal):
        return _fault_of_draw(state, seat, zone, many, action)
    if isinstance(action, actions.Shuffle):
        if "shuffle" in zone.forbids:
            return gettext("This table does not allow that there.")
        if zone.kind not in ("deck", "hand"):
            return gettext("Only a deck or a hand is shuffled: put the cards on a deck first.")
        return "" if many > 1 else gettext("There are not two cards to shuffle.")
    if isinstance(action, actions.Roll):
        dice = any(each.kind >= 0 and layout.kinds[each.kind].sides for each in state.zones[at])
        return "" if dice and zone.kind not in ("deck", "hand") else gettext("There are no dice to roll.")
    deck = layout.zones[action.deck] if 0 <= action.deck < len(layout.zones) else None
    if deck is None or deck.kind != "deck" or action.deck == at:
        return gettext("Things are collected on a deck: name another one.")
    if "take" in zone.forbids or "put" in deck.forbids:
        return gettext("This table does not allow that there.")
    if zone.kind == "deck":
        return gettext("A deck is moved card by card.")
    return "" if many else gettext("There is nothing to collect.")


def _fault_of_draw(state: Known, seat: Seat, zone: Zone, many: int, action: Any) -> str:
    if zone.kind != "deck":
        return gettext("Cards are drawn and dealt from a deck.")
    dealing = isinstance(action, actions.Deal)
    if dealing and isinstance(state, PlannedState):
        return gettext("A plan does not touch what you do not see now: do it in your turn.")
    hands = hands_dealt(state) if dealing else [each for each in (state.layout.hands[seat],) if each >= 0]
    if not hands:
        return gettext("There are no hands at this table: move the card instead.")
    if "take" in zone.forbids or any("put" in state.layout.zones[hand].forbids for hand in hands):
        return gettext("This table does not allow that there.")
    if not 1 <= action.number * len(hands) <= many:
        return gettext("There are only {number} cards in this deck.", number=many)
    return ""
