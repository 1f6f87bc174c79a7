"""The referee of Neo-Combat, written from the rulings NEO-01 to NEO-19.

Tokens, varans, cards and sectors have the product's numbers: a token is seat * team + place, a varan its
place in the roster, a card that of its kind in the list of NEO-17, the Centre is sector 0.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from measures.referees import Act, Dice, DifferenceError, Facts, Table
from measures.referees.neocombat_book import (
    AGAIN,
    ANSWERS,
    ARMOUR,
    CENTRE,
    COVER,
    DETECT,
    DODGE,
    DRESSING,
    EMERGENCY_CLOAK,
    EXTRA,
    FLAMER,
    GONE,
    HEAVY,
    HIDDEN,
    JAMMER,
    LEAVES,
    MOST_DRAWN,
    NEW,
    NONE,
    PARRY,
    RESUPPLY,
    ROSTER,
    SET,
    SHOTS,
    SNIPER_SHOT,
    SPOT,
    SPOT_OR_SNAPSHOT,
    STRIKES,
    STUN,
    common,
    no_plan,
    plan_of,
    read,
    refused,
    seen,
    variant,
    worth,
)

__all__ = ["Referee", "read", "refused", "seen", "variant"]


class Referee(Table):
    """A match."""

    def __init__(self, options: dict[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        self.options, self.seats, self.team = options, seats, options["team"]
        (face,) = dice.roll(1, seats)  # NEO-03
        self.first = face - 1
        kinds = [card["copies"] for card in tomllib.loads(SET.read_text())["actions"]]
        self.deck = dice.shuffle([kind for kind, copies in enumerate(kinds) for _ in range(copies)])
        self.discard: list[int] = []
        self.removed: list[int] = []
        self.wounds = [min(options["wounds"], health - 1) for _, health, _ in ROSTER]  # NEO-04c
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.kills, self.dealt, self.out = [0] * seats, [0] * seats, [""] * seats
        self.tokens: list[dict[str, Any]] = []
        self.varans: list[int] = []
        self.offers: list[list[int]] = []
        self.kept: list[list[int]] = []
        self.ready, self.plans = [False] * seats, [no_plan() for _ in range(seats)]
        self.phase, self.turn, self.current, self.cloaked, self.step = "draft", 0, NONE, False, 0
        self.stopped: set[int] = set()
        self.passed: set[int] = set()
        self.done_step: set[int] = set()
        self.fight: dict[str, Any] | None = None
        self.second: dict[str, Any] | None = None
        self.freed: set[int] = set()
        self.hurt, self.quiet = False, 0
        self.drawn = [0] * seats
        self.ended: Facts | None = None
        self.knowledge: list[list[tuple[Any, ...]]] = start["knowledge"]
        self.shown: set[int] = set()
        """Tokens whose varan everybody has seen, and that were not shuffled since (NEO-18a)."""
        self.shuffled: list[list[int]] = []
        self._deal(dice)

    def _deal(self, dice: Dice) -> None:
        """Deal varans (NEO-01, NEO-01a)."""
        size = self.team
        if self.options["deal"] == "draft":
            size = min(2 * self.team, len(ROSTER) // self.seats)
        while True:
            order = dice.shuffle(range(len(ROSTER)))
            dealt = [order[seat * size : (seat + 1) * size] for seat in range(self.seats)]
            sums = [sum(map(worth, team)) for team in dealt]
            if self.options["deal"] != "balanced" or max(sums) - min(sums) <= 1:
                break
        if self.options["deal"] == "draft":
            self.offers, self.kept = [sorted(offer) for offer in dealt], [[] for _ in range(self.seats)]
        else:
            self._begin(dealt, dice)

    def _begin(self, teams: list[list[int]], dice: Dice) -> None:
        """Put the teams on the table and deal the cards (NEO-01, NEO-03)."""
        self.varans = [varan for team in teams for varan in team]
        self.offers, self.kept = [], []
        for seat in range(self.seats):
            sector = seat + 1 if not self.out[seat] else GONE  # NEO-06
            for _ in range(self.team):
                token = {"sector": sector, "revealed": False, "sideways": False, "moved": False}
                self.tokens.append({**token, "used": set(), "spared": False})
        for seat in self._round():
            for _ in range(self.team + 4):
                self._draw(seat, dice)
        self._begin_turn(dice)

    # Who and what

    def awaited(self) -> set[int]:
        if self.phase == "over":
            return set()
        if self.phase in ("draft", "repair"):
            return {seat for seat in self._living() if not self.ready[seat]}
        if self.fight:
            return {self.fight["target"] // self.team}
        return {self.current}

    def legal(self, seat: int) -> Iterator[Act]:
        if seat not in self.awaited():
            return
        if self.phase == "draft":
            for varan in self.offers[seat]:
                if varan not in self.kept[seat]:
                    yield {"do": "keep", "varan": varan}
            yield {"do": "by-lot"}
        elif self.phase == "repair":
            yield from self._repairs(seat)
        elif self.fight:
            yield from self._defences(seat)
            yield {"do": "pass"}
        else:
            if self.phase == "movement":
                yield from self._moves(seat)
                yield {"do": "stop"}
            elif self.second:
                yield from self._second_attacks(seat)
            else:
                yield from self._plays(seat)
            yield {"do": "pass"}

    def late(self, seat: int) -> Act:
        """Return what is done when time is up (NEO-19)."""
        return {"do": "by-lot" if self.phase in ("draft", "repair") else "pass"}

    def ordered(self, seat: int) -> Iterator[tuple[Act, Act | None]]:
        """Yield orders and their answers (NEO-10a), but those to pass in combat and the plans of moves."""
        if self.fight and self.fight["kind"] == "sensor":
            card = JAMMER if JAMMER in self.hands[seat] else NONE
            yield {"sensors": "ask"}, None
            yield {"sensors": "never"}, {"do": "pass"}
            yield {"sensors": "always"}, self._answer(card)
        elif self.fight:
            target, by = self.fight["target"], self.fight["by"]
            left = ROSTER[self.varans[target]][1] - self.wounds[self.varans[target]]
            fitting = set(self.hands[seat]) & ANSWERS[self.fight["kind"]]
            stopping = fitting if by <= 2 else fitting - {ARMOUR}
            saving = fitting if by - 2 < left else fitting - {ARMOUR}
            weakest = (PARRY, ARMOUR, COVER, DODGE, NONE)
            always = next(card for card in weakest if card in stopping or card == NONE)
            if always == NONE and ARMOUR in fitting:
                always = ARMOUR
            kill = next(card for card in weakest if (card in saving and by >= left) or card == NONE)
            yield {"attacks": "ask"}, None
            yield {"attacks": "never"}, {"do": "pass"}
            yield {"attacks": "always"}, self._answer(always)
            yield {"attacks": "kill"}, self._answer(kill)
        elif self.phase == "repair" and self.plans[seat] == no_plan():
            excess = len(self.hands[seat]) > len(self._here(seat)) + 4
            yield {"repair": True}, None if excess else {"do": "ready"}
        elif self.phase == "specials":
            yield {"specials": True}, {"do": "pass"}

    def _answer(self, card: int) -> Act:
        """Return the answer with this card, with its claim if it can be made."""
        if card == NONE:
            return {"do": "pass"}
        assert self.fight
        claim = self._may_claim(self.fight["target"], EXTRA.get(card, ""))
        return {"do": "defend", "card": card, "claim": claim}

    def _moves(self, seat: int) -> Iterator[Act]:
        """Yield the moves of a step (NEO-05, NEO-06)."""
        sectors = {CENTRE} | {self.tokens[token]["sector"] for token in self._all_here()}
        for token in self._movable(seat):
            if self._varan(token)[0] >= self.step:
                for to in sectors - {self.tokens[token]["sector"]} | {NEW}:
                    yield {"do": "move", "token": token, "to": to}

    def _movable(self, seat: int) -> list[int]:
        return [
            token
            for token in self._here(seat)
            if self.tokens[token]["revealed"] != self.cloaked
            and not self.tokens[token]["moved"]
            and not self.tokens[token]["sideways"]
        ]

    def _plays(self, seat: int) -> Iterator[Act]:
        """Yield the plays of the combat or of the specials before the first step (NEO-05a, NEO-07)."""
        hand, enemies = set(self.hands[seat]), self._enemies(seat)
        if STUN in hand:
            for token in enemies:
                if self.tokens[token]["revealed"] and not self.tokens[token]["sideways"]:
                    yield _play(STUN, token)
        if self.phase != "combat":
            return
        if RESUPPLY in hand:
            yield _play(RESUPPLY)
        if EMERGENCY_CLOAK in hand:
            for token in self._here(seat):
                if self._may_cloak(token):
                    yield _play(EMERGENCY_CLOAK, token)
        for card in hand & {DETECT, SPOT, SPOT_OR_SNAPSHOT}:  # NEO-08
            for token in enemies:
                if not self.tokens[token]["revealed"]:
                    yield from self._sensors(seat, card, token)
        for user in self._here(seat):
            if not self.tokens[user]["sideways"]:
                for card in hand & (SHOTS.keys() | STRIKES.keys()):
                    yield from self._attacks(seat, card, user)

    def _sensors(self, seat: int, card: int, target: int) -> Iterator[Act]:
        near = [
            token
            for token in self._here(seat)
            if card == DETECT or self.tokens[token]["sector"] == self.tokens[target]["sector"]
        ]
        if near:
            yield _play(card, target)
        for user in near:
            if self._may_claim(user, EXTRA.get(card, "")):
                yield _play(card, target, user, claim=True)

    def _attacks(self, seat: int, card: int, user: int, *, second: bool = False) -> Iterator[Act]:
        """Yield the shots or strikes with a card by a varan (NEO-07, NEO-07a, NEO-09)."""
        kind = "shot" if card in SHOTS else "strike"
        if card == FLAMER and "flamer" not in self._varan(user)[2]:
            return
        claims = (False, True) if self._may_claim(user, EXTRA.get(card, "")) else (False,)
        agains = (False, True) if not second and self._may_claim(user, AGAIN[kind]) else (False,)
        for target in self._enemies(seat):
            same = self.tokens[target]["sector"] == self.tokens[user]["sector"]
            if self.tokens[target]["revealed"] and (same or (kind == "shot" and card != FLAMER)):
                for claim, again in product(claims, agains):
                    yield _play(card, target, user, int(card == SPOT_OR_SNAPSHOT), claim=claim, again=again)

    def _second_attacks(self, seat: int) -> Iterator[Act]:
        assert self.second
        cards = SHOTS.keys() - {HEAVY} if self.second["kind"] == "shot" else STRIKES.keys()
        for card in set(self.hands[seat]) & cards:
            yield from self._attacks(seat, card, self.second["user"], second=True)

    def _defences(self, seat: int) -> Iterator[Act]:
        """Yield the answers to a sensor or an attack (NEO-10)."""
        assert self.fight
        for card in set(self.hands[seat]) & ANSWERS[self.fight["kind"]]:
            yield {"do": "defend", "card": card, "claim": False}
            if self._may_claim(self.fight["target"], EXTRA.get(card, "")):
                yield {"do": "defend", "card": card, "claim": True}

    def _may_claim(self, token: int, attribute: str) -> bool:
        """Whether a varan has an attribute that it has not claimed yet in this turn (NEO-11)."""
        return attribute in self._varan(token)[2] and attribute not in self.tokens[token]["used"]

    def _repairs(self, seat: int) -> Iterator[Act]:
        """Yield the choices for Repair (NEO-14, NEO-15)."""
        plan = self.plans[seat]
        left = _without(self.hands[seat], self._planned_cards(seat))
        for token in self._here(seat):
            its = self.tokens[token]
            if DRESSING in left and its["revealed"] and self.wounds[self.varans[token]]:
                yield {"do": "dress", "card": DRESSING, "token": token}
            if self._may_cloak(token) and token not in plan["cloak"]:
                yield {"do": "cloak", "token": token}
            others = [
                one
                for one in self._here(seat)
                if one != token and self._will_be_cloaked(seat, one)
                if self.tokens[one]["sector"] == its["sector"]
            ]
            if others and self._will_be_cloaked(seat, token) and token not in plan["shuffle"]:
                yield {"do": "shuffle", "token": token}
        for card in set(left):
            yield {"do": "discard", "card": card}
        if len(left) <= len(self._here(seat)) + 4:
            yield {"do": "ready"}
        yield {"do": "by-lot"}

    def _will_be_cloaked(self, seat: int, token: int) -> bool:
        return not self.tokens[token]["revealed"] or token in self.plans[seat]["cloak"]

    def _planned_cards(self, seat: int) -> list[int]:
        return [card for card, _ in self.plans[seat]["dress"]] + self.plans[seat]["discard"]

    def _may_cloak(self, token: int) -> bool:
        its = self.tokens[token]
        return its["revealed"] and not its["sideways"] and its["sector"] != CENTRE

    # Acting

    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        self._act(seat, action, dice)
        self._check_knowledge(after["knowledge"])

    def _act(self, seat: int, action: Act, dice: Dice) -> None:
        do = action["do"]
        if do == "resign":
            self._resign(seat, dice)
        elif self.phase == "draft":
            self._keep(seat, action, dice)
        elif self.phase == "repair":
            self._choose_repair(seat, action, dice)
        elif do == "move":
            self._move(action["token"], action["to"])
            self._next_in_movement(dice)
        elif do == "stop":
            self.stopped.add(seat)
            self._next_in_movement(dice)
        elif do == "defend":
            self._settle(dice, action["card"], claim=action["claim"])
        elif do == "play":
            self._play(seat, action, dice)
        elif self.fight:
            self._settle(dice)
        elif self.second:
            self._turn(self.second["user"])
            self.second = None
            self._next_in_combat(dice)
        elif self.phase == "combat":
            self.passed.add(seat)
            self._next_in_combat(dice)
        else:
            self.done_step.add(seat)
            if self.phase == "specials":
                self._next_in_specials(dice)
            else:
                self._next_in_movement(dice)

    def _keep(self, seat: int, action: Act, dice: Dice) -> None:
        if action["do"] == "keep":
            self.kept[seat].append(action["varan"])
        else:
            self.kept[seat] = dice.shuffle(self.offers[seat])[: self.team]
        self.ready[seat] = len(self.kept[seat]) == self.team
        self._end_draft(dice)

    def _end_draft(self, dice: Dice) -> None:
        if self.awaited():
            return
        self.ready = [False] * self.seats
        teams = [
            dice.shuffle(self.kept[seat]) if not self.out[seat] else self.offers[seat][: self.team]
            for seat in range(self.seats)
        ]
        self._begin(teams, dice)

    def _draw(self, seat: int, dice: Dice, aside: int = NONE) -> bool:
        """Draw a card; refill the deck if it is empty (NEO-04).

        A card is not among what it draws itself (NEO-04b): `aside`, on the discard pile already, stays there.
        Of equal cards it is the oldest that stays, which makes no difference but in the order to shuffle.
        """
        if not self.deck and (self.discard != [aside]) and self.discard:
            rest = self.discard if aside == NONE else _without(self.discard, [aside])
            self.deck, self.discard = dice.shuffle(rest), [] if aside == NONE else [aside]
        if not self.deck:
            return False
        self.hands[seat].append(self.deck.pop(0))
        return True

    def _begin_turn(self, dice: Dice) -> None:
        self.turn += 1
        self.freed, self.stopped, self.passed, self.hurt = set(), set(), set(), False
        self.drawn = [0] * self.seats
        for token in self.tokens:
            token["moved"], token["used"], token["spared"] = False, set(), False
        owed = {seat: self._cards_of_turn(seat) for seat in self._round()}
        while any(owed.values()):  # NEO-04: one at a time, round from the First player
            for seat in owed:
                if owed[seat]:
                    owed[seat] -= 1
                    self._draw(seat, dice)
        self.phase, self.done_step = "specials", set()
        self._next_in_specials(dice)

    def _cards_of_turn(self, seat: int) -> int:
        """Return how many cards a seat draws (NEO-04, NEO-04a, NEO-04c)."""
        alive = {one: len(self._here(one)) for one in self._living()}
        count, draw = alive[seat], self.options["draw"]
        if draw == "even":
            count = self.team
        elif draw == "catch-up":
            count += alive[seat] == min(alive.values()) < max(alive.values())
        elif draw == "comeback":
            count += 3 * (max(alive.values()) - alive[seat])
        return count + any(self.tokens[token]["sector"] == CENTRE for token in self._here(seat))

    def _next_in_specials(self, dice: Dice) -> None:
        """Await the next seat that may play a Special before the first step (NEO-05a)."""
        for seat in self._round():
            revealed = any(self.tokens[token]["revealed"] for token in self._enemies(seat))
            if seat not in self.done_step and revealed and self.hands[seat]:
                self.current = seat
                return
        self.phase, self.cloaked, self.step, self.done_step = "movement", False, 1, set()
        self._next_in_movement(dice)

    def _next_in_movement(self, dice: Dice) -> None:
        """Await the next seat of this step, or begin the next step with one (NEO-05, NEO-05b)."""
        while True:
            for seat in self._round():
                movable = self._movable(seat)
                if not self.cloaked:
                    movable = [token for token in movable if self._varan(token)[0] >= self.step]
                if movable and seat not in self.done_step | self.stopped:
                    self.current = seat
                    return
            self.done_step = set()
            if self.cloaked and self.step == 3:
                break
            self.cloaked, self.step = (self.cloaked, self.step + 1) if self.step < 3 else (True, 1)
        self.phase, self.cloaked, self.step = "combat", False, 0
        self.current = NONE
        self._next_in_combat(dice)

    def _move(self, token: int, to: int) -> None:
        its = self.tokens[token]
        origin, its["sector"], its["moved"] = its["sector"], GONE, True
        taken = {self.tokens[one]["sector"] for one in self._all_here()}
        if origin != CENTRE and origin not in taken:
            self.freed.add(origin)
        if to == NEW:  # NEO-06
            to = 1
            while to in taken | self.freed:
                to += 1
        its["sector"] = to

    # The combat

    def _next_in_combat(self, dice: Dice) -> None:
        """Await the next seat clockwise that has a card; end the combat when all have passed."""
        while not self._living().keys() <= self.passed:
            order = self._round()
            if self.current != NONE:
                order = self._clockwise(self.current + 1)
            self.current = order[0]
            if self.hands[self.current]:
                return
            self.passed.add(self.current)
        self._end_combat(dice)

    def _play(self, seat: int, action: Act, dice: Dice) -> None:
        card, target = action["card"], action["target"]
        self.hands[seat].remove(card)
        self.passed = set()
        second, self.second = self.second, None
        if card == STUN:
            self.discard.append(card)
            self.tokens[target]["sideways"] = True
        elif card == RESUPPLY:  # NEO-04b
            self.discard.append(card)
            for _ in range(2):
                if self.drawn[seat] < MOST_DRAWN and self._draw(seat, dice, card):
                    self.drawn[seat] += 1
        elif card == EMERGENCY_CLOAK:
            self.removed.append(card)
            self.tokens[target]["revealed"] = False
        else:
            self._begin_fight(seat, action, dice, second)
            return
        if self.phase == "specials":
            self.done_step.add(seat)
            self._next_in_specials(dice)
        else:
            self._next_in_combat(dice)

    def _begin_fight(self, seat: int, action: Act, dice: Dice, second: dict[str, Any] | None) -> None:
        """Reveal the shooter, draw for the claim, open the window (NEO-10b)."""
        card, target, user = action["card"], action["target"], action["user"]
        kind, by = "sensor", 0
        if card in STRIKES:
            kind, by = "strike", STRIKES[card]
        elif card in SHOTS and (card != SPOT_OR_SNAPSHOT or action["way"] == 1):
            kind, by = "flame" if card == FLAMER else "shot", SHOTS[card]
            if card != SNIPER_SHOT or "sniper" not in self._varan(user)[2]:
                self.tokens[user]["revealed"] = True  # NEO-09
        if action["claim"]:
            self.tokens[user]["used"].add(EXTRA[card])
            self._draw(seat, dice)
        if action["again"]:  # NEO-07a
            self.tokens[user]["used"].add(AGAIN["strike" if kind == "strike" else "shot"])
        self.discard.append(card)
        fighter = user if kind != "sensor" else NONE
        self.fight = {"seat": seat, "card": card, "user": fighter, "target": target, "kind": kind}
        self.fight |= {"by": by, "again": action["again"]}
        if not self.hands[target // self.team]:  # NEO-10
            self._settle(dice)

    def _settle(self, dice: Dice, card: int = NONE, *, claim: bool = False) -> None:
        """Settle a sensor or an attack with its answer, if there is one (NEO-10b)."""
        assert self.fight
        fight, target = self.fight, self.tokens[self.fight["target"]]
        owner, by, stopped = fight["target"] // self.team, fight["by"], False
        if card != NONE:
            self.hands[owner].remove(card)
            stopped = card != ARMOUR
            by = max(0, by - 2) if card == ARMOUR else 0
            if claim:
                target["used"].add(EXTRA[card])
                self._draw(owner, dice)
            tough = "tough" in self._varan(fight["target"])[2]
            if card == ARMOUR and tough and not target["spared"]:  # NEO-13
                target["spared"] = True
                self.discard.append(card)
            else:
                (self.removed if card in LEAVES else self.discard).append(card)
        self.fight = None
        if fight["kind"] == "sensor":
            target["revealed"] = target["revealed"] or not stopped
            self._next_in_combat(dice)
            return
        if by:
            self._hit(fight["seat"], fight["target"], by)
        if self.ended:
            return
        if not fight["again"] or not self._may_attack_again(fight):
            self._turn(fight["user"])
            self._next_in_combat(dice)
            return
        self.second = {"user": fight["user"], "kind": "strike" if fight["kind"] == "strike" else "shot"}

    def _hit(self, seat: int, token: int, by: int) -> None:
        """Damage a varan (NEO-12); a seat without varans is out at once (NEO-16c)."""
        varan, owner = self.varans[token], token // self.team
        health = ROSTER[varan][1]
        by = min(by, health - self.wounds[varan])
        self.wounds[varan] += by
        self.dealt[seat] += by
        self.hurt = True
        if self.wounds[varan] < health:
            return
        self.kills[seat] += 1
        self._leave(token)
        if not self._here(owner):
            self.out[owner] = "dropped"
            self._discard_hand(owner)
            if len(self._living()) < 2:
                self._end(by_limit=False)

    def _may_attack_again(self, fight: dict[str, Any]) -> bool:
        """Whether a second attack has a target and its seat a card (NEO-07a)."""
        user = self.tokens[fight["user"]]
        return bool(self.hands[fight["seat"]]) and any(
            self.tokens[token]["revealed"]
            and (fight["kind"] != "strike" or self.tokens[token]["sector"] == user["sector"])
            for token in self._enemies(fight["seat"])
        )

    def _turn(self, token: int) -> None:
        self.tokens[token]["sideways"] = True

    def _leave(self, token: int) -> None:
        origin, self.tokens[token]["sector"] = self.tokens[token]["sector"], GONE
        if origin not in (CENTRE, *(self.tokens[one]["sector"] for one in self._all_here())):
            self.freed.add(origin)

    def _discard_hand(self, seat: int) -> None:
        self.discard += sorted(self.hands[seat])
        self.hands[seat] = []

    def _end_combat(self, dice: Dice) -> None:
        self.current, self.passed = NONE, set()
        quiet = 0 if self.hurt else self.quiet + 1
        end, dropped = self.options["end"], self.out.count("dropped")  # NEO-16, NEO-16d
        scored = end == "score" and max(self.kills) >= self.options["kills"]
        if scored or (end == "first" and dropped) or (end == "second" and dropped > 1):
            self._end(by_limit=False)
        elif self.turn >= self.options["turns"] or quiet >= 3:  # NEO-16a
            self._end(by_limit=True)
        else:
            self.phase = "repair"

    # Repair

    def _choose_repair(self, seat: int, action: Act, dice: Dice) -> None:
        do, plan = action["do"], self.plans[seat]
        if do == "dress":
            plan["dress"].append((action["card"], action["token"]))
        elif do in ("cloak", "shuffle"):
            plan[do].append(action["token"])
        elif do == "discard":
            plan["discard"].append(action["card"])
        else:
            if do == "by-lot":  # NEO-19
                plan = self.plans[seat] = no_plan()
                excess = len(self.hands[seat]) - len(self._here(seat)) - 4
                if excess > 0:
                    plan["discard"] = sorted(dice.shuffle(sorted(self.hands[seat]))[:excess])
            self.ready[seat] = True
            self._end_repair(dice)

    def _end_repair(self, dice: Dice) -> None:
        """Carry the choices out together (NEO-14a), turn back, and begin the next turn."""
        if self.awaited():
            return
        plans = [(seat, self.plans[seat]) for seat in self._round()]
        for seat, plan in plans:
            for card, token in plan["dress"]:
                varan = self.varans[token]
                self.wounds[varan] = max(0, self.wounds[varan] - 3)
                self.hands[seat].remove(card)
                self.discard.append(card)
        for _, plan in plans:
            for token in plan["cloak"]:
                self.tokens[token]["revealed"] = False
        for _, plan in plans:
            for sector in sorted({self.tokens[token]["sector"] for token in plan["shuffle"]}):
                group = sorted(one for one in plan["shuffle"] if self.tokens[one]["sector"] == sector)
                if len(group) < 2:
                    continue
                self.shown -= set(group)
                self.shuffled.append(group)
                order = dice.shuffle([self.varans[token] for token in group])
                for token, varan in zip(group, order, strict=True):
                    self.varans[token] = varan
        for seat, plan in plans:
            self.hands[seat] = _without(self.hands[seat], plan["discard"])
            self.discard += plan["discard"]
        for token in self.tokens:
            token["sideways"] = False
        self.quiet = 0 if self.hurt else self.quiet + 1
        self.ready, self.plans = [False] * self.seats, [no_plan() for _ in range(self.seats)]
        self.first = self._clockwise(self.first + 1)[0]  # NEO-15, NEO-16c
        self._begin_turn(dice)

    # The end

    def _resign(self, seat: int, dice: Dice) -> None:
        """Take a seat out: its varans are shown and leave (NEO-16b, NEO-16c)."""
        fight, second = self.fight, self.second
        self.out[seat], self.ready[seat], self.plans[seat] = "resigned", False, no_plan()
        if self.kept:
            self.kept[seat] = []
        for token in self._here(seat):
            self.tokens[token]["revealed"] = True
            self._leave(token)
        self._discard_hand(seat)
        if len(self._living()) < 2:
            self._end(by_limit=False)
            return
        if self.phase == "draft":
            self._end_draft(dice)
        elif self.phase == "repair":
            self._end_repair(dice)
        elif self.phase == "specials":
            self._next_in_specials(dice)
        elif self.phase == "movement":
            self._next_in_movement(dice)
        elif fight:
            if seat not in (fight["seat"], fight["target"] // self.team):
                return
            self.fight = None
            if fight["user"] != NONE:
                self._turn(fight["user"])
            self._next_in_combat(dice)
        elif second and self.current == seat:
            self.second = None
            self._next_in_combat(dice)
        elif second and not self._may_attack_again({**second, "seat": self.current}):
            self._turn(second["user"])
            self.second = None
            self._next_in_combat(dice)
        elif self.current == seat or self._living().keys() <= self.passed:
            self._next_in_combat(dice)

    def _end(self, *, by_limit: bool) -> None:
        """End the match with its result (NEO-16)."""
        self.phase = "over"
        ranking = [seat for seat in range(self.seats) if self.out[seat] != "resigned"]
        standing = {seat: (self.kills[seat], len(self._here(seat)), self.dealt[seat]) for seat in ranking}
        best = [seat for seat in ranking if standing[seat] == max(standing.values())]
        if self.options["end"] == "last" and not by_limit:
            best = list(self._living())
        elif len(best) == self.seats:
            best = []
        self.ended = {"winners": tuple(best), "scores": tuple(self.kills)}

    def result(self) -> Facts | None:
        return self.ended

    # What is public of the varans

    def _check_knowledge(self, known: list[list[tuple[Any, ...]]]) -> None:
        """Check what everybody knows of the tokens (NEO-18a, NEO-18c): it is true, what was shown is not
        forgotten, and nobody knows which of a shuffled group is which. The referee keeps no records itself.
        """
        for number, token in enumerate(self.tokens):
            varan = self.varans[number]
            speed, _, attributes = ROSTER[varan]
            maybe = known[number]
            if not any(
                name == varan or (name == NONE and set(claimed) <= attributes and least <= speed)
                for name, claimed, least in maybe
            ):
                raise DifferenceError(f"token {number} is varan {varan}, and is known to be one of {maybe}")
            if token["revealed"] or token["sector"] == GONE:
                self.shown.add(number)
            if number in self.shown and [name for name, _, _ in maybe] != [varan]:
                raise DifferenceError(f"token {number} was shown as varan {varan}, and is known as {maybe}")
        for group in self.shuffled:
            if len({str(known[number]) for number in group}) > 1:
                raise DifferenceError(f"after a shuffle of {group} they are told apart: {known}")
        self.knowledge, self.shuffled = known, []

    def sight(self, viewer: int | None) -> Facts:
        """Return what a viewer sees (NEO-18, NEO-18b)."""
        facts = {name: value for name, value in self.facts().items() if name not in HIDDEN}
        own = [] if viewer is None else range(viewer * self.team, (viewer + 1) * self.team)
        mine = viewer is not None and bool(self.offers)
        return facts | {
            "hands": [len(hand) for hand in self.hands],
            "deck": len(self.deck),
            "discard": self.discard,
            "hand": [] if viewer is None else sorted(self.hands[viewer]),
            "varans": [self.varans[token] for token in own] if self.varans else [],
            "offer": self.offers[viewer] if mine else [],
            "kept": sorted(self.kept[viewer]) if mine else [],
            "plan": plan_of(no_plan() if viewer is None else self.plans[viewer]),
        }

    # Queries

    def _living(self) -> dict[int, None]:
        return {seat: None for seat in range(self.seats) if not self.out[seat]}

    def _clockwise(self, begin: int) -> list[int]:
        """Return the seats still in, clockwise from this one."""
        order = [(begin + step) % self.seats for step in range(self.seats)]
        return [seat for seat in order if not self.out[seat]]

    def _round(self) -> list[int]:
        return self._clockwise(self.first)

    def _here(self, seat: int) -> list[int]:
        return [token for token in self._all_here() if token // self.team == seat]

    def _enemies(self, seat: int) -> list[int]:
        return [token for token in self._all_here() if token // self.team != seat]

    def _all_here(self) -> list[int]:
        return [number for number, token in enumerate(self.tokens) if token["sector"] != GONE]

    def _varan(self, token: int) -> tuple[int, int, set[str]]:
        return ROSTER[self.varans[token]]

    def facts(self) -> Facts:
        facts = common(self) | {"varans": self.varans, "deck": self.deck, "knowledge": self.knowledge}
        if self.phase == "over":
            return facts
        return facts | {
            "hands": [sorted(hand) for hand in self.hands],
            "discard": self.discard,
            "plans": [plan_of(plan) for plan in self.plans],
            "offers": self.offers,
            "kept": [sorted(kept) for kept in self.kept],
        }


def _play(
    card: int, target: int = NONE, user: int = NONE, way: int = 0, *, claim: bool = False, again: bool = False
) -> Act:
    act = {"do": "play", "card": card, "target": target, "user": user}
    return {**act, "way": way, "claim": claim, "again": again}


def _without(cards: list[int], taken: Iterable[int]) -> list[int]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left
