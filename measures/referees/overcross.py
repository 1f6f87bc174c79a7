"""A referee for Overcross: the rulings a second time, written without a look at the rules of the product.

The whole match is one generator, `Referee.match`: it yields the legal actions of the awaited seats, as tuples,
and is sent the action that was taken. What no ruling decides it takes from the product: which way a Character
walks of those that are open (`Referee.way`), the order of the cards in a pile.

The comments name the rulings. What it does not cover is a difference that names it, never skipped.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from pathlib import Path
from typing import Any

from measures.referees import Act, Dice, DifferenceError, Facts, Table

SET = Path(__file__).parents[2] / "data" / "overcross" / "sets" / "cornstalker.toml"
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
OFF = -1
Step = Generator[dict[int, set[Any]], tuple[int, Any], Any]
FIELDS = {
    "deck": ("deck",), "name": ("card",), "begin": ("order",), "play": ("card", "at"), "move": ("piece", "to"),
    "attack": ("piece", "at", "way", "terrain"), "use": ("card", "way"), "discard": ("card",),
    "choose": ("answer",),
}  # fmt: skip
"""The fields of an action, in the order of its tuple."""


class Over(Exception):  # noqa: N818 - not an error
    """The match has ended."""


class SeatLeft(Exception):  # noqa: N818 - not an error
    """The seat that was asked has resigned."""


def missing(what: str) -> None:
    """Say what the referee does not cover."""
    raise DifferenceError(f"the referee does not cover {what}")


def read_cards() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the cards of the standard set by number, and the ready decks."""
    data = tomllib.loads(SET.read_text())
    cards = {}
    for table, kind in (("characters", "character"), ("edits", "edit"), ("terrains", "terrain"), ("events", "event")):
        for card in data[table]:
            cards[card["number"]] = {"genre": "None", "abilities": [], "attacks": [], "radius": 0, **card, "kind": kind}
    return cards, data["decks"]


CARDS, DECKS = read_cards()


def ranged(attack: dict[str, Any]) -> bool:
    """Aim, and star with a range (OVC-34)."""
    return attack["reach"] == "aim" or (attack["reach"] == "star" and "rng" in attack)


class Referee(Table):
    """One match, followed action by action."""

    def __init__(self, options: Mapping[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        self.o, self.n, self.dice, self.after = options, seats, dice, start
        self.w, self.h = options["width"], options["height"]
        self.phase, self.round, self.turn = "decks", 0, 0
        self.first = self.current = -1
        self.spent = 0
        self.pieces: dict[int, dict[str, Any]] = {}
        self.terrains: dict[int, dict[str, Any]] = {}
        self.flags: dict[int, dict[str, int]] = {}
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.decks: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[list[int]] = [[] for _ in range(seats)]
        self.aside: list[list[int]] = [[] for _ in range(seats)]
        self.deaths, self.points, self.kills = [0] * seats, [0] * seats, [0] * seats
        self.out = [False] * seats
        self.named: list[list[int]] = [[] for _ in range(seats)]
        self.number: dict[int, str] = {}
        self.lasting: list[dict[str, Any]] = []
        self.once: set[tuple[int, int]] = set()
        self.moving: list[int] | None = None
        self.winners: tuple[int, ...] | None = None
        self.zones = [self.zone_of(seat) for seat in range(seats)]
        goal = options["victims"] if options["objective"] == "assassination" else options["objective"]
        self.marks = {
            "leader": ["leader"], "champion": ["champion"], "both": ["leader", "champion"], "summoning": ["legend"],
        }.get(goal, [])  # fmt: skip
        self.known: dict[Any, Any] | None = None
        """What was worked out while nothing changes: during a list of legal actions."""
        self.game = self.match()
        self.open: dict[int, set[Any]] = next(self.game)

    # The frame's side

    def awaited(self) -> set[int]:
        """Who has to choose; who is ready may only take it back (OVC-05)."""
        return {seat for seat, acts in self.open.items() if acts and not self.ready(seat)}

    def may_act(self) -> set[int]:
        return {seat for seat, acts in self.open.items() if acts}

    def ready(self, seat: int) -> bool:
        return self.phase == "decks" and self.open[seat] == {("withdraw",)}

    def legal(self, seat: int) -> list[Act]:
        return [
            {"do": do, **dict(zip(FIELDS.get(do, ()), values, strict=True))}
            for do, *values in self.open.get(seat, ())
        ]

    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        self.dice, self.after = dice, after
        try:
            if action["do"] == "resign":
                self.leave_match(seat)
            self.open = self.game.send((seat, tuple(action.values())))
        except (StopIteration, Over):
            self.phase, self.current, self.open = "over", -1, {}

    def die(self) -> int:
        return self.dice.roll(1, 6)[0]

    def facts(self) -> Facts:
        return {
            "round": self.round, "turn": self.turn, "first": self.first, "current": self.current,
            "spent": self.spent, "phase": self.phase,
            "pieces": sorted(
                (p["card"], p["seat"], p["sq"], p["ctr"], tuple(p["edits"]), p["minor"], p["major"], p["deployed"])
                for p in self.pieces.values()
            ),
            "terrains": sorted((t["card"], t["centre"], t["ctr"]) for t in self.terrains.values()),
            "flags": sorted((s, f["sq"], f["carrier"]) for s, f in self.flags.items()),
            "hands": [sorted(hand) for hand in self.hands], "decks": [list(deck) for deck in self.decks],
            "discards": [sorted(pile) for pile in self.discards], "aside": [sorted(a) for a in self.aside],
            "deaths": list(self.deaths), "points": list(self.points), "kills": list(self.kills), "out": list(self.out),
            "moving": self.moving and list(self.moving),
        }  # fmt: skip

    def result(self) -> Facts | None:
        if self.winners is None:
            return None
        scores = self.points if self.o["objective"] in ("invasion", "deathmatch") else self.kills
        return {"winners": self.winners, "scores": tuple(scores)}

    def leave_match(self, seat: int) -> None:
        """Resigning (OVC-28b): what is its own leaves; the last seat left wins."""
        self.out[seat] = True
        left = [other for other in range(self.n) if not self.out[other]]
        self.clear(seat)
        if len(left) == 1:
            self.win(set(left))

    def clear(self, seat: int) -> None:
        """The Characters, edits and the flag of a seat that is out leave (OVC-28)."""
        for card in [c for c, p in self.pieces.items() if p["seat"] == seat]:
            self.leave(card)
            (self.aside if card in self.named[seat] else self.discards)[seat].append(card)
        for piece in list(self.pieces.values()):
            for edit, _ in list(piece["edits"]):
                if self.owner(edit) == seat:
                    self.destroy(edit)
        self.flags.pop(seat, None)

    # The grid (OVC-12, OVC-13, OVC-16, OVC-17)

    def xy(self, square: int) -> tuple[int, int]:
        return square % self.w, square // self.w

    def far(self, a: int, b: int) -> int:
        """Chebyshev distance (OVC-17)."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        return max(abs(ax - bx), abs(ay - by))

    def near(self, square: int, distance: int) -> set[int]:
        """Squares within a distance, clipped at the edge."""
        x, y = self.xy(square)
        return {
            b * self.w + a
            for a in range(max(0, x - distance), min(self.w, x + distance + 1))
            for b in range(max(0, y - distance), min(self.h, y + distance + 1))
        }

    def step(self, square: int, direction: tuple[int, int]) -> int | None:
        x, y = self.xy(square)
        x, y = x + direction[0], y + direction[1]
        return y * self.w + x if 0 <= x < self.w and 0 <= y < self.h else None

    @property
    def corners(self) -> bool:
        return self.n == 3 and self.o["zones"] == "corners"

    def zone_of(self, seat: int) -> set[int]:
        """The deploy zone of a seat (OVC-07, OVC-12, OVC-44)."""
        w, h = self.w, self.h
        if self.corners and seat < 2:
            k, row = (h - 3) // 2, 0 if seat == 0 else h - 1
            along = {row * w + w - 1 - i for i in range(k + 1)}
            return along | {(i if seat == 0 else h - 1 - i) * w + w - 1 for i in range(k + 1)}
        if seat < 2:
            return {(0 if seat == 0 else h - 1) * w + x for x in range(w)}
        return {y * w + (0 if seat == 2 else w - 1) for y in range(1, h - 1)}

    def middle(self, seat: int) -> int:
        """The centre of a zone (OVC-23, OVC-25, OVC-44)."""
        if self.corners and seat < 2:
            return self.w - 1 if seat == 0 else self.h * self.w - 1
        if seat < 2:
            return (0 if seat == 0 else self.h - 1) * self.w + self.w // 2
        return self.h // 2 * self.w + (0 if seat == 2 else self.w - 1)

    def beside_middle(self, seat: int) -> int:
        """Where a free Champion stands beside a Leader (OVC-23, OVC-44)."""
        middle = self.middle(seat)
        if self.corners and seat < 2:  # clockwise: from the south-east west, from the north-east south
            return middle - 1 if seat == 0 else middle - self.w
        return middle + 1 if seat < 2 else middle + self.w

    def counting(self, seat: int) -> set[int]:
        """The squares of enemy zones that count for a seat (OVC-24, OVC-28b)."""
        squares: set[int] = set().union(*[z for s, z in enumerate(self.zones) if s != seat and not self.out[s]])
        if self.n > 2:
            own = self.zones[seat]
            squares = {s for s in squares if all(self.far(s, o) >= (self.w - 1) // 2 for o in own)}
        return squares

    def area(self, card: int, centre: int | None = None) -> set[int]:
        """A terrain's squares (OVC-13)."""
        where = self.terrains[card]["centre"] if centre is None else centre
        return self.near(where, self.face(card)["radius"])

    def terrain_at(self, square: int) -> int | None:
        def find() -> dict[int, int]:
            return {s: card for card in self.terrains for s in self.area(card)}

        return self.once_known("lying", find).get(square)  # type: ignore[no-any-return]

    def with_key(self, key: str) -> set[int]:
        """All squares of terrains that are obstructive, block, or are slow."""
        def find() -> set[int]:
            return set().union(*[self.area(card) for card in self.terrains if self.face(card).get(key)])

        return self.once_known(key, find)  # type: ignore[no-any-return]

    def at(self, square: int) -> dict[str, Any] | None:
        def find() -> dict[int, Any]:
            return {piece["sq"]: piece for piece in self.pieces.values() if piece["sq"] != OFF}

        return self.once_known("standing", find).get(square)  # type: ignore[no-any-return]

    def free(self) -> set[int]:
        """Without Character or obstructive terrain (OVC-34)."""
        def find() -> set[int]:
            taken = {piece["sq"] for piece in self.pieces.values()}
            return set(range(self.w * self.h)) - taken - self.with_key("obstructive")

        return self.once_known("free", find)  # type: ignore[no-any-return]

    def closed_corner(self, square: int, direction: tuple[int, int], walls: set[int]) -> bool:
        """Between two obstructive squares that touch at the corner (OVC-16)."""
        dx, dy = direction
        return bool(dx and dy) and {self.step(square, (dx, 0)), self.step(square, (0, dy))} <= walls

    def sees(self, a: int, b: int) -> bool:
        """Line of sight (OVC-17): the segment between the centres, in integers, doubled and scaled."""
        blocks = self.with_key("blocks") - {a, b}
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        dx, dy = bx - ax, by - ay
        for square in blocks:
            x, y = self.xy(square)
            if not (min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)):
                continue
            # the four corners, twice as large: the line passes through the interior if they are on both sides
            sides = [
                dx * (2 * y + sy - 2 * ay) - dy * (2 * x + sx - 2 * ax) for sx in (-1, 1) for sy in (-1, 1)
            ]
            if min(sides) < 0 < max(sides):
                return False
        # exactly between two squares that touch at a corner on the segment
        for x in range(min(ax, bx), max(ax, bx)):
            for y in range(min(ay, by), max(ay, by)):
                if dx * (2 * y + 1 - 2 * ay) != dy * (2 * x + 1 - 2 * ax):
                    continue  # the corner at (x + 1/2, y + 1/2) is not on the line
                four = [(x, y), (x + 1, y + 1), (x + 1, y), (x, y + 1)]
                pair = four[2:] if dx * dy > 0 else four[:2]
                if all(py * self.w + px in blocks for px, py in pair):
                    return False
        return True

    # Cards and what is in force

    def face(self, card: int) -> dict[str, Any]:
        return CARDS[self.number[card]]

    def owner(self, card: int) -> int:
        return card // 400

    def cost(self, card: int) -> int:
        """The deck cost of a kill (OVC-23: a Leader counts as 6)."""
        return 6 if self.face(card).get("mark") == "leader" else self.face(card)["deck"]

    def once_known(self, key: Any, find: Callable[[], Any]) -> Any:
        if self.known is None:
            return find()
        if key not in self.known:
            self.known[key] = find()
        return self.known[key]

    def statics(self) -> list[tuple[dict[str, Any], set[int] | None, int, int]]:
        return self.once_known("statics", self.find_statics)  # type: ignore[no-any-return]

    def find_statics(self) -> list[tuple[dict[str, Any], set[int] | None, int, int]]:
        """What `always` abilities and what lasts do: (effect, the pieces concerned, seat, card)."""
        found: list[tuple[dict[str, Any], set[int] | None, int, int]] = []

        def add(card: int, seat: int, place: int, bearer: int | None) -> None:
            for ability in self.face(card)["abilities"]:
                for effect in ability["then"] if ability["on"] == "always" else ():
                    if "needs" in ability:
                        missing("needs of an always ability")
                    to = effect.get("to", "bearer" if bearer is not None else "self")
                    if to in ("bearer", "self"):
                        pieces: set[int] | None = {card if bearer is None else bearer}
                    else:
                        pieces = set(self.found(to, card, seat, place, bearer, genre=False))
                    found.append((effect, pieces, seat, card))

        for piece in self.pieces.values():
            add(piece["card"], piece["seat"], piece["sq"], None)
            names = set()
            for edit, _ in piece["edits"]:  # edits of one name on one bearer count once (OVC-34)
                if self.face(edit)["name"] not in names:
                    names.add(self.face(edit)["name"])
                    add(edit, self.owner(edit), piece["sq"], piece["card"])
        for card, terrain in self.terrains.items():
            add(card, self.owner(card), terrain["centre"], None)
        found += [(each["effect"], each["pieces"], each["seat"], each["card"]) for each in self.lasting]
        return found

    def genre(self, card: int) -> str:
        for effect, pieces, _, _ in self.statics():
            if effect["do"] == "genre" and pieces is not None and card in pieces:
                return str(effect["genre"])
        return str(self.face(card)["genre"])

    def changes(self, card: int, stat: str, attack: dict[str, Any] | None, other: int | None) -> int:
        """The sum of what changes a stat of a Character; for defense `other` is the attacker."""
        total = 0
        for effect, pieces, seat, _ in self.statics():
            if effect["do"] == "theme":  # Dragon Week
                if stat in effect and seat == self.pieces[card]["seat"] and self.genre(card) == effect["genre"]:
                    total += effect[stat]
                continue
            if effect["do"] != "change" or stat not in effect or pieces is None or card not in pieces:
                continue
            to = effect.get("to")
            if isinstance(to, dict) and "genre" in to and self.genre(card) != to["genre"]:
                continue
            if "against" in effect and (other is None or self.genre(other) != effect["against"]):
                continue
            kind = effect.get("attacks")
            if kind and (attack is None or ranged(attack) != (kind == "ranged")):
                continue
            if kind == "melee" and attack is not None and attack["reach"] != "fist":
                continue
            total += effect[stat]
        return total

    def has(self, card: int, do: str, **keys: str) -> bool:
        key = (card, do, *keys.values())
        return self.once_known(key, lambda: self.find_has(card, do, keys))  # type: ignore[no-any-return]

    def find_has(self, card: int, do: str, keys: dict[str, str]) -> bool:
        return any(
            effect["do"] == do and pieces is not None and card in pieces and all(effect[k] == v for k, v in keys.items())
            for effect, pieces, _, _ in self.statics()
        )

    def forbidden(self, card: int, what: str) -> bool:
        return self.has(card, "forbid", what=what)

    def speed(self, card: int) -> int:
        return max(1, self.face(card)["speed"] + self.changes(card, "speed", None, None))

    def attacks_of(self, card: int) -> list[dict[str, Any]]:
        granted = [e["attack"] for e, p, _, _ in self.statics() if e["do"] == "grant-attack" and p and card in p]
        return [{"size": "M", **attack} for attack in [*self.face(card)["attacks"], *granted]]

    def found(
        self, to: dict[str, Any], card: int, seat: int, place: int, bearer: int | None, *,
        it: int | None = None, genre: bool = True,
    ) -> list[int]:  # fmt: skip
        """The pieces that a target means, in order of cards ("Words on cards", OVC-34)."""
        result = []
        me = bearer if bearer is not None else card
        of_character = me in self.pieces
        from_there = {place}
        if to.get("of") == "it":
            from_there = {self.pieces[it]["sq"]} if it in self.pieces else set()
        kinds = to.get("kind", ["character"])
        for piece in self.pieces.values():
            if piece["sq"] == OFF:
                continue
            inside = piece["sq"] in self.area(card) if to.get("inside") else True
            close = "within" not in to or any(self.far(p, piece["sq"]) <= to["within"] for p in from_there)
            whose = to.get("pieces", "any")
            if whose == "friend":
                meant = piece["seat"] == seat and not (of_character and piece["card"] == me)
            else:
                meant = whose == "any" or piece["seat"] != seat
            if "genre" in to and genre and self.genre(piece["card"]) != to["genre"]:
                continue
            if to.get("unhurt") and piece["ctr"]:
                continue
            if inside and close and meant:
                if "character" in kinds:
                    result.append(piece["card"])
            if inside and close and "edit" in kinds:
                result += [
                    e for e, _ in piece["edits"]
                    if whose == "any" or (self.owner(e) == seat) == (whose == "friend")
                ]  # fmt: skip
        if "terrain" in kinds:
            for other, terrain in self.terrains.items():
                close = "within" not in to or any(
                    self.far(p, s) <= to["within"] for p in from_there for s in self.area(other)
                )
                if close and not (to.get("unhurt") and terrain["ctr"]):
                    if to.get("pieces", "any") == "any" or (self.owner(other) == seat) == (to["pieces"] == "friend"):
                        result.append(other)
        return sorted(result)

    # Before the first turn (OVC-05 to OVC-08, OVC-23 to OVC-25)

    def opening(self) -> Step:
        taken: dict[int, str] = {}
        names: dict[int, list[str]] = {seat: [] for seat in range(self.n)}
        while True:
            open_: dict[int, set[Any]] = {}
            for seat in [s for s in range(self.n) if not self.out[s]]:
                if seat not in taken:
                    open_[seat] = {("deck", key) for key in self.ready_decks()}
                    continue
                open_[seat] = {("withdraw",)}
                if len(names[seat]) < len(self.marks):
                    mark = self.marks[len(names[seat])]
                    open_[seat] |= {("name", n) for n, c in CARDS.items() if c.get("mark") == mark}
            if all(acts == {("withdraw",)} for acts in open_.values()):
                break
            seat, action = yield open_
            if action[0] == "deck":
                taken[seat] = action[1]
            elif action[0] == "name":
                names[seat].append(action[1])
            else:
                taken.pop(seat, None)
                names[seat] = []
        for seat in range(self.n):
            if self.out[seat]:
                continue
            deck = sorted(n for n, count in DECKS[taken[seat]]["cards"].items() for _ in range(count))
            for place, number in enumerate([*deck, *names[seat]]):
                self.number[seat * 400 + place] = number
            self.decks[seat] = self.dice.shuffle([seat * 400 + place for place in range(len(deck))])
            self.named[seat] = [seat * 400 + len(deck) + place for place in range(len(names[seat]))]
            for place, card in enumerate(self.named[seat]):
                if self.face(card)["mark"] == "legend":
                    self.aside[seat].append(card)
                else:
                    self.put(card, self.middle(seat) if place == 0 else self.beside_middle(seat))
            if self.o["objective"] == "flag":
                self.flags[seat] = {"sq": self.middle(seat), "carrier": -1}
        rolling = [seat for seat in range(self.n) if not self.out[seat]]
        while len(rolling) > 1:  # ties reroll (OVC-07)
            dice = self.dice.roll(len(rolling), 6)
            rolling = [seat for seat, die in zip(rolling, dice, strict=True) if die == max(dice)]
        self.phase, self.first = "first", rolling[0]
        seat, action = yield {self.first: {("begin", "first"), ("begin", "last")}}
        if action[0] == "resign":
            missing("a resignation by the seat that chooses who begins")
        if action[1] == "last":
            self.first = self.after_seat(self.first)
        self.phase = "hands"
        for seat in range(self.n):
            self.draw(seat, 5)
        waiting = {seat for seat in range(self.n) if not self.out[seat]}
        while waiting:
            seat, action = yield {seat: {("keep",), ("redraw",)} for seat in waiting}
            waiting.remove(seat)
            if action[0] == "redraw":
                self.decks[seat] = self.dice.shuffle([*self.decks[seat], *self.hands[seat]])
                self.hands[seat] = []
                self.draw(seat, 5)
        for seat in range(self.n):
            if self.o["opening"] == "card" and seat != self.first:  # OVC-42
                self.draw(seat, 1)

    def after_seat(self, seat: int) -> int:
        """The next seat clockwise that is in the match (OVC-07)."""
        return next(s for i in range(1, self.n + 1) if not self.out[s := (seat + i) % self.n])

    def ready_decks(self) -> list[str]:
        """The ready decks of the highest limit within this one, for this objective (docs: Ready decks)."""
        limit = max((d.get("points", 100) for d in DECKS.values() if d.get("points", 100) <= self.o["points"]), default=0)
        size = [key for key, deck in DECKS.items() if deck.get("points", 100) == limit]
        fit = [key for key in size if self.o["objective"] in DECKS[key].get("objectives", [self.o["objective"]])]
        for key in fit or size:  # OVC-05
            cards = Counter(DECKS[key]["cards"])
            points = sum(CARDS[n]["deck"] * c for n, c in cards.items())
            terrains = sum(c for n, c in cards.items() if CARDS[n]["kind"] == "terrain")
            copies = all(c <= 3 or CARDS[n]["kind"] == "terrain" for n, c in cards.items())
            enough = cards.total() >= max(8, limit // 6)
            if not (points <= self.o["points"] and copies and enough and terrains <= cards.total() // 3):
                raise DifferenceError(f"the ready deck {key} is not legal by OVC-05")
        return fit or size

    def draw(self, seat: int, count: int) -> None:
        """From an empty deck nothing (OVC-08)."""
        for _ in range(count):
            if self.decks[seat]:
                self.hands[seat].append(self.decks[seat].pop(0))

    def put(self, card: int, square: int) -> None:
        self.pieces[card] = {
            "card": card, "seat": self.owner(card), "sq": square, "ctr": 0, "edits": [], "minor": False,
            "major": False, "deployed": self.turn,
        }  # fmt: skip

    # The match

    def match(self) -> Step:
        try:
            yield from self.opening()
            self.current = self.first
            while True:
                yield from self.one_turn()
                self.next_seat()
        except Over:
            return

    def next_seat(self) -> None:
        """Clockwise; a round is over when it comes back to, or past, who begins (OVC-07, OVC-28)."""
        seat = self.current
        while True:
            seat = (seat + 1) % self.n
            if seat == self.first:
                self.end_of_round()
            if not self.out[seat]:
                break
        self.current = seat

    def one_turn(self) -> Step:
        seat = self.current
        if self.round == 0:
            self.round = 1
        self.turn += 1
        self.spent, self.moving, self.once = 0, None, set()
        self.phase = "start"
        mine = [piece for piece in self.pieces.values() if piece["seat"] == seat]
        for piece in mine:
            piece["minor"] = piece["major"] = False
            piece["edits"] = [(edit, turns + 1) for edit, turns in piece["edits"]]
        yield from self.at_turn("turn")
        for card in sorted(self.pieces):  # waiting Characters (OVC-09, OVC-26)
            if card in self.pieces and self.pieces[card]["seat"] == seat and self.pieces[card]["sq"] == OFF:
                yield from self.redeploy_now(card)
        if not self.out[seat]:
            self.draw(seat, 1)
            self.phase = "cards"
            while not self.out[seat]:
                _, action = yield {seat: self.turn_actions()}
                if action[0] in ("end", "resign"):
                    break
                yield from getattr(self, "do_" + action[0])(*action[1:])
        if not self.out[seat]:
            self.moving = None
            yield from self.at_turn("end-of-turn")
        while not self.out[seat] and len(self.hands[seat]) > 10:  # OVC-08
            self.phase = "discard"
            _, action = yield {seat: {("discard", card) for card in self.hands[seat]}}
            if action[0] == "resign":
                break
            self.hands[seat].remove(action[1])
            self.discards[seat].append(action[1])
        self.lasting = [
            each for each in self.lasting
            if each["until"] == "own-turn" and not (each["ends"] == seat and each["since"] < self.turn)
        ]  # fmt: skip

    def at_turn(self, trigger: str) -> Step:
        """Terrain, then own texts, then edits; the acting seat's first, then by seat and card (OVC-09, OVC-38)."""
        seat = self.current
        order = lambda card: ((self.owner(card) - seat) % self.n != 0, self.owner(card), card)  # noqa: E731
        for card in sorted(self.terrains, key=order):
            for piece in sorted(self.pieces):
                if card in self.terrains and piece in self.pieces and self.pieces[piece]["seat"] == seat:
                    if self.pieces[piece]["sq"] in self.area(card):
                        yield from self.trigger(card, trigger, it=piece)
        for piece in sorted(self.pieces):
            if piece in self.pieces and self.pieces[piece]["seat"] == seat:
                yield from self.trigger(piece, trigger)
        edits = [edit for piece in self.pieces.values() if piece["seat"] == seat for edit, _ in piece["edits"]]
        for edit in sorted(edits, key=order):
            yield from self.trigger(edit, trigger)

    def limit(self) -> int:
        """The play limit (OVC-10, OVC-42)."""
        if self.current == self.first and self.o["opening"] == "half" and self.round == 1:
            return self.round // 2
        if self.current == self.first and self.o["objective"] == "invasion" and self.round == 2:
            return 1
        return self.round

    def price(self, card: int) -> int:
        seat, face = self.owner(card), self.face(card)
        cost = int(face["play"]) + (2 * self.deaths[seat] if face.get("mark") == "legend" else 0)
        for effect, _, whose, _ in self.statics():
            if effect["do"] == "discount" and whose == seat and effect.get("kind") == face["kind"]:
                cost -= effect.get("by", 1)
        return max(1, cost)

    def turn_actions(self) -> set[Any]:
        self.known = {}
        found = self.find_turn_actions()
        self.known = None
        return found

    def find_turn_actions(self) -> set[Any]:
        seat, found = self.current, {("end",)}
        if self.phase == "cards":
            legends = [c for c in self.aside[seat] if self.face(c).get("mark") == "legend"]
            for card in [*self.hands[seat], *legends]:
                if self.price(card) <= self.limit() - self.spent:
                    found |= {("play", card, at) for at in self.playable(card)}
        for card, piece in self.pieces.items():
            if piece["seat"] != seat or piece["sq"] == OFF:
                continue
            legend_new = self.face(card).get("mark") == "legend" and piece["deployed"] == self.turn
            if self.forbidden(card, "act") or legend_new:  # OVC-24, OVC-34
                continue
            sizes = set()
            if self.phase != "major" and not piece["minor"]:
                sizes.add("m")
            if self.phase != "major":
                sizes.add("free")
            if not piece["major"]:
                sizes |= {"M"} if piece["minor"] else {"M", "F"}
            if "m" in sizes and not self.forbidden(card, "move"):
                found |= {("move", card, to) for to in self.reach(card, self.speed(card), fresh=True)}
            elif self.moving and self.moving[0] == card and self.phase != "major":
                found |= {("move", card, to) for to in self.reach(card, self.moving[1], fresh=False)}
            if not self.forbidden(card, "attack"):
                for way, attack in enumerate(self.attacks_of(card)):
                    if attack["size"] in sizes:
                        found |= self.targets(card, way, attack)
            found |= self.uses(card, sizes)
        return found

    # Playing cards

    def playable(self, card: int) -> set[int]:
        """The squares on which a card can be played; -1 for an event (OVC-11 to OVC-13, OVC-34)."""
        face, seat = self.face(card), self.owner(card)
        if face["kind"] == "character":
            return self.deploys(card)
        if face["kind"] == "edit":
            own = face.get("on", "own") == "own"
            return {p["sq"] for p in self.pieces.values() if p["sq"] != OFF and (p["seat"] == seat) == own}
        if face["kind"] == "terrain":
            squares = range(self.w * self.h)
            return self.once_known(  # type: ignore[no-any-return]
                ("lies", self.number[card]), lambda: {square for square in squares if self.may_lie(card, square)}
            )
        (ability,) = face["abilities"]
        return {-1} if self.possible(ability["then"][0], card, seat) else set()

    def deploys(self, card: int) -> set[int]:
        seat, face = self.owner(card), self.face(card)
        same = sum(p["seat"] == seat and self.face(p["card"])["name"] == face["name"] for p in self.pieces.values())
        if same >= face.get("copies", 1):  # OVC-11
            return set()
        zone = self.zones[seat]
        others = set().union(*[z for s, z in enumerate(self.zones) if s != seat])
        squares = set(zone)
        rows = [e.get("rows", 1) for e, _, whose, _ in self.statics() if e["do"] == "zone-rows" and whose == seat]
        ahead = max([*rows, 1 if face.get("ahead") else 0])
        squares |= {s for s in self.ahead(seat, ahead) if s not in others}
        legend = face.get("mark") == "legend"
        if any(e["do"] == "deploy-nearer" and whose == seat for e, _, whose, _ in self.statics()) and not legend:
            squares |= {s for s in range(self.w * self.h) if s not in others and self.nearer(seat, s)}
        return squares & self.free()

    def ahead(self, seat: int, rows: int) -> set[int]:
        """The next rows before a zone (OVC-45 for corners)."""
        if self.corners:
            return set().union(*[self.near(s, rows) for s in self.zones[seat]])
        return {s for s in range(self.w * self.h) if self.edge(seat, s) <= rows}

    def edge(self, seat: int, square: int) -> int:
        """How many rows a square is from a seat's edge."""
        x, y = self.xy(square)
        return (y, self.h - 1 - y, x, self.w - 1 - x)[seat]

    def nearer(self, seat: int, square: int) -> bool:
        """Nearer to one's edge than the middle line (OVC-40, OVC-45)."""
        if self.corners:
            own = min(self.far(square, s) for s in self.zones[seat])
            return all(own < self.far(square, s) for z in range(self.n) if z != seat for s in self.zones[z])
        return self.edge(seat, square) < (self.h if seat < 2 else self.w) // 2

    def may_lie(self, card: int, centre: int, moved: bool = False) -> bool:
        """Whether a terrain may lie here (OVC-13)."""
        others = [other for other in self.terrains if other != card]
        area = self.area(card, centre)
        zones = set().union(*self.zones)
        if centre in zones or self.at(centre) is not None:
            return False
        if any(area & self.area(other) for other in others):
            return False
        if not self.face(card).get("obstructive"):
            return True
        if any(p["sq"] in area for p in self.pieces.values()) or any(f["sq"] in area for f in self.flags.values()):
            return False
        if any(self.near(square, 1) & zones for square in area):
            return False
        walls = area.union(*[self.area(o) for o in others if self.face(o).get("obstructive")])
        reached, todo = set(self.zones[0]), list(self.zones[0])
        while todo:
            square = todo.pop()
            for direction in DIRECTIONS:
                to = self.step(square, direction)
                if to is None or to in walls or to in reached or self.closed_corner(square, direction, walls):
                    continue
                reached.add(to)
                todo.append(to)
        return all(reached & zone for zone in self.zones)

    def do_play(self, card: int, at: int) -> Step:
        seat, face = self.owner(card), self.face(card)
        self.spent += self.price(card)
        (self.hands[seat] if card in self.hands[seat] else self.aside[seat]).remove(card)
        if face["kind"] == "character":
            yield from self.deploy(card, at)
        elif face["kind"] == "edit":
            bearer = self.at(at)
            assert bearer is not None
            bearer["edits"].append((card, 0))
            yield from self.trigger(card, "attached")
        elif face["kind"] == "terrain":
            self.terrains[card] = {"card": card, "centre": at, "ctr": 0}
        else:
            self.discards[seat].append(card)
            yield from self.trigger(card, "played")

    def deploy(self, card: int, at: int) -> Step:
        """Deploying enters the terrain, but neither zone nor flag (OVC-13, OVC-25)."""
        seat = self.owner(card)
        self.put(card, at)
        self.lasting = [e for e in self.lasting if not (e["effect"]["do"] == "deploy-nearer" and e["seat"] == seat)]
        yield from self.into_terrain(card, None)
        yield from self.trigger(card, "deployed")

    # Moving (OVC-16, OVC-35, OVC-41)

    def cost_of(self, card: int, square: int) -> int:
        return 2 if square in self.with_key("slow") and not self.has(card, "no-slow") else 1

    def stops(self, card: int, before: int, square: int) -> bool:
        """Whether a move ends when it enters a square, other than by dying (OVC-26, OVC-41). Where it wins,
        also past a friend's square, no move is left to end.
        """
        piece = self.pieces[card]
        if self.o["objective"] == "invasion" and square in self.counting(piece["seat"]):
            return True
        terrain = self.terrain_at(square)
        if terrain is None or before in self.area(terrain):
            return False
        effects = [e for a in self.face(terrain)["abilities"] if a["on"] == "entered" for e in a["then"]]
        return any(e["do"] == "redeploy" for e in effects) and not self.has(card, "unmoved")

    def carries(self, card: int) -> bool:
        return any(flag["carrier"] == card for flag in self.flags.values())

    def harm(self, before: int, square: int) -> int:
        """The counters that entering a square puts."""
        terrain = self.terrain_at(square)
        if terrain is None or before in self.area(terrain):
            return 0
        effects = [e for a in self.face(terrain)["abilities"] if a["on"] == "entered" for e in a["then"]]
        return sum(e["by"] for e in effects if e["do"] == "damage" and isinstance(e["by"], int))

    def can_step(self, card: int, square: int, direction: tuple[int, int], walls: set[int]) -> int | None:
        """The square of a step, or None (OVC-16)."""
        piece, to = self.pieces[card], self.step(square, direction)
        if to is None:
            return None
        if not self.has(card, "passes", what="obstructive"):
            if to in walls or self.closed_corner(square, direction, walls):
                return None
        other = self.at(to)
        if other is not None and other["seat"] != piece["seat"] and not self.has(card, "passes", what="enemies"):
            return None
        return to

    def reach(self, card: int, left: int, *, fresh: bool) -> set[int]:
        """The squares where a move can end, without being stopped before (OVC-41)."""
        piece, walls, free = self.pieces[card], self.with_key("obstructive"), self.free()
        armour = any(self.face(e)["name"] == "Plot Armor" for e, _ in piece["edits"])
        slow = {} if self.has(card, "no-slow") else dict.fromkeys(self.with_key("slow"), 2)
        costs: dict[tuple[int, int], int] = {(piece["sq"], piece["ctr"]): 0}
        todo, found = [(piece["sq"], piece["ctr"])], set()
        while todo:
            state = todo.pop(0)
            square, counters = state
            for direction in DIRECTIONS:
                to = self.can_step(card, square, direction, walls)
                if to is None:
                    continue
                cost = costs[state] + slow.get(to, 1)
                if cost > left and not (fresh and square == piece["sq"]):
                    continue
                hurt = counters + self.harm(square, to)
                if to in free:
                    found.add(to)
                if (hurt >= 6 and not armour) or self.stops(card, square, to):
                    continue
                new = (to, min(hurt, 6))
                if cost < costs.get(new, 99):
                    costs[new] = cost
                    todo.append(new)
        return found

    def do_move(self, card: int, to: int) -> Step:
        piece = self.pieces[card]
        fresh = not piece["minor"]
        left = self.speed(card) if fresh else self.moving[1]  # type: ignore[index]
        piece["minor"] = True
        if self.phase == "cards":
            self.phase = "minor"
        path, used = self.way(card, to, left, fresh)
        self.moving = [card, left - used] if left > used else None
        yield from self.walk(card, path)
        if card not in self.pieces or self.pieces[card]["sq"] != to:
            self.moving = None
        yield from self.acted(card)

    def walk(self, card: int, path: list[int]) -> Step:
        for square in path:
            if (yield from self.enter(card, square)):
                return

    def way(self, card: int, to: int, left: int, fresh: bool) -> tuple[list[int], int]:
        """Return a way to a square, and what it costs. Which one is taken is no ruling: the one after which
        the Character and the flags are as in the product, if there is one, else the cheapest.
        """
        self.known = {}
        piece, walls, free = self.pieces[card], self.with_key("obstructive"), self.free()
        armour = any(self.face(e)["name"] == "Plot Armor" for e, _ in piece["edits"])
        slow = set() if self.has(card, "no-slow") else self.with_key("slow")
        begin = (piece["sq"], 0, 0, frozenset[int](), OFF)
        wins = self.winning(card)  # there the match ends on the way
        came: dict[Any, Any] = {begin: None}
        todo, ends = [begin], []
        while todo:
            state = todo.pop(0)
            square, cost, harm, flags, won = state
            for direction in DIRECTIONS:
                next_ = self.can_step(card, square, direction, walls)
                if next_ is None:
                    continue
                paid = cost + (2 if next_ in slow else 1)
                if paid > left and not (fresh and square == piece["sq"] and not cost):
                    continue
                met = {s for s, f in self.flags.items() if f["carrier"] == -1 and f["sq"] == next_}
                carrying = self.o["objective"] != "flag" or self.carries(card) or bool(flags | met)
                won_at = next_ if won == OFF and next_ in wins and carrying else won
                new = (next_, paid, harm + self.harm(square, next_), flags | met, won_at)
                if new in came:
                    continue
                came[new] = state
                if next_ == to and next_ in free:
                    ends.append(new)
                stopped = piece["ctr"] + new[2] >= 6 and not armour
                if not stopped and not self.stops(card, square, next_):
                    todo.append(new)
        self.known = None
        if not ends:
            raise DifferenceError(f"no way from {piece['sq']} to {to}")
        now = {p[0]: p for p in self.after["pieces"]}.get(card)
        moving = self.after["moving"]
        held = {s for s, _, carrier in self.after["flags"] if carrier == card}
        had = {s for s, f in self.flags.items() if f["carrier"] == card}

        def order(end: Any) -> tuple[Any, ...]:
            same_flags = had | (end[3] - {piece["seat"]}) == held
            same_harm = now is not None and now[3] == piece["ctr"] + end[2]
            same_left = (moving is None and left <= end[1]) or moving == [card, left - end[1]]
            same_win = end[4] == OFF or (now is not None and now[2] == end[4])
            return (-(same_flags + same_harm + same_left + 4 * same_win), end[2], end[1])

        def back(state: Any) -> list[int]:
            path = []
            while came[state] is not None:
                path.append(state[0])
                state = came[state]
            return path[::-1]

        best = min(ends, key=order)
        return back(best), best[1]

    def winning(self, card: int) -> set[int]:
        """The squares where a Character wins by entering them."""
        seat = self.pieces[card]["seat"]
        if self.o["objective"] == "summoning" and self.face(card).get("mark") == "legend":
            return self.counting(seat)
        return self.zones[seat] if self.o["objective"] == "flag" else set()

    def enter(self, card: int, square: int) -> Step:
        """One step: the objective first, then the terrain (OVC-35). Return whether the move is over."""
        piece = self.pieces[card]
        before, piece["sq"] = piece["sq"], square
        for flag in self.flags.values():
            if flag["carrier"] == card:
                flag["sq"] = square
        yield from self.into_square(card)
        if card not in self.pieces or self.pieces[card]["sq"] != square:
            return True
        yield from self.into_terrain(card, before)
        return card not in self.pieces or self.pieces[card]["sq"] != square

    def into_square(self, card: int) -> Step:
        piece = self.pieces[card]
        seat, square = piece["seat"], piece["sq"]
        if self.o["objective"] == "summoning" and self.face(card).get("mark") == "legend":
            if square in self.counting(seat):
                self.win({seat})
        if self.o["objective"] == "invasion" and square in self.counting(seat):
            self.points[seat] += 1
            self.look_at_points()
            yield from self.redeploy_now(card)
        for whose, flag in self.flags.items():  # OVC-25
            if flag["carrier"] == -1 and flag["sq"] == square:
                if whose == seat:
                    flag["sq"] = self.middle(seat)
                else:
                    flag["carrier"] = card
        if self.carries(card) and square in self.zones[seat]:
            self.win({seat})

    def into_terrain(self, card: int, before: int | None) -> Step:
        terrain = self.terrain_at(self.pieces[card]["sq"]) if card in self.pieces else None
        if terrain is not None and not (before is not None and before in self.area(terrain)):
            yield from self.trigger(terrain, "entered", it=card)

    def redeploy_now(self, card: int) -> Step:
        """Its owner chooses a free square of the zone proper; without one it waits (OVC-32)."""
        piece = self.pieces[card]
        self.drop_flags(card)
        before, piece["sq"] = piece["sq"], OFF
        squares = self.zones[piece["seat"]] & self.free()
        piece["sq"] = before
        squares |= {before} & self.zones[piece["seat"]] if before != OFF else set()
        squares -= {before}
        if not squares:
            piece["sq"] = OFF
            return
        if len(squares) == 1:
            (piece["sq"],) = squares
        else:
            try:
                piece["sq"] = yield from self.ask(piece["seat"], squares)
            except SeatLeft:
                return
        yield from self.into_terrain(card, before if before != OFF else None)

    def drop_flags(self, card: int) -> None:
        for flag in self.flags.values():
            if flag["carrier"] == card:
                flag["carrier"] = -1
                if flag["sq"] in self.with_key("obstructive"):
                    missing("a flag dropped over obstructive terrain")

    def ask(self, seat: int, options: Iterable[int], stop: bool = False) -> Step:
        """A question of a card; without `stop` one of the options must be chosen."""
        _, action = yield {seat: {("choose", o) for o in options} | ({("choose", -1)} if stop else set())}
        if action[0] == "resign":
            raise SeatLeft
        return action[1]

    # Attacks (OVC-17 to OVC-22)

    def targets(self, card: int, way: int, attack: dict[str, Any]) -> set[Any]:
        piece = self.pieces[card]
        if attack["reach"] == "star" and self.forbidden(card, "star"):
            return set()
        here, found = piece["sq"], set()
        rng = attack["rng"] + self.changes(card, "rng", attack, None) if "rng" in attack else None
        if attack["reach"] == "fist":
            rng = 1

        def within(square: int) -> bool:
            if rng is not None and self.far(here, square) > rng:
                return False
            return not ranged(attack) or self.sees(here, square)

        for other in self.pieces.values():
            if other["seat"] == piece["seat"] or other["sq"] == OFF or not within(other["sq"]):
                continue
            limits = [
                e["within"] for e, p, _, _ in self.statics()
                if e["do"] == "target-limit" and p is not None and other["card"] in p
            ]  # fmt: skip
            if ranged(attack) and any(self.far(here, other["sq"]) > limit for limit in limits):
                continue
            found.add(("attack", card, other["sq"], way, False))
        for terrain in self.terrains:  # OVC-21: the nearest square in reach and sight
            squares = [s for s in self.area(terrain) if within(s)]
            if squares:
                nearest = min(self.far(here, s) for s in squares)
                found |= {("attack", card, s, way, True) for s in squares if self.far(here, s) == nearest}
        return found

    def acts(self, card: int, size: str) -> None:
        """Use up the action of this size (OVC-15)."""
        self.moving = None
        piece = self.pieces[card]
        if size == "m":
            piece["minor"] = True
        if size in ("M", "F"):
            piece["major"] = True
        if size in ("M", "F"):
            self.phase = "major"
        elif self.phase == "cards":
            self.phase = "minor"

    def do_attack(self, card: int, at: int, way: int, terrain: bool) -> Step:
        attack = self.attacks_of(card)[way]
        self.acts(card, attack["size"])
        piece = self.pieces[card]
        other = None if terrain else self.at(at)
        target = self.terrain_at(at) if other is None else other["card"]
        assert target is not None
        against = None if other is None else target
        acc = attack["acc"] + self.changes(card, "acc", attack, against) if "acc" in attack else 7
        dmg = attack["dmg"] + self.changes(card, "dmg", attack, against)
        die = self.die() if 2 <= acc <= 6 else 0  # OVC-18
        hit = acc > 6 or (acc >= 2 and die < acc)
        if hit and other is None:
            yield from self.damage([target], dmg, card)
        elif hit:
            yield from self.trigger(card, "hits", it=target)
            for edit, _ in list(piece["edits"]):
                yield from self.trigger(edit, "hits", it=target)
            if target in self.pieces and card in self.pieces:
                defense = self.face(target)["defense"] + self.changes(target, "defense", attack, card)
                save = self.die() if 2 <= defense <= 6 else 0  # OVC-18, OVC-19
                if not (defense > 6 or (defense >= 2 and save < defense)):
                    yield from self.damage([target], dmg, card)
        for source in [card, *[edit for edit, _ in piece["edits"]]]:
            if die and any(a["on"] == "rolled" and die in a["faces"] for a in self.face(source)["abilities"]):
                yield from self.trigger(source, "rolled", it=target)
            yield from self.trigger(source, "attacks", it=target)
        yield from self.acted(card)

    def acted(self, card: int) -> Step:
        """After an action: Guest Artist."""
        if card in self.pieces:
            for source in [card, *[edit for edit, _ in self.pieces[card]["edits"]]]:
                yield from self.trigger(source, "acts", it=card)

    def uses(self, card: int, sizes: set[str]) -> set[Any]:
        found = set()
        piece = self.pieces[card]
        for source in [card, *[edit for edit, _ in piece["edits"]]]:
            player = self.owner(source)
            activated = [(i, a) for i, a in enumerate(self.face(source)["abilities"]) if a["on"] == "activated"]
            for way, (index, ability) in enumerate(activated):
                if ability.get("bearers"):
                    player = piece["seat"]
                if player != piece["seat"] or ability["size"] not in sizes:
                    continue
                if ability["size"] == "free" and (source, index) in self.once:
                    continue
                if source == card and ability["size"] != "free" and self.forbidden(card, "special"):  # OVC-40
                    continue
                if self.possible(ability["then"][0], source, player):
                    found.add(("use", source, way))
        return found

    def do_use(self, source: int, way: int) -> Step:
        activated = [(i, a) for i, a in enumerate(self.face(source)["abilities"]) if a["on"] == "activated"]
        index, ability = activated[way]
        card = source if source in self.pieces else self.bearer(source)
        assert card is not None
        self.acts(card, ability["size"])
        if ability["size"] == "free":
            self.once.add((source, index))
        for pay in ability.get("pay", ()):
            if pay["pay"] == "destroy-this":
                self.destroy(source)
            else:
                missing("the price " + pay["pay"])
        try:
            yield from self.effects(
                ability["then"], source, self.owner(source), bearer=card if card != source else None
            )
        except SeatLeft:
            return
        yield from self.acted(card)

    def bearer(self, edit: int) -> int | None:
        return next((p["card"] for p in self.pieces.values() if edit in [e for e, _ in p["edits"]]), None)

    # Counters and deaths (OVC-20, OVC-27, OVC-37)

    def damage(self, cards: Iterable[int], by: int, source: int) -> Step:
        if by < 1:  # harms nobody and never heals
            return
        dying = []
        for card in cards:
            if card in self.terrains:
                self.terrains[card]["ctr"] += by
                if self.terrains[card]["ctr"] >= 6:
                    self.destroy(card)
            elif card in self.pieces:
                self.pieces[card]["ctr"] += by
                if self.pieces[card]["ctr"] >= 6:
                    dying.append(card)
        dead = []
        for card in sorted(dying):  # what replaces the death: edits first
            for other in [*[edit for edit, _ in self.pieces[card]["edits"]], card]:
                if card in self.pieces and self.pieces[card]["ctr"] >= 6:
                    yield from self.trigger(other, "dies", it=card)
            if card not in self.pieces:
                self.credit(card, source)
            elif self.pieces[card]["ctr"] >= 6:
                self.credit(card, source)
                dead.append(card)
        for card in dead:
            self.die_now(card)
        gone = [card for card in dying if card not in self.pieces]
        self.judge()
        killer = source if source in self.pieces else None
        for card in gone:
            if killer is not None and card != killer:
                yield from self.trigger(killer, "kills", it=card)

    def credit(self, card: int, source: int) -> None:
        """Kills score for the owner of their cause, never for the victim's side (OVC-27)."""
        victim, seat = self.owner(card), self.owner(source)
        if seat == victim:
            if self.n > 2:
                return
            seat = 1 - victim
        if self.out[seat]:
            return
        self.kills[seat] += self.cost(card)
        if self.o["objective"] == "deathmatch":
            self.points[seat] += self.cost(card)

    def leave(self, card: int) -> None:
        """A Character leaves the grid: its flags drop, its edits go to their owners' discards (OVC-03)."""
        self.drop_flags(card)
        piece = self.pieces.pop(card)
        for edit, _ in piece["edits"]:
            self.discards[self.owner(edit)].append(edit)
        if self.moving and self.moving[0] == card:
            self.moving = None
        for each in self.lasting:
            if each["pieces"] is not None:
                each["pieces"] -= {card}

    def die_now(self, card: int) -> None:
        self.leave(card)
        seat = self.owner(card)
        if card in self.named[seat]:  # set aside, in no pile (OVC-23, OVC-24)
            self.aside[seat].append(card)
            self.deaths[seat] += self.face(card)["mark"] == "legend"
        else:
            self.discards[seat].append(card)

    def destroy(self, card: int) -> None:
        if card in self.terrains:
            del self.terrains[card]
        else:
            bearer = self.bearer(card)
            if bearer is None:
                return
            piece = self.pieces[bearer]
            piece["edits"] = [(edit, turns) for edit, turns in piece["edits"] if edit != card]
        self.discards[self.owner(card)].append(card)

    # The end (OVC-23 to OVC-28)

    def win(self, seats: set[int]) -> None:
        self.winners = tuple(sorted(seats))
        raise Over

    def judge(self) -> None:
        """After the deaths of one effect (OVC-37)."""
        playing = [seat for seat in range(self.n) if not self.out[seat]]
        if self.o["objective"] == "assassination":
            lost = [s for s in playing if not any(card in self.pieces for card in self.named[s])]
            for seat in lost:
                self.out[seat] = True
                self.clear(seat)
            left = [s for s in playing if s not in lost]
            if len(left) == 1 and lost:
                self.win(set(left))
            if lost and not left:  # all at once: kills in deck cost, then a draw
                best = [s for s in lost if self.kills[s] == max(self.kills[x] for x in lost)]
                self.win(set(best) if len(best) == 1 else set())
        elif self.o["objective"] == "deathmatch":
            self.look_at_points()

    def look_at_points(self) -> None:
        """More points win; if equal, play goes on (OVC-28)."""
        best = max(self.points)
        if best >= self.o["score"]:
            leading = [seat for seat in range(self.n) if self.points[seat] == best]
            if len(leading) == 1:
                self.win(set(leading))

    def end_of_round(self) -> None:
        if self.round < self.o["rounds"]:
            self.round += 1
            return
        keys = {seat: (*self.standing(seat), self.kills[seat]) for seat in range(self.n) if not self.out[seat]}
        best = [seat for seat, key in keys.items() if key == max(keys.values())]
        self.win(set(best) if len(best) == 1 else set())

    def standing(self, seat: int) -> tuple[int, ...]:
        """How near a seat is to its objective, more is better (OVC-28)."""
        objective, far = self.o["objective"], 10**6
        if objective == "assassination":
            return (-sum(self.pieces[c]["ctr"] if c in self.pieces else 6 for c in self.named[seat]),)
        if objective in ("invasion", "deathmatch"):
            return (self.points[seat],)
        if objective == "summoning":
            piece = self.pieces.get(self.named[seat][0])
            if piece is None or piece["sq"] == OFF:
                return (-far,)
            return (-min([self.far(piece["sq"], s) for s in self.counting(seat)], default=far),)
        carried = [f["sq"] for w, f in self.flags.items() if f["carrier"] != -1 and self.owner(f["carrier"]) == seat]
        return (-min([self.far(a, b) for a in carried for b in self.zones[seat]], default=far),)

    # What cards do (docs/CARDS_OVERCROSS.md)

    def trigger(self, source: int, on: str, it: int | None = None) -> Step:
        """Carry out the abilities of a card that this sets off."""
        face = self.face(source)
        bearer = self.bearer(source) if face["kind"] == "edit" else None
        if face["kind"] == "edit" and bearer is None:
            return
        for index, ability in enumerate(face["abilities"]):
            if ability["on"] != on:
                continue
            if ability.get("once") and (source, index) in self.once:
                continue
            seat = self.owner(source)
            if ability.get("bearers") and bearer is not None:
                seat = self.pieces[bearer]["seat"]
            needs = ability.get("needs")
            if needs and needs["test"] == "turns-attached":
                turns = next(t for e, t in self.pieces[bearer]["edits"] if e == source)  # type: ignore[index]
                if turns < needs["at_least"]:
                    continue
            elif needs:
                missing("the condition " + needs["test"])
            try:
                happened = yield from self.effects(ability["then"], source, seat, it=it, bearer=bearer)
            except SeatLeft:
                return
            if ability.get("once") and happened:
                self.once.add((source, index))

    def possible(self, effect: dict[str, Any], source: int, seat: int) -> bool:
        """Whether an effect has a legal target (OVC-34)."""
        do, to = effect["do"], effect.get("to")
        card = source if source in self.pieces else self.bearer(source)
        place = self.pieces[card]["sq"] if card is not None else OFF
        bearer = card if card != source else None
        if do == "recover":
            return bool(self.recoverable(effect, source, seat))
        if do == "shift":
            return any(self.shifts(terrain) for terrain in self.terrains)
        if isinstance(to, dict):
            cards = self.found(to, source, seat, place, bearer)
            return any(self.serves(effect, card) for card in cards)
        return True

    def serves(self, effect: dict[str, Any], card: int) -> bool:
        """Whether a piece can be the target of this effect."""
        if effect["do"] in ("push", "teleport", "move", "redeploy") and self.has(card, "unmoved"):
            return False
        if effect["do"] == "teleport":
            return bool(self.teleports(card, effect["within"]))
        if effect["do"] == "move":
            return bool(self.reach(card, effect["by"], fresh=True))
        return True

    def teleports(self, card: int, within: int) -> set[int]:
        zones = set().union(*self.zones)  # OVC-46: also of a seat that is out
        return (self.near(self.pieces[card]["sq"], within) & self.free()) - zones

    def shoved(self, card: int, direction: tuple[int, int]) -> int | None:
        """The next square of a push (OVC-33)."""
        walls, square = self.with_key("obstructive"), self.pieces[card]["sq"]
        to = self.step(square, direction)
        if to is None or to in walls or self.at(to) is not None or self.closed_corner(square, direction, walls):
            return None
        return to

    def shifts(self, terrain: int) -> set[int]:
        if self.terrains[terrain]["ctr"]:
            return set()
        centre = self.terrains[terrain]["centre"]
        steps = [self.step(centre, d) for d in DIRECTIONS]
        return {s for s in steps if s is not None and self.may_lie(terrain, s, moved=True)}

    def recoverable(self, effect: dict[str, Any], source: int, seat: int) -> set[int]:
        which = effect.get("which", {})
        found = set()
        for card in self.discards[seat]:
            face = self.face(card)
            if card == source or ("kind" in which and face["kind"] != which["kind"]):
                continue
            if "deck_cost" in which and face["deck"] > which["deck_cost"]:
                continue
            if effect.get("to") == "play" and not self.deploys(card):
                continue
            found.add(card)
        return found

    def effects(
        self, effects: list[dict[str, Any]], source: int, seat: int, *, it: int | None = None,
        bearer: int | None = None,
    ) -> Step:  # fmt: skip
        """Carry out effects in order; return whether something happened."""
        happened = False
        for effect in effects:
            do, to = effect["do"], effect.get("to", "it")
            place_of = bearer if bearer is not None else source
            place = self.pieces[place_of]["sq"] if place_of in self.pieces else OFF
            if do == "shift":
                cards = [t for t in self.terrains if self.shifts(t)]
                if cards:
                    it = yield from self.ask(seat, cards)
                    cards = [it]  # type: ignore[list-item]
            elif to == "it":
                cards = [] if it is None else [it]
            elif to == "self" or do in ("recover", "draw", "discard", "look"):
                cards = [source]
            elif to == "bearer":
                cards = [] if bearer is None else [bearer]
            else:
                cards = self.found(to, source, seat, place, bearer, it=it)
                if to.get("how", "choose") == "choose":
                    cards = [card for card in cards if self.serves(effect, card)]
                    if do == "move":  # "may": it can be declined at the piece and at the square
                        it = (yield from self.ask(seat, cards, stop=True)) if cards else -1
                        to_square = -1
                        if it != -1:
                            open_ = self.reach(it, effect["by"], fresh=True)
                            to_square = yield from self.ask(seat, open_, stop=True)
                        cards = [] if to_square == -1 else [it]
                        effect = {**effect, "square": to_square}
                    elif cards:
                        it = yield from self.ask(seat, cards)
                        cards = [it]  # type: ignore[list-item]
            happened |= bool(cards)
            handler = getattr(self, "effect_" + do.replace("-", "_"), None)
            if handler is None:
                missing("the effect " + do)
                continue
            yield from handler(effect, cards, source, seat, it)
        return happened

    def effect_target(self, *_: Any) -> Step:
        """Only chooses."""
        yield from ()

    def effect_damage(self, effect: Any, cards: Any, source: int, *_: Any) -> Step:
        yield from self.damage(cards, effect["by"], source)

    def effect_heal(self, effect: Any, cards: Any, *_: Any) -> Step:
        for card in cards:
            piece = self.pieces.get(card) or self.terrains.get(card)
            if piece is not None:
                piece["ctr"] = max(0, piece["ctr"] - effect["by"])
        yield from ()

    def effect_counters(self, effect: Any, cards: Any, *_: Any) -> Step:
        for card in cards:
            self.pieces[card]["ctr"] = effect["counters"]
        yield from ()

    def effect_destroy(self, effect: Any, cards: Any, source: int, *_: Any) -> Step:
        yield from ()
        for card in cards if "to" in effect else [source]:
            self.destroy(card)

    def effect_to_hand(self, effect: Any, cards: Any, *_: Any) -> Step:
        yield from ()
        for card in cards:
            self.leave(card)
            self.hands[self.owner(card)].append(card)

    def effect_change(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        yield from ()
        if cards:
            ends = self.owner(cards[0])
            self.lasting.append({
                "effect": {k: v for k, v in effect.items() if k != "to"}, "pieces": set(cards), "seat": seat,
                "card": source, "until": effect.get("until", "turn"), "ends": ends, "since": self.turn,
            })  # fmt: skip

    effect_forbid = effect_change

    def effect_theme(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        yield from ()
        self.lasting.append({
            "effect": effect, "pieces": None, "seat": seat, "card": source, "until": "turn", "ends": seat,
            "since": self.turn,
        })  # fmt: skip

    effect_deploy_nearer = effect_theme

    def effect_push(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        (card,) = cards
        way = yield from self.ask(seat, range(8))
        for _ in range(effect["by"]):
            to = self.shoved(card, DIRECTIONS[way])
            if to is None or (yield from self.enter(card, to)):
                break

    def effect_teleport(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        for card in cards:
            to = yield from self.ask(seat, self.teleports(card, effect["within"]))
            yield from self.enter(card, to)

    def effect_redeploy(self, effect: Any, cards: Any, *_: Any) -> Step:
        for card in cards:
            if card in self.pieces and not self.has(card, "unmoved"):
                yield from self.redeploy_now(card)

    def effect_move(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        for card in cards:
            path, _ = self.way(card, effect["square"], effect["by"], True)
            yield from self.walk(card, path)

    def effect_shift(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        for card in cards:
            self.terrains[card]["centre"] = yield from self.ask(seat, self.shifts(card))

    def effect_draw(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        yield from ()
        self.draw(seat, effect.get("count", 1))

    def effect_look(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        yield from self.opponent(seat)

    def opponent(self, seat: int) -> Step:
        others = [s for s in range(self.n) if s != seat and not self.out[s]]
        if len(others) == 1:
            return others[0]
        return (yield from self.ask(seat, others))

    def effect_discard(self, effect: Any, cards: Any, source: int, seat: int, it: int | None) -> Step:
        whose = self.owner(it) if effect["whose"] == "its-player" and it is not None else None
        if effect["whose"] == "opponent":
            whose = yield from self.opponent(seat)
        if whose is None:
            return
        kind = effect.get("which", {}).get("kind")
        hand = [c for c in self.hands[whose] if kind is None or self.face(c)["kind"] == kind]
        if not hand:
            return
        if effect.get("how") == "random":
            card = self.dice.pick(self.hands[whose]) if len(self.hands[whose]) > 1 else hand[0]
        else:
            card = yield from self.ask(seat, hand)
        self.hands[whose].remove(card)
        self.discards[whose].append(card)

    def effect_recover(self, effect: Any, cards: Any, source: int, seat: int, *_: Any) -> Step:
        taken: list[int] = []
        open_ = self.recoverable(effect, source, seat)
        while open_ and len(taken) < effect.get("count", 1):
            card = yield from self.ask(seat, open_, stop=bool(taken))
            if card == -1:
                break
            taken.append(card)
            open_ = open_ - {card}
        if effect.get("to") == "play":
            for card in taken:
                at = yield from self.ask(seat, self.deploys(card))
                self.discards[seat].remove(card)
                yield from self.deploy(card, at)
            return
        for card in taken:
            self.discards[seat].remove(card)
            self.hands[seat].append(card)

    def effect_may(self, effect: Any, cards: Any, source: int, seat: int, it: int | None) -> Step:
        hand = self.hands[seat]
        pays = effect.get("pay", [])
        if any(pay["pay"] != "discard" or "which" in pay for pay in pays):
            missing("a price of may")
        if pays and not hand:
            return
        if (yield from self.ask(seat, (0, 1))) != 1:
            return
        for _ in pays:
            card = (yield from self.ask(seat, hand)) if len(hand) > 1 else hand[0]
            hand.remove(card)
            self.discards[seat].append(card)
        yield from self.effects(effect["then"], source, seat, it=it, bearer=self.bearer(source))


# Comparing



def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    return {
        "round": state.round, "turn": state.turn, "first": state.first, "current": state.current,
        "spent": state.spent, "phase": state.phase,
        "pieces": sorted(
            (p.card, p.seat, p.square, p.counters, tuple((e.card, e.turns) for e in p.edits), p.minor, p.major, p.deployed)
            for p in state.pieces
        ),
        "terrains": sorted((t.card, t.centre, t.counters) for t in state.terrains),
        "flags": sorted((f.seat, f.square, f.carrier) for f in state.flags),
        "hands": [sorted(hand) for hand in state.hands], "decks": [list(deck) for deck in state.decks],
        "discards": [sorted(s.discard) for s in state.sides], "aside": [sorted(s.aside) for s in state.sides],
        "deaths": [s.deaths for s in state.sides], "points": [s.points for s in state.sides],
        "kills": [s.kills for s in state.sides], "out": [bool(s.out) for s in state.sides],
        "moving": None if state.moving is None else [state.moving.piece, state.moving.left],
    }  # fmt: skip


def variant(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return random options."""
    objective = rng.choice(("assassination", "summoning", "flag", "invasion", "deathmatch"))
    side = rng.choice((7, 9, 11, 13))
    given: dict[str, Any] = {
        "objective": objective, "opening": rng.choice(("plain", "half", "card")), "width": side,
        "height": side if seats > 2 else rng.choice((7, 9, 11)), "points": rng.choice((30, 50, 100, 150, 200)),
        "rounds": rng.choice((0, 10, 15)),
    }  # fmt: skip
    if objective == "assassination":
        given["victims"] = rng.choice(("leader", "champion", "both"))
    if objective in ("invasion", "deathmatch"):
        given["score"] = rng.choice((0, 5, 12))
    if seats == 3:
        given["zones"] = rng.choice(("edges", "corners"))
    return given
