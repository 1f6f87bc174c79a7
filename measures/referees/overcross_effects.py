"""Overcross for its referee: attacks, counters, deaths, and what cards do (`overcross`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from measures.referees import SeatLeft, missing
from measures.referees.overcross_field import DIRECTIONS, OFF, Field, Step, ranged


class Effects(Field):
    """What happens on the grid beside moving."""

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
            activated = [
                (i, a) for i, a in enumerate(self.face(source)["abilities"]) if a["on"] == "activated"
            ]
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
        self.doomed |= dict.fromkeys(dying, source)
        for card in sorted(dying):  # what replaces the death: edits first
            for other in (
                [*[edit for edit, _ in self.pieces[card]["edits"]], card] if card in self.pieces else ()
            ):
                if card in self.pieces and self.pieces[card]["ctr"] >= 6:
                    yield from self.trigger(other, "dies", it=card)
            doomed = self.doomed.pop(card, None) is not None
            if card not in self.pieces and doomed:
                self.credit(card, source)
            elif card in self.pieces and self.pieces[card]["ctr"] >= 6:
                self.credit(card, source)
                dead.append(card)
        for card in dead:
            self.die_now(card)
        gone = [card for card in dying if card not in self.pieces]
        killer = source if source in self.pieces else None
        for card in gone:
            if killer is not None and card != killer:
                yield from self.trigger(killer, "kills", it=card)
        self.judge()  # that the killer's text comes first is DECISIONS 21

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
        if (
            to is None
            or to in walls
            or self.at(to) is not None
            or self.closed_corner(square, direction, walls)
        ):
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
        """Carry out effects in order; return whether something happened.

        An effect that waits for an answer begins anew when a seat resigns (DECISIONS 21).
        """
        happened, left = False, list(effects)
        while left:
            begin = it
            try:
                done, it = yield from self.one_effect(left[0], source, seat, it, bearer)
            except SeatLeft:
                if self.out[seat]:
                    raise
                it = begin
                continue
            happened |= done
            left.pop(0)
        return happened

    def one_effect(
        self, effect: dict[str, Any], source: int, seat: int, it: int | None, bearer: int | None
    ) -> Step:
        """Carry out an effect; return whether it had a target, and what `it` is then."""
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
        handler = getattr(self, "effect_" + do.replace("-", "_"), None)
        if handler is None:
            missing("the effect " + do)
        yield from handler(effect, cards, source, seat, it)
        return bool(cards), it

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
            if self.hands[whose] and effect.get("how") == "you":
                yield from self.ask(seat, (), stop=True)  # it has looked, and there is none
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
