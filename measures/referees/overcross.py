"""A referee for Overcross: the rulings a second time, written without a look at the rules of the product.

The whole match is one generator, `Referee.match`: it yields the legal actions of the awaited seats, as
tuples, and is sent the action that was taken. What no ruling decides it takes from the product: which way a
Character walks of those that are open (`Referee.way`), the order of the cards in a pile.

The comments name the rulings. What it does not cover is a difference that names it, never skipped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from measures.referees import Act, Dice, DifferenceError, Facts, Over
from measures.referees.overcross_effects import Effects
from measures.referees.overcross_field import CARDS, DECKS, DIRECTIONS, FIELDS, OFF, Step


class Referee(Effects):
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
        self.doomed: dict[int, int] = {}
        """Who has 6 counters while cards may still replace its death, and the card that put them."""
        self.winners: tuple[int, ...] | None = None
        self.zones = [self.zone_of(seat) for seat in range(seats)]
        goal = options["victims"] if options["objective"] == "assassination" else options["objective"]
        self.marks = {
            "leader": ["leader"], "champion": ["champion"], "both": ["leader", "champion"],
            "summoning": ["legend"],
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
            self.phase, self.current, self.open, self.moving = "over", -1, {}, None

    def die(self) -> int:
        return self.dice.roll(1, 6)[0]

    def facts(self) -> Facts:
        return {
            "round": self.round, "turn": self.turn, "first": self.first, "current": self.current,
            "spent": self.spent, "phase": self.phase,
            "pieces": sorted(
                (
                    p["card"], p["seat"], p["sq"], p["ctr"], tuple(p["edits"]), p["minor"], p["major"],
                    p["deployed"],
                )
                for p in self.pieces.values()
            ),
            "terrains": sorted((t["card"], t["centre"], t["ctr"]) for t in self.terrains.values()),
            "flags": sorted((s, f["sq"], f["carrier"]) for s, f in self.flags.items()),
            "hands": [sorted(hand) for hand in self.hands], "decks": [list(deck) for deck in self.decks],
            "discards": [sorted(pile) for pile in self.discards], "aside": [sorted(a) for a in self.aside],
            "deaths": list(self.deaths), "points": list(self.points), "kills": list(self.kills),
            "out": list(self.out),
            "moving": self.moving and list(self.moving),
        }  # fmt: skip

    def result(self) -> Facts | None:
        if self.winners is None:
            return None
        scores = self.points if self.o["objective"] in ("invasion", "deathmatch") else self.kills
        return {"winners": self.winners, "scores": tuple(scores)}

    def leave_match(self, seat: int) -> None:
        """Resigning (OVC-28b): what is its own leaves; the last seat left wins. Whom a card is still asked
        about has died before (OVC-20, OVC-37).
        """
        for card, source in list(self.doomed.items()):
            if self.owner(card) == seat and (card not in self.pieces or self.pieces[card]["ctr"] >= 6):
                self.credit(card, source)
                del self.doomed[card]
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
        action = ("resign",)
        while action[0] == "resign":
            _, action = yield {self.first: {("begin", "first"), ("begin", "last")}}
            if self.out[self.first]:  # the next one chooses (DECISIONS 21)
                self.first = self.after_seat(self.first)
        if action[1] == "last":
            self.first = self.after_seat(self.first)
        self.phase = "hands"
        for seat in range(self.n):
            if not self.out[seat]:
                self.draw(seat, 5)
        waiting = {seat for seat in range(self.n) if not self.out[seat]}
        while waiting:
            seat, action = yield {seat: {("keep",), ("redraw",)} for seat in waiting}
            waiting.discard(seat)
            if action[0] == "redraw":
                self.decks[seat] = self.dice.shuffle([*self.decks[seat], *self.hands[seat]])
                self.hands[seat] = []
                self.draw(seat, 5)
        if self.out[self.first]:
            self.first = self.after_seat(self.first)
        for seat in range(self.n):
            if self.o["opening"] == "card" and seat != self.first and not self.out[seat]:  # OVC-42
                self.draw(seat, 1)

    def after_seat(self, seat: int) -> int:
        """The next seat clockwise that is in the match (OVC-07)."""
        return next(s for i in range(1, self.n + 1) if not self.out[s := (seat + i) % self.n])

    def ready_decks(self) -> list[str]:
        """The ready decks of the highest limit within this one, for this objective (docs: Ready decks)."""
        limit = max(
            (d.get("points", 100) for d in DECKS.values() if d.get("points", 100) <= self.o["points"]),
            default=0,
        )
        size = [key for key, deck in DECKS.items() if deck.get("points", 100) == limit]
        fit = [
            key for key in size if self.o["objective"] in DECKS[key].get("objectives", [self.o["objective"]])
        ]
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
                if action[0] == "resign":
                    continue
                if action[0] == "end":
                    break
                yield from getattr(self, "do_" + action[0])(*action[1:])
        if not self.out[seat]:
            self.moving = None
            yield from self.at_turn("end-of-turn")
        while not self.out[seat] and len(self.hands[seat]) > 10:  # OVC-08
            self.phase = "discard"
            _, action = yield {seat: {("discard", card) for card in self.hands[seat]}}
            if action[0] == "resign":
                continue
            self.hands[seat].remove(action[1])
            self.discards[seat].append(action[1])
        self.lasting = [
            each for each in self.lasting
            if each["until"] == "own-turn" and not (each["ends"] == seat and each["since"] < self.turn)
        ]  # fmt: skip

    def at_turn(self, trigger: str) -> Step:
        """Terrain, own texts, then edits; the acting seat's first, by seat and card (OVC-09, OVC-38)."""
        seat = self.current

        def order(card):
            return ((self.owner(card) - seat) % self.n != 0, self.owner(card), card)

        for card in sorted(self.terrains, key=order):
            for piece in sorted(self.pieces):
                its = self.pieces.get(piece)
                inside = its is not None and card in self.terrains and its["sq"] in self.area(card)
                if inside and its["seat"] == seat:
                    yield from self.trigger(card, trigger, it=piece)
        for piece in sorted(self.pieces):
            if piece in self.pieces and self.pieces[piece]["seat"] == seat:
                yield from self.trigger(piece, trigger)
        edits = [
            edit for piece in self.pieces.values() if piece["seat"] == seat for edit, _ in piece["edits"]
        ]
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
                ("lies", self.number[card]),
                lambda: {square for square in squares if self.may_lie(card, square)},
            )
        (ability,) = face["abilities"]
        return {-1} if self.possible(ability["then"][0], card, seat) else set()

    def deploys(self, card: int) -> set[int]:
        seat, face = self.owner(card), self.face(card)
        same = sum(
            p["seat"] == seat and self.face(p["card"])["name"] == face["name"] for p in self.pieces.values()
        )
        if same >= face.get("copies", 1):  # OVC-11
            return set()
        zone = self.zones[seat]
        others = set().union(*[z for s, z in enumerate(self.zones) if s != seat])
        squares = set(zone)
        rows = [
            e.get("rows", 1) for e, _, whose, _ in self.statics() if e["do"] == "zone-rows" and whose == seat
        ]
        ahead = max([*rows, 1 if face.get("ahead") else 0])
        squares |= {s for s in self.ahead(seat, ahead) if s not in others}
        legend = face.get("mark") == "legend"
        if (
            any(e["do"] == "deploy-nearer" and whose == seat for e, _, whose, _ in self.statics())
            and not legend
        ):
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
        if any(p["sq"] in area for p in self.pieces.values()) or any(
            f["sq"] in area for f in self.flags.values()
        ):
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
        self.lasting = [
            e for e in self.lasting if not (e["effect"]["do"] == "deploy-nearer" and e["seat"] == seat)
        ]
        yield from self.into_terrain(card, None)
        yield from self.trigger(card, "deployed")

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
        keys = {
            seat: (*self.standing(seat), self.kills[seat]) for seat in range(self.n) if not self.out[seat]
        }
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
        carried = [
            f["sq"] for w, f in self.flags.items() if f["carrier"] != -1 and self.owner(f["carrier"]) == seat
        ]
        return (-min([self.far(a, b) for a in carried for b in self.zones[seat]], default=far),)


# Comparing


def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    return {
        "round": state.round, "turn": state.turn, "first": state.first, "current": state.current,
        "spent": state.spent, "phase": state.phase,
        "pieces": sorted(
            (
                p.card, p.seat, p.square, p.counters, tuple((e.card, e.turns) for e in p.edits), p.minor,
                p.major, p.deployed,
            )
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
        "rulings": 4,  # the former ones are not written down
        "objective": objective, "opening": rng.choice(("plain", "half", "card")), "width": side,
        "height": side if seats > 2 else rng.choice((7, 9, 11)),
        "points": rng.choice((30, 50, 100, 150, 200)),
        "rounds": rng.choice((0, 10, 15)),
    }  # fmt: skip
    if objective == "assassination":
        given["victims"] = rng.choice(("leader", "champion", "both"))
    if objective in ("invasion", "deathmatch"):
        given["score"] = rng.choice((0, 5, 12))
    if seats == 3:
        given["zones"] = rng.choice(("edges", "corners"))
    return given
