"""Overcross for its referee: the cards as data, the grid, what is in force, and moving (`overcross`)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from measures.referees import DifferenceError, SeatLeft, Table, missing

SET = Path(__file__).parents[2] / "data" / "overcross" / "sets" / "cornstalker.toml"
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
OFF = -1
Step = Generator[dict[int, set[Any]], tuple[int, Any], Any]
FIELDS = {
    "deck": ("deck",), "name": ("card",), "begin": ("order",), "play": ("card", "at"),
    "move": ("piece", "to"),
    "attack": ("piece", "at", "way", "terrain"), "use": ("card", "way"), "discard": ("card",),
    "choose": ("answer",),
}  # fmt: skip
"""The fields of an action, in the order of its tuple."""


def read_cards() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the cards of the standard set by number, and the ready decks."""
    data = tomllib.loads(SET.read_text())
    cards = {}
    for table, kind in (
        ("characters", "character"),
        ("edits", "edit"),
        ("terrains", "terrain"),
        ("events", "event"),
    ):
        for card in data[table]:
            cards[card["number"]] = {
                "genre": "None",
                "abilities": [],
                "attacks": [],
                "radius": 0,
                **card,
                "kind": kind,
            }
    return cards, data["decks"]


CARDS, DECKS = read_cards()


def ranged(attack: dict[str, Any]) -> bool:
    """Aim, and star with a range (OVC-34)."""
    return attack["reach"] == "aim" or (attack["reach"] == "star" and "rng" in attack)


class Field(Table):
    """The grid and what lies and stands on it."""

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
        squares: set[int] = set().union(
            *[z for s, z in enumerate(self.zones) if s != seat and not self.out[s]]
        )
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
                if (
                    stat in effect
                    and seat == self.pieces[card]["seat"]
                    and self.genre(card) == effect["genre"]
                ):
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
            effect["do"] == do
            and pieces is not None
            and card in pieces
            and all(effect[k] == v for k, v in keys.items())
            for effect, pieces, _, _ in self.statics()
        )

    def forbidden(self, card: int, what: str) -> bool:
        return self.has(card, "forbid", what=what)

    def speed(self, card: int) -> int:
        return max(1, self.face(card)["speed"] + self.changes(card, "speed", None, None))

    def attacks_of(self, card: int) -> list[dict[str, Any]]:
        granted = [
            e["attack"] for e, p, _, _ in self.statics() if e["do"] == "grant-attack" and p and card in p
        ]
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
            if inside and close and meant and "character" in kinds:
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
                whose = to.get("pieces", "any")
                meant = whose == "any" or (self.owner(other) == seat) == (whose == "friend")
                if close and meant and not (to.get("unhurt") and terrain["ctr"]):
                    result.append(other)
        return sorted(result)

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
        closed = to in walls or self.closed_corner(square, direction, walls)
        if closed and not self.has(card, "passes", what="obstructive"):
            return None
        other = self.at(to)
        if (
            other is not None
            and other["seat"] != piece["seat"]
            and not self.has(card, "passes", what="enemies")
        ):
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
        self.moving = [card, left - used] if left > used and not self.in_one_go(card) else None
        yield from self.walk(card, path)
        if card not in self.pieces or self.pieces[card]["sq"] != to:
            self.moving = None
        yield from self.acted(card)

    def in_one_go(self, card: int) -> bool:
        """Whether a move ends with its first part: a text acts after it, as long as it may (DECISIONS 21)."""
        return any(
            ability["on"] == "acts" and not (ability.get("once") and (text, index) in self.once)
            for text in [card, *[edit for edit, _ in self.pieces[card]["edits"]]]
            for index, ability in enumerate(self.face(text)["abilities"])
        )

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
                taken = (flags | met) - {piece["seat"]}  # nobody carries the own flag (OVC-25)
                carrying = self.o["objective"] != "flag" or self.carries(card) or bool(taken)
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
        seat = piece["seat"]
        own = self.flags.get(seat, {"sq": OFF})["sq"]  # sent home on the way, or not
        sent = seat in self.flags and (seat, own) not in {(s, sq) for s, sq, _ in self.after["flags"]}
        had = {s for s, f in self.flags.items() if f["carrier"] == card}
        one_go = self.in_one_go(card)

        def order(end: Any) -> tuple[Any, ...]:
            same_flags = had | (end[3] - {piece["seat"]}) == held and (piece["seat"] in end[3]) == sent
            same_harm = now is not None and now[3] == piece["ctr"] + end[2]
            same_left = (moving is None and (left <= end[1] or one_go)) or moving == [card, left - end[1]]
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
        scores = self.o["objective"] == "invasion" and square in self.counting(piece["seat"])
        self.into_square(card)
        yield from self.into_terrain(card, before)
        if scores and card in self.pieces and self.pieces[card]["sq"] == square:
            yield from self.redeploy_now(card)
            return True
        return card not in self.pieces or self.pieces[card]["sq"] != square

    def into_square(self, card: int) -> None:
        piece = self.pieces[card]
        seat, square = piece["seat"], piece["sq"]
        if self.o["objective"] == "summoning" and square in self.winning(card):
            self.win({seat})
        if self.o["objective"] == "invasion" and square in self.counting(seat):
            self.points[seat] += 1
            self.look_at_points()
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
                if card in self.pieces:  # another has left
                    yield from self.redeploy_now(card)
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
