"""A referee for Arclash: the rulings a second time, written without a look at the rules of the product.

The whole match is one generator, `Referee.match`: it yields the legal actions of the seats, as tuples, and is
sent the action that was taken. What no ruling decides it takes from the product: which number each card has.
The comments name the rulings. What it does not cover is a difference that names it, never skipped.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from measures.referees import Act, Dice, Facts, Over, SeatLeft, missing
from measures.referees.arclash_cards import (
    CARDS,
    DECKS,
    FIELDS,
    HAND,
    SIZE,
    Cards,
    Step,
    matches,
)


class Referee(Cards):
    """One match, followed action by action."""

    def __init__(self, options: Mapping[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        self.o, self.n, self.dice, self.after = options, seats, dice, start
        self.phase, self.turn = "decks", 0
        self.number: dict[int, str] = {}
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.decks: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[list[int]] = [[] for _ in range(seats)]
        self.stacks: list[list[int]] = [[] for _ in range(seats)]
        self.supports: list[list[int]] = [[] for _ in range(seats)]
        self.scores, self.last = [0] * seats, [""] * seats
        self.ready, self.done, self.out = [False] * seats, [False] * seats, [False] * seats
        self.boosts: list[tuple[int, int, int, int]] = []  # card, target, by, the turn in which it ends
        self.guards: list[tuple[int, int, tuple[str, ...], int]] = []
        self.spent: set[tuple[int, int]] = set()
        self.order: list[int] = []
        self.current = -1
        self.winners: tuple[int, ...] | None = None
        self.game = self.match()
        self.open: dict[int, set[Any]] = next(self.game)

    # The frame's side

    def awaited(self) -> set[int]:
        return {seat for seat, acts in self.open.items() if acts and acts != {("withdraw",)}}

    def may_act(self) -> set[int]:
        return {seat for seat, acts in self.open.items() if acts}

    def legal(self, seat: int) -> list[Act]:
        return [
            {"do": do, **({FIELDS[do]: rest[0]} if rest else {})} for do, *rest in self.open.get(seat, ())
        ]

    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        self.dice, self.after = dice, after
        try:
            if action["do"] == "resign":
                self.out[seat] = True
                self.boosts = [b for b in self.boosts if b[0] // SIZE != seat]
                self.guards = [g for g in self.guards if g[0] // SIZE != seat]
                if len(self.playing()) == 1:
                    self.win(self.playing())
            self.open = self.game.send((seat, tuple(action.values())))
        except (StopIteration, Over):
            self.phase, self.open, self.order, self.current = "over", {}, [], -1
            self.ready = [False] * self.n

    def facts(self) -> Facts:
        seats = range(self.n)
        return {
            "phase": self.phase, "turn": self.turn, "order": list(self.order), "current": self.current,
            "out": list(self.out), "scores": list(self.scores),
            "boosts": sorted(b for b in self.boosts if not self.out[b[1]]),
            "guards": sorted(g for g in self.guards if not self.out[g[1]]),
            **{
                name: [None if self.out[seat] else found(seat) for seat in seats]
                for name, found in (
                    ("hands", lambda s: list(self.hands[s])), ("decks", lambda s: list(self.decks[s])),
                    ("discards", lambda s: sorted(self.discards[s])),
                    ("stacks", lambda s: list(self.stacks[s])),
                    ("supports", lambda s: list(self.supports[s])), ("last", lambda s: self.last[s]),
                    ("ready", lambda s: self.ready[s]), ("done", lambda s: self.done[s]),
                )
            },
            "numbers": [
                None if self.out[s] else [self.number[s * SIZE + i] for i in range(SIZE) if self.number]
                for s in seats
            ],
        }  # fmt: skip

    def result(self) -> Facts | None:
        return None if self.winners is None else {"winners": self.winners, "scores": tuple(self.scores)}

    # What there is

    def face(self, card: int) -> dict[str, Any]:
        return CARDS[self.number[card]]

    def top(self, seat: int) -> dict[str, Any]:
        """The current Character (ARC-08)."""
        return self.face(self.stacks[seat][-1])

    def playing(self) -> list[int]:
        return [seat for seat in range(self.n) if not self.out[seat]]

    def clockwise(self, seat: int) -> list[int]:
        """The seats in the match, clockwise from one, itself first."""
        return [s for i in range(self.n) if not self.out[s := (seat + i) % self.n]]

    def in_force(self, seat: int) -> list[int]:
        """Abilities of all levels of the stack, and of Supports in play (ARC-08)."""
        return [] if self.out[seat] else [*self.stacks[seat], *self.supports[seat]]

    def always(self) -> Iterable[tuple[int, int, dict[str, Any]]]:
        for seat in self.playing():
            for card in self.in_force(seat):
                for ability in self.face(card)["abilities"]:
                    if ability["on"] == "always":
                        context = {"card": card, "seat": seat, "rolled": 0, "chosen": None}
                        if "needs" not in ability or self.holds(ability["needs"], context):
                            for effect in ability["then"]:
                                yield card, seat, effect

    def power(self, seat: int) -> int:
        """Current power, never below 0 (ARC-08, ARC-11)."""
        total = int(self.top(seat)["power"]) + sum(by for _, target, by, _ in self.boosts if target == seat)
        for card, owner, effect in self.always():
            if effect["do"] not in ("buff", "debuff"):
                continue
            context = {"card": card, "seat": owner, "rolled": 0, "chosen": None}
            whose = effect.get("whose", "you" if effect["do"] == "buff" else "opponent")
            if seat in self.many(whose, context):
                by = self.amount(effect["by"], context)
                if effect["do"] == "buff":
                    total += by
                elif not self.shielded(seat, owner, "debuff"):
                    total -= by
        return max(0, total)

    def shielded(self, target: int, by: int, against: str) -> bool:
        """Whether a seat is protected from cards of others."""
        if target == by:
            return False
        if any(seat == target and against in what for _, seat, what, _ in self.guards):
            return True
        for _, owner, effect in self.always():
            whole = owner == target or effect.get("whose", "you") == "everyone"
            if whole and effect["do"] == "shield" and against in effect["against"]:
                return True
        return False

    # Decks and hands (ARC-12, ARC-12a)

    def draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.decks[seat] and self.discards[seat]:
                self.decks[seat], self.discards[seat] = self.dice.shuffle(self.discards[seat]), []
            if self.decks[seat]:
                self.hands[seat].append(self.decks[seat].pop(0))

    def refill(self, seat: int, count: int) -> None:
        """A deck with fewer cards than are to come from its top is refilled from the discard pile before."""
        if len(self.decks[seat]) < count and self.discards[seat]:
            self.decks[seat] += self.dice.shuffle(self.discards[seat])
            self.discards[seat] = []

    def throw(self, seat: int, cards: Iterable[int]) -> None:
        for card in list(cards):
            self.hands[seat].remove(card)
            self.discards[seat].append(card)

    def move_last(self, seat: int, card: int) -> None:
        """A card that is put down lies at the end of the hand in the product; no ruling is about that."""
        self.hands[seat].remove(card)
        self.hands[seat].append(card)

    def mill(self, seat: int, count: int) -> None:
        self.discards[seat] += self.decks[seat][:count]
        del self.decks[seat][:count]

    def off(self, seat: int) -> None:
        """Discard the top Advancement; a Level 1 stays (ARC-11). What lasts "while in its stack" ends."""
        if len(self.stacks[seat]) > 1:
            card = self.stacks[seat].pop()
            self.discards[seat].append(card)
            self.gone(card)

    def gone(self, card: int) -> None:
        self.boosts = [b for b in self.boosts if b[3] or b[0] != card]
        self.guards = [g for g in self.guards if g[3] or g[0] != card]

    # The match

    def win(self, seats: Iterable[int]) -> None:
        self.winners = tuple(sorted(seats))
        raise Over

    def match(self) -> Step:
        try:
            yield from self.setup()
            while True:
                yield from self.one_turn()
        except Over:
            return

    def ask(self, seat: int, options: Iterable[int], stop: bool = False) -> Step:
        _, action = yield {seat: {("choose", o) for o in options} | ({("choose", -1)} if stop else set())}
        if action[0] == "resign":
            raise SeatLeft
        return action[1]

    def all_choose(self, offers: Any, seats: Sequence[int]) -> Step:
        """Let seats choose one thing each, in secret; return what each chose. A choice can be taken back."""
        chosen: dict[int, Any] = {}
        while any(seat not in chosen for seat in seats if not self.out[seat]):
            open_ = {
                seat: {("withdraw",)} if seat in chosen else offers(seat)
                for seat in seats if not self.out[seat]
            }  # fmt: skip
            seat, action = yield open_
            if action[0] == "renew":
                self.move_last(seat, action[1])
            if action[0] == "withdraw":
                del chosen[seat]
            elif action[0] != "resign":
                chosen[seat] = action
            self.ready = [s in chosen for s in range(self.n)]
        self.ready = [False] * self.n
        return chosen

    def setup(self) -> Step:
        """ARC-05."""
        decks = yield from self.all_choose(lambda _: {("deck", key) for key in DECKS}, range(self.n))
        for seat in range(self.n):
            cards = DECKS[decks[seat][1]]["cards"] if seat in decks else {}
            listed = sorted(n for n, c in cards.items() for _ in range(c))
            numbers = self.dice.shuffle(listed)
            self.number |= {seat * SIZE + place: number for place, number in enumerate(numbers)}
            self.decks[seat] = [seat * SIZE + place for place in range(len(numbers))]
        self.phase = "openers"

        def ones(seat):
            return {("open", c) for c in self.decks[seat] if self.face(c)["level"] == 1}

        opened = yield from self.all_choose(ones, range(self.n))
        for seat, (_, card) in sorted(opened.items()):
            if self.out[seat]:
                continue
            self.decks[seat].remove(card)
            self.stacks[seat] = [card]
        for seat in self.playing():
            self.decks[seat] = self.dice.shuffle(self.decks[seat])
        for seat in self.playing():
            self.draw(seat, HAND)

    def one_turn(self) -> Step:
        self.turn += 1
        self.spent, self.phase = set(), "start"
        yield from self.triggered("start-of-turn")
        yield from self.advancing()
        self.phase = "battle"
        yield from self.triggered("start-of-battle")
        yield from self.supporting()
        self.fight()
        self.phase = "end"
        yield from self.triggered("end-of-battle")
        yield from self.recover()

    def first(self) -> int:
        """The seat of lowest power, ties by die (ARC-06, ARC-10)."""
        powers = {seat: self.power(seat) for seat in self.playing()}
        return self.by_die([seat for seat in powers if powers[seat] == min(powers.values())])

    def by_die(self, tied: list[int]) -> int:
        while len(tied) > 1:
            dice = self.dice.roll(len(tied), 6)
            tied = [seat for seat, die in zip(tied, dice, strict=True) if die == max(dice)]
        return tied[0]

    def triggered(self, on: str, cards: Sequence[int] | None = None) -> Step:
        """Abilities that trigger together (ARC-06); one whose card has gone does nothing (ARC-06a)."""
        waiting = {}
        for seat in self.playing():
            there = self.in_force(seat) if cards is None else [c for c in cards if c // SIZE == seat]
            found = [(c, i) for c in there for i, a in enumerate(self.face(c)["abilities"]) if a["on"] == on]
            if found:
                waiting[seat] = found
        if not waiting:
            return
        powers = {seat: self.power(seat) for seat in waiting}
        begin = self.by_die([seat for seat in powers if powers[seat] == min(powers.values())])
        for seat in self.clockwise(begin):
            for card, index in waiting.get(seat, ()):
                if card in self.in_force(seat):
                    yield from self.ability(card, index)

    def ability(self, card: int, index: int) -> Step:
        ability = self.face(card)["abilities"][index]
        context = {"card": card, "seat": card // SIZE, "rolled": 0, "chosen": None}
        if ability.get("once"):
            missing("once at " + ability["on"])
        try:
            if "needs" not in ability or (yield from self.tested(ability["needs"], context)):
                yield from self.effects(ability["then"], context)
        except SeatLeft:
            return

    # Advance (ARC-07)

    def fits(self, seat: int, card: int, way: Mapping[str, Any]) -> bool:
        face = self.face(card)
        current = self.top(seat)
        return bool(
            current["level"] == (way.get("level") or face["level"] - 1)
            and matches(current, way.get("which", {}))
        )

    def ways(self, seat: int, card: int) -> list[int]:
        """The ways of advancing that are open: those that fit and can be paid now."""
        return [
            i for i, way in enumerate(self.face(card)["advances"])
            if self.fits(seat, card, way) and self.payable(seat, way.get("costs", ()), card)
        ]  # fmt: skip

    def owed(self, costs: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """For each card to be discarded from the hand the filter."""
        return [c.get("which", {}) for c in costs if c["pay"] == "discard" for _ in range(c.get("count", 1))]

    def payers(self, cards: Sequence[int], owed: Sequence[Mapping[str, Any]]) -> list[int]:
        """The cards that can be the next discard, so that the others can still be found."""
        if not owed:
            return []
        return [
            card for card in cards
            if matches(self.face(card), owed[0])
            and (len(owed) == 1 or self.payers([c for c in cards if c != card], owed[1:]))
        ]  # fmt: skip

    def payable(self, seat: int, costs: Sequence[Mapping[str, Any]], placed: int | None = None) -> bool:
        """Whether all costs can be met; who cannot pay all pays none."""
        owed = self.owed(costs)
        if owed and not self.payers([c for c in self.hands[seat] if c != placed], owed):
            return False
        mill = sum(c.get("count", 1) for c in costs if c["pay"] == "mill")
        if mill > len(self.decks[seat]) + len(self.discards[seat]):
            return False
        for cost in costs:
            if cost["pay"] == "have":
                if len(self.zone(cost["cards"], {"seat": seat, "chosen": None})) < cost.get("count", 1):
                    return False
            elif cost["pay"] not in ("discard", "mill"):
                missing("the cost " + cost["pay"])
        return True

    def pay(self, seat: int, costs: Iterable[Mapping[str, Any]], cards: Iterable[int]) -> None:
        """Discard from hand and deck; a refill comes before, without these cards (ARC-12a)."""
        mill = sum(c.get("count", 1) for c in costs if c["pay"] == "mill")
        if mill:
            self.refill(seat, mill)
        self.throw(seat, cards)
        self.mill(seat, mill)

    def advancing(self) -> Step:
        self.phase = "advance"
        self.done = [False] * self.n
        while not all(self.done[seat] for seat in self.playing()):
            placed: dict[int, dict[str, Any]] = {}
            yield from self.placing(placed)
            moved = []
            for seat in self.playing():
                choice = placed.get(seat)
                if choice is None:
                    continue
                if choice["card"] is None:
                    self.done[seat] = True
                    continue
                card, way = choice["card"], self.face(choice["card"])["advances"][choice["way"]]
                costs = way.get("costs", ())
                if not self.payable(seat, costs, card):
                    self.throw(seat, [card])
                    continue
                self.pay(seat, costs, choice["paid"])
                self.hands[seat].remove(card)
                self.stacks[seat].append(card)
                moved.append(card)
            yield from self.triggered("advance", moved)
        self.done = [False] * self.n

    def placing(self, placed: dict[int, dict[str, Any]]) -> Step:
        """Let all who have not passed put a card face down, choose the way and what to discard, in secret."""
        seats = [seat for seat in self.playing() if not self.done[seat]]
        while any(not self.ready[seat] for seat in seats if not self.out[seat]):
            open_: dict[int, set[Any]] = {}
            for seat in [s for s in seats if not self.out[s]]:
                choice = placed.get(seat)
                if choice is None:
                    cards = {c for c in self.hands[seat] if self.ways(seat, c)}
                    open_[seat] = {("advance", c) for c in cards} | {("stand",)}
                    continue
                open_[seat] = {("withdraw",)}
                if not self.ready[seat] and choice["way"] is None:
                    open_[seat] |= {("way", way) for way in self.ways(seat, choice["card"])}
                elif not self.ready[seat]:
                    left = [c for c in self.hands[seat] if c != choice["card"] and c not in choice["paid"]]
                    open_[seat] |= {("pay", c) for c in self.payers(left, choice["owed"])}
            seat, action = yield open_
            if action[0] in ("withdraw", "resign"):
                placed.pop(seat, None)
            elif action[0] == "stand":
                placed[seat] = {"card": None, "owed": [], "way": 0}
            elif action[0] == "advance":
                self.move_last(seat, action[1])
                ways = self.ways(seat, action[1])
                costs = [self.face(action[1])["advances"][way].get("costs", ()) for way in ways]
                one = all(cost == costs[0] for cost in costs)  # ways of the same price are one
                placed[seat] = {"card": action[1], "way": ways[0] if one else None, "paid": [], "owed": []}
            elif action[0] == "way":
                placed[seat]["way"] = action[1]
            elif action[0] == "pay":
                self.move_last(seat, action[1])
                placed[seat]["paid"].append(action[1])
                placed[seat]["owed"].pop(0)
            if action[0] in ("advance", "way") and placed[seat]["way"] is not None:
                way = self.face(placed[seat]["card"])["advances"][placed[seat]["way"]]
                placed[seat]["owed"] = self.owed(way.get("costs", ()))
            self.ready = [
                s in placed and placed[s]["way"] is not None and not placed[s]["owed"] for s in range(self.n)
            ]
        self.ready = [False] * self.n

    # Battle (ARC-09 to ARC-11)

    def supporting(self) -> Step:
        self.phase, self.done = "support", [False] * self.n
        self.order = self.clockwise(self.first())
        while not all(self.done[seat] for seat in self.playing()):
            for seat in self.order:
                if self.done[seat] or self.out[seat]:
                    continue
                self.current = seat
                hand = [c for c in self.hands[seat] if self.face(c)["kind"] == "support"]
                action = ("resign",)
                while action[0] == "resign" and not self.out[seat]:
                    _, action = yield {seat: {("play", c) for c in hand} | {("pass",)}}
                if action[0] == "pass":
                    self.done[seat] = True
                elif action[0] == "play":
                    card = action[1]
                    self.hands[seat].remove(card)
                    self.supports[seat].append(card)
                    for index, ability in enumerate(self.face(card)["abilities"]):
                        if ability["on"] == "played":
                            yield from self.ability(card, index)
        self.current, self.order, self.done = -1, [], [False] * self.n

    def fight(self) -> None:
        powers = {seat: self.power(seat) for seat in self.playing()}
        winner = self.by_die([seat for seat in powers if powers[seat] == max(powers.values())])
        losers = [seat for seat in powers if seat != winner]
        self.scores[winner] += sum(self.top(seat)["level"] for seat in losers)
        self.last = ["won" if seat == winner else "lost" for seat in range(self.n)]
        if self.scores[winner] >= self.o["score"]:  # ARC-14: checked when points are scored
            self.win([winner])
        for seat in losers:
            self.off(seat)

    def recover(self) -> Step:
        """ARC-12, ARC-13; the round limit of ARC-14."""
        for seat in self.playing():
            self.discards[seat] += self.supports[seat]
            self.supports[seat] = []
            if self.top(seat)["level"] == 4:
                self.off(seat)
        self.boosts = [b for b in self.boosts if b[3] == 0 or b[3] > self.turn]
        self.guards = [g for g in self.guards if g[3] == 0 or g[3] > self.turn]
        if self.turn == self.o["rounds"]:
            best = max(self.scores[seat] for seat in self.playing())
            winners = [seat for seat in self.playing() if self.scores[seat] == best]
            self.win(winners if len(winners) == 1 else [])
        for seat in self.playing():
            self.draw(seat, max(0, HAND - len(self.hands[seat])))
        self.phase = "renew"

        def ones(seat):
            return {("renew", c) for c in self.hands[seat] if self.face(c)["level"] == 1} | {("stay",)}

        chosen = yield from self.all_choose(ones, self.playing())
        for seat, action in sorted(chosen.items()):
            if action[0] == "renew" and not self.out[seat]:
                self.hands[seat].remove(action[1])
                self.discards[seat] += self.stacks[seat]
                for card in self.stacks[seat]:
                    self.gone(card)
                self.stacks[seat] = [action[1]]


def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    sides = state.sides
    over = state.phase == "over"
    return {
        "phase": state.phase, "turn": state.turn, "order": [] if over else list(state.order),
        "current": -1 if over else state.current,
        "out": [side.out for side in sides], "scores": [side.score for side in sides],
        "boosts": sorted((b.card, b.target, b.by, b.ends) for b in state.boosts if not sides[b.target].out),
        "guards": sorted(
            (g.card, g.target, g.against, g.ends) for g in state.guards if not sides[g.target].out
        ),
        **{
            name: [None if side.out else found(side) for side in sides]
            for name, found in (
                ("hands", lambda s: list(s.hand)), ("decks", lambda s: list(s.deck.order)),
                ("discards", lambda s: sorted(s.deck.discard)), ("stacks", lambda s: list(s.stack)),
                ("supports", lambda s: list(s.supports)), ("last", lambda s: s.last),
                ("ready", lambda s: s.ready), ("done", lambda s: s.done),
            )
        },
        "numbers": [
            None if side.out else list(state.numbers[seat]) if state.numbers else []
            for seat, side in enumerate(sides)
        ],
    }  # fmt: skip


def variant(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return random options."""
    return {"score": rng.choice((0, 3, 7, 5 * seats)), "rounds": rng.choice((0, 5, 12, 50))}
