"""A table as the rules know it: the zones of a number of seats, the kinds of things, and how a match begins.

A match pins its table by the hash of its file, as matches of card games pin their cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from bot.base.language import gettext
from bot.engine.cards.files.finding import meant_or_listed, quoted
from bot.engine.cards.game import HashLibrary
from bot.engine.cards.nodes import NodePath
from bot.engine.contract import Seat
from bot.engine.fair import Stream
from bot.engine.grid import grid_of
from bot.engine.typed import fold
from bot.games.freetable.rules.cards import Kind
from bot.games.freetable.rules.files import (
    Add,
    CardsFile,
    PieceFile,
    Spot,
    TableFile,
    ZoneFile,
    belongs_to_seats,
    check_fields,
    content_of,
    kinds_of,
    spot_of,
)
from bot.games.freetable.rules.start import BadStart, Step, read_step

SHARED: Seat = -1
"""The owner of a zone or counter of the whole table."""


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """A card or piece where it lies. Things of a kind are alike: they have no identity of their own."""

    kind: int
    """Its kind; for somebody who does not see it, -1 less the group of its back."""
    up: bool = False
    turned: int = 0
    """Quarter turns clockwise, 0 to 3."""
    value: int = 0
    """What a die shows; of other pieces 1 with their other side up. 0 for a die that is not seen."""
    at: int = 0
    """Its square on a board."""


Things = tuple[Thing, ...]


class Zone(msgspec.Struct, frozen=True, dict=True):
    """A zone of a match."""

    name: str
    kind: str
    owner: Seat
    width: int
    """The columns of a board; 0 in other zones, and with named spots."""
    squares: int
    """The number of a board's places; 0 in other zones."""
    spots: tuple[Spot, ...]
    picture: str
    chequered: bool
    face_up: bool
    forbids: frozenset[str]

    @property
    def public(self) -> bool:
        """Whether everybody sees what lies face up there."""
        return self.kind in ("row", "discard", "board")

    def seen_by(self, viewer: Seat | None, thing: Thing, kind: Kind) -> bool:
        """Whether a viewer sees what a thing here is."""
        if self.kind == "deck":
            return False
        if self.kind == "hand":
            return viewer == self.owner
        if self.kind == "secret row":
            return thing.up or viewer == self.owner
        return thing.up or not kind.hides

    def touched_by(self, seat: Seat) -> bool:
        """Whether a seat may handle what lies here: anything but others' hands and secret rows."""
        return self.owner == seat or self.kind not in ("hand", "secret row")

    def square_name(self, square: int) -> str:
        """Return the name of a board's place."""
        return (
            self.spots[square].name
            if self.spots
            else grid_of(self.width, self.squares // self.width).name(square)
        )

    @cached_property
    def square_names(self) -> Mapping[str, int]:
        """The board's places by their names, folded."""
        return {fold(self.square_name(square)): square for square in range(self.squares)}


class Counter(msgspec.Struct, frozen=True):
    """A counter of a match."""

    name: str
    owner: Seat
    start: int
    least: int
    most: int


def arriving(thing: Thing, kind: Kind, source: Zone | None, target: Zone, at: int, face: str = "") -> Thing:
    """Return a thing as it lies after it has come from one zone to another.

    On a table it keeps its face; from a hand or deck it gets that of the zone, or the one that is asked for.
    """
    hidden = target.kind in ("hand", "deck")
    if hidden:
        return Thing(thing.kind, value=1 if kind.sides else 0)
    up = False
    if target.public:
        stays = source is not None and source.public and not face
        up = not kind.hides or (thing.up if stays else (face or ("up" if target.face_up else "down")) == "up")
    return Thing(thing.kind, up, thing.turned, thing.value, at)


class Table:
    """The table of a file without faults."""

    def __init__(self, file: TableFile) -> None:
        self.file = file
        self.encoded = msgspec.json.encode(file, order="deterministic")
        self.hash = hashlib.sha256(self.encoded).hexdigest()
        sets: Sequence[CardsFile | PieceFile] = (*file.cards, *file.piece)
        self.groups = tuple([one.name for one in sets])
        """The names of the backs."""
        kinds = [(one.zone, kind) for group, one in enumerate(sets) for kind in kinds_of(one, group)]
        self.kinds = tuple([kind for _, kind in kinds])
        self.places = tuple([place for place, _ in kinds])
        """For each kind the zone in which its things begin."""
        self.kind_names = tuple([kind.name for kind in self.kinds])
        self.names = (
            tuple([one.name for one in file.zone]),
            self.kind_names,
            tuple([one.name for one in file.counter]),
        )
        """The names of zones, kinds and counters, for the lines of the start."""
        self.pictures = {one.name: content_of(one) for one in file.picture}
        """The files of pictures by their names."""
        self._layouts: dict[int, Layout] = {}

    def layout(self, seats: int) -> Layout:
        """Return the table for a number of seats."""
        if seats not in self._layouts:
            self._layouts[seats] = Layout(self, seats)
        return self._layouts[seats]


def _zone(file: TableFile, one: ZoneFile, owner: Seat) -> Zone:
    board = one.kind == "board"
    size = next(((each.width, each.height) for each in file.picture if each.name == one.picture), (0, 0))
    columns = one.columns if board and not one.spots else 0
    squares = len(one.spots) or one.columns * one.rows if board else 0
    return Zone(
        one.name,
        one.kind,
        owner,
        columns,
        squares,
        tuple([spot_of(one, words, size) for words in one.spots]),
        one.picture,
        one.chequered,
        one.face == "up",
        frozenset(one.forbid),
    )


class Layout:
    """A table for a number of seats."""

    def __init__(self, table: Table, seats: int) -> None:
        self.table, self.seats, self.kinds = table, seats, table.kinds
        self.zones = tuple(
            [
                _zone(table.file, one, owner)
                for one in table.file.zone
                for owner in (range(seats) if belongs_to_seats(one) else (SHARED,))
            ]
        )
        self.counters = tuple(
            [
                Counter(one.name, owner, one.start, one.least, one.most)
                for one in table.file.counter
                for owner in (range(seats) if one.each else (SHARED,))
            ]
        )
        self.hiding = frozenset([kind.group for kind in table.kinds if kind.hides])
        """The groups whose things show a back when they lie face down."""
        hands = {zone.owner: at for at, zone in reversed([*enumerate(self.zones)]) if zone.kind == "hand"}
        self.hands = tuple([hands.get(seat, -1) for seat in range(seats)])
        """The first hand of each seat, -1 for none."""

    def named(self, name: str, seat: Seat = SHARED) -> list[int]:
        """Return the zones of this name: the shared one, the seat's, or for no seat those of all seats."""
        found = [at for at, zone in enumerate(self.zones) if zone.name == name]
        return [at for at in found if seat == SHARED or self.zones[at].owner in (seat, SHARED)]

    def group_of(self, thing: Thing) -> int:
        """Return the group of a thing, seen or not."""
        return self.kinds[thing.kind].group if thing.kind >= 0 else -1 - thing.kind

    def begin(self, rng: Stream) -> tuple[tuple[Things, ...], tuple[int, ...]]:
        """Return what lies in each zone, and the counters, after the start. Raises `BadStart`."""
        opening = _Opening(self)
        for number, line in enumerate(self.table.file.start):
            try:
                opening.carry_out(read_step(line, *self.table.names), rng)
            except BadStart as bad:
                raise BadStart(str(bad), number) from None
        return tuple(map(tuple, opening.zones)), tuple(opening.counters)


def check_table(file: TableFile, add: Add) -> None:
    """Note every fault of a file of valid structure, with its place and a remedy."""
    found: list[tuple[str, NodePath, str]] = []
    check_fields(file, lambda *fault: found.append(fault))
    for fault in found:
        add(*fault)
    if found:
        return
    table = Table(file)
    for number, line in enumerate(file.start):
        try:
            read_step(line, *table.names)
        except BadStart as bad:
            add("E705", ("start", number), str(bad))
            return
    for seats in sorted({file.numbers[0], file.numbers[-1]}):
        try:
            table.layout(seats).begin(Stream("start", bytes(32)))
        except BadStart as bad:
            words = gettext("with {seats} seats: {fault}", seats=seats, fault=str(bad))
            add("E705", ("start", bad.number), words)
            return


class _Opening:
    """A table while its start is carried out."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.zones: list[list[Thing]] = [[] for _ in layout.zones]
        self.counters = [counter.start for counter in layout.counters]
        for number, (kind, place) in enumerate(zip(layout.kinds, layout.table.places, strict=True)):
            home = layout.named(place)[0]
            fresh = Thing(number, value=1 if kind.sides else 0)
            self.zones[home] += [arriving(fresh, kind, None, layout.zones[home], 0)] * kind.count

    def carry_out(self, step: Step, rng: Stream) -> None:
        """Carry out a line. Raises `BadStart`."""
        layout = self.layout
        if step.verb == "set":
            for at, counter in enumerate(layout.counters):
                if counter.name == step.what:
                    if not counter.least <= step.number <= counter.most:
                        raise BadStart(
                            gettext(
                                "{name} goes from {least} to {most}.",
                                name=counter.name,
                                least=counter.least,
                                most=counter.most,
                            )
                        )
                    self.counters[at] = step.number
        elif step.verb == "deal":
            for source in layout.named(step.zone)[:1]:
                for target in layout.named(step.to):
                    self._deal(source, target, step.number)
        elif step.verb == "put":
            self._put(step)
        else:
            for at in layout.named(step.zone):
                self.zones[at] = self._changed(step.verb, at, rng)

    def _changed(self, verb: str, at: int, rng: Stream) -> list[Thing]:
        things, kinds = self.zones[at], self.layout.kinds
        if verb == "shuffle":
            return rng.shuffle(f"shuffle zone {at + 1}", things)
        if verb == "flip":
            if self.layout.zones[at].kind in ("hand", "deck"):
                raise BadStart(gettext("nothing lies face up in a hand or a deck: flip a row or a board."))
            return [
                msgspec.structs.replace(each, up=not each.up) if kinds[each.kind].hides else each
                for each in things
            ]
        return rolled(things, kinds, rng, at)

    def _deal(self, source: int, target: int, number: int) -> None:
        zones, kinds = self.layout.zones, self.layout.kinds
        if source == target:
            raise BadStart(gettext("things are dealt from one zone to another."))
        dealt, self.zones[source] = self.zones[source][:number], self.zones[source][number:]
        if len(dealt) < number:
            raise BadStart(
                gettext("there are not enough things in {zone} to deal so many.", zone=zones[source].name)
            )
        for thing in dealt:
            at = min(len(self.zones[target]), max(0, zones[target].squares - 1))
            self.zones[target].append(arriving(thing, kinds[thing.kind], zones[source], zones[target], at))

    def _put(self, step: Step) -> None:
        """Put things of a kind, one on each square, or all of them in a zone that is no board."""
        layout = self.layout
        (target, *_) = layout.named(step.to)
        zone, wanted = layout.zones[target], layout.table.kind_names.index(step.what)
        lying = [
            (at, thing) for at, things in enumerate(self.zones) for thing in things if thing.kind == wanted
        ]
        home = layout.named(layout.table.places[wanted])[0]
        spare = [thing for at, thing in lying if at == home and (home != target or not thing.at)]
        if zone.squares and not step.squares:
            raise BadStart(gettext("say on which squares of {zone}, such as A1.", zone=zone.name))
        if step.squares and not zone.squares:
            raise BadStart(gettext("{zone} is no board: it has no squares.", zone=zone.name))
        squares = self._squares(zone, step.squares) or [0] * len(spare)
        if len(squares) > len(spare):
            raise BadStart(
                gettext("there are only {number} of {kind} left for this.", number=len(spare), kind=step.what)
            )
        for square in squares:
            thing = spare.pop()
            self.zones[home].remove(thing)
            self.zones[target].append(arriving(thing, layout.kinds[wanted], layout.zones[home], zone, square))

    def _squares(self, zone: Zone, words: Sequence[str]) -> list[int]:
        """Return the squares of these words, of which several may be one name: "Old harbour"."""
        squares, at = list[int](), 0
        while at < len(words):
            ends = range(len(words), at, -1)
            named = ((end, zone.square_names.get(fold(" ".join(words[at:end])))) for end in ends)
            end, square = next(((end, square) for end, square in named if square is not None), (at, None))
            if square is None:
                names = [zone.square_name(each) for each in range(zone.squares)]
                hint = meant_or_listed(words[at], names if zone.spots else [names[0], "…", names[-1]])
                raise BadStart(
                    gettext(
                        'there is no square "{word}" on {zone}{hint}.',
                        word=quoted(words[at][:20]),
                        zone=zone.name,
                        hint=hint,
                    )
                )
            squares.append(square)
            at = end
        return squares


def rolled(things: Sequence[Thing], kinds: Sequence[Kind], rng: Stream, zone: int) -> list[Thing]:
    """Return the things of a zone with all dice rolled."""
    by_sides: dict[int, list[int]] = {}
    for place, thing in enumerate(things):
        if kinds[thing.kind].sides:
            by_sides.setdefault(kinds[thing.kind].sides, []).append(place)
    after = list(things)
    for sides, places in by_sides.items():
        faces = rng.roll(f"roll zone {zone + 1}", sides, len(places))
        for place, face in zip(places, faces, strict=True):
            after[place] = msgspec.structs.replace(after[place], value=face)
    return after


MOST_BYTES = 24 * 2**20
"""The most bytes of servers' tables in memory, with their pictures."""


class Tables(HashLibrary[Table]):
    """The loaded tables: those that come with the bot, and those of servers as long as they are used."""

    most_bytes = MOST_BYTES

    def __init__(self) -> None:
        super().__init__()
        self.shipped: dict[str, Table] = {}
        """The tables that come with the bot, by their keys."""

    def ship(self, table: Table) -> None:
        """Add a table that comes with the bot."""
        self.shipped[table.file.key] = table
        self.keep(table)

    def add(self, table: Table) -> Table:
        """Add a table, forget what is too much, and return it."""
        found = super().add(table)
        self.forget_oldest()
        return found

    def learn(self, encoded: bytes) -> Table:
        """Add the table of these bytes. Raises `msgspec.DecodeError`."""
        return self.add(Table(msgspec.json.decode(encoded, type=TableFile)))


TABLES = Tables()
"""The tables of this process."""


def layout_of(pinned: str, seats: int) -> Layout:
    """Return the table of this hash for a number of seats. Raises `KeyError`."""
    return TABLES[pinned].layout(seats)
