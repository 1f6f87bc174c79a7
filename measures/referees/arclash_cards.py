"""Arclash for its referee: the cards as data, and what their words mean (`arclash`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any

from measures.referees import SeatLeft, Table, missing

SETS = Path(__file__).parents[2] / "data" / "arclash" / "sets"
SIZE, HAND = 30, 8
Step = Generator[dict[int, set[Any]], tuple[int, Any], Any]
FIELDS = {
    "deck": "deck", "open": "card", "advance": "card", "way": "way", "pay": "card", "play": "card",
    "renew": "card",
    "choose": "answer",
}  # fmt: skip
"""The field of an action that has one."""


def read_cards() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the cards of the standard sets by number, and the ready decks."""
    cards, decks = {}, {}
    for path in sorted(SETS.glob("*.toml")):
        data = tomllib.loads(path.read_text())
        for table, kind in (("characters", "character"), ("supports", "support")):
            for card in data.get(table, ()):
                cards[card["number"]] = {
                    "kind": kind, "level": 0, "power": 0, "traits": [], "abilities": [],
                    "advances": [], **card,
                }  # fmt: skip
        decks |= data.get("decks", {})
    return cards, decks


CARDS, DECKS = read_cards()


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def matches(face: Mapping[str, Any], which: Mapping[str, Any]) -> bool:
    """Whether a card passes a filter (ARC-03: whole words, whatever their case)."""
    for key, value in which.items():
        if key == "word":
            wanted = words(value)
            texts = [words(text) for text in (face["name"], *face["traits"])]
            if not any(t[i : i + len(wanted)] == wanted for t in texts for i in range(len(t))):
                return False
        elif key == "trait":
            if value not in face["traits"]:
                return False
        elif key == "level":
            if face["level"] not in value:
                return False
        elif key in ("name", "kind"):
            if face[key] != value:
                return False
        else:
            missing(f"the filter {key}")
    return True


def within(value: int, test: Mapping[str, Any]) -> bool:
    """Whether a number is within the bounds and has the parity of a condition."""
    if "parity" in test and (value % 2 == 0) != (test["parity"] == "even"):
        return False
    return test.get("at_least", value) <= value <= test.get("at_most", value)  # type: ignore[no-any-return]


class Cards(Table):
    """What cards say, carried out on the table of the game."""

    # Who, which and how much (docs/CARDS.md)

    def many(self, whose: str, context: dict[str, Any]) -> list[int]:
        """Players of whom none has to be chosen."""
        seat = context["seat"]
        if whose == "you":
            return [seat]
        if whose == "everyone":
            return self.clockwise(seat)
        if whose == "opponents":
            return self.clockwise(seat)[1:]
        if whose == "chosen" or whose.endswith("opponent"):  # found before, by `find_out`
            return [context["chosen"]] if context["chosen"] in self.playing() else []
        return missing(f"the players {whose} here")  # type: ignore[no-any-return]

    def players(self, whose: str, context: dict[str, Any]) -> Step:
        """Players, one of several chosen by the card's player; after that `chosen` is that opponent."""
        if whose in ("you", "everyone", "opponents", "chosen"):
            return self.many(whose, context)
        others = self.clockwise(context["seat"])[1:]
        if whose in ("strongest-opponent", "weakest-opponent", "leading-opponent"):
            value = {s: self.scores[s] if whose == "leading-opponent" else self.power(s) for s in others}
            best = (min if whose == "weakest-opponent" else max)(value.values())
            others = [s for s in others if value[s] == best]
        elif whose != "opponent":
            missing(f"the players {whose}")
        context["chosen"] = (yield from self.ask(context["seat"], others)) if len(others) > 1 else others[0]
        return [context["chosen"]]

    def zone(self, cards: Mapping[str, Any], context: dict[str, Any]) -> list[int]:
        """The cards in a place that pass the filter."""
        found: list[int] = []
        for seat in self.many(cards.get("whose", "you"), context):
            found += {
                "hand": self.hands[seat], "deck": self.decks[seat], "discard": self.discards[seat],
                "current": self.stacks[seat][-1:], "stack": self.stacks[seat],
                "supports": self.supports[seat],
                "play": [*self.stacks[seat], *self.supports[seat]],
            }[cards["zone"]]  # fmt: skip
        return [card for card in found if matches(self.face(card), cards.get("which", {}))]

    def amount(self, by: Any, context: dict[str, Any], rolled: int | None = None) -> int:
        """A number; dice are rolled before (`roll_for`)."""
        if isinstance(by, int):
            return by
        kind = by["amount"]
        if kind == "dice":
            if rolled is None:
                missing("dice here")
            value: int = rolled or 0
        elif kind == "rolled":
            value = context["rolled"]
        elif kind == "count":
            value = len(self.zone(by["cards"], context))
        elif kind in ("level", "score", "power"):
            whose = by.get("whose", "you")
            seats = self.many(whose, context)
            value = sum(
                {
                    "level": lambda s: self.top(s)["level"], "score": lambda s: self.scores[s],
                    "power": self.power,
                }[kind](s)
                for s in seats
            )  # fmt: skip
            if by.get("difference"):
                missing("a difference of power")
        else:
            return missing(f"the amount {kind}")  # type: ignore[no-any-return]
        if by.get("halved"):
            value = (value + 1) // 2
        value *= by.get("times", 1)
        return min(value, by["at_most"]) if "at_most" in by else value

    def amount_of(self, by: Any, context: dict[str, Any]) -> Step:
        """An amount of an effect: dice may be rolled and players chosen for it."""
        rolled = None
        if isinstance(by, dict) and by["amount"] == "dice":
            rolled = yield from self.roll(by.get("dice", 1), by.get("sides", 6), context)
        yield from self.find_out(by, context)
        return self.amount(by, context, rolled)

    def find_out(self, about: Any, context: dict[str, Any]) -> Step:
        """Find the opponent that an amount or a condition speaks of."""
        for part in (about, about.get("cards", {})) if isinstance(about, dict) else ():
            if part.get("whose", "you").endswith("opponent"):
                yield from self.players(part["whose"], context)

    def roll(self, count: int, sides: int, context: dict[str, Any]) -> Step:
        """Roll dice for a card; who has a reroll is asked."""
        kept = context.get("kept") or []
        dice = kept.pop(0) if kept else self.dice.roll(count, sides)
        thrown = context.setdefault("thrown", [])
        thrown.append(dice)
        offered = set()
        while True:
            open_ = [
                (card, index)
                for card in self.in_force(context["seat"])
                for index, a in enumerate(self.face(card)["abilities"])
                if a["on"] == "roll" and (card, index) not in self.spent | offered
                and ("needs" not in a or self.holds(a["needs"], {**context, "card": card}))
            ]  # fmt: skip
            if not open_:
                break
            offered.add(open_[0])
            if (yield from self.ask(context["seat"], (0, 1))):
                self.spent.add(open_[0])
                dice = self.dice.roll(count, sides)
                thrown[-1] = dice
        context["rolled"] = sum(dice)
        return sum(dice)

    def holds(self, test: Mapping[str, Any], context: dict[str, Any]) -> bool:
        """A condition without chance and choice."""
        kind, seat = test["test"], context["seat"]
        if kind == "not":
            return not self.holds(test["of"], context)
        if kind in ("all", "any"):
            return (all if kind == "all" else any)(self.holds(each, context) for each in test["of"])
        if kind == "battle":
            return bool(self.last[seat] == test["result"])
        if kind == "cards":
            return within(len(self.zone(test["cards"], context)), {"at_least": 1, **test})
        if kind == "rolled":
            return within(context["rolled"], test)
        if kind in ("score", "power", "level"):
            value = {
                "score": lambda s: self.scores[s],
                "power": self.power,
                "level": lambda s: self.top(s)["level"],
            }[kind]
            whose = test.get("whose", "you")
            seats = self.many(whose, context)
            if "rank" in test:
                best = (max if test["rank"] == "highest" else min)(value(s) for s in self.playing())
                return any(value(s) == best for s in seats)
            return any(within(value(s), test) for s in seats)
        return missing(f"the condition {kind} here")  # type: ignore[no-any-return]

    def tested(self, test: Mapping[str, Any], context: dict[str, Any]) -> Step:
        """A condition of an effect, which may roll, toss, or have a player chosen."""
        kind = test["test"]
        if kind == "coin":
            return self.dice.roll(1, 2) == (1,)
        if kind == "die":
            return within((yield from self.roll(1, test.get("sides", 6), context)), test)
        if kind == "not":
            return not (yield from self.tested(test["of"], context))
        if kind in ("all", "any"):
            for each in test["of"]:
                if (yield from self.tested(each, context)) != (kind == "all"):
                    return kind == "any"
            return kind == "all"
        yield from self.find_out(test, context)
        return self.holds(test, context)

    # What cards do (docs/CARDS.md)

    def effects(self, effects: Iterable[dict[str, Any]], context: dict[str, Any]) -> Step:
        for effect in effects:
            handler = getattr(self, "effect_" + effect["do"].replace("-", "_"), None)
            if handler is None:
                missing("the effect " + effect["do"])
                continue
            context["thrown"], context["kept"] = [], []
            while True:
                try:
                    yield from handler(effect, context)
                    break
                except SeatLeft:  # no ruling: the effect begins anew without who has left
                    if self.out[context["seat"]]:
                        raise
                    context["kept"], context["thrown"] = context["thrown"], []  # dice stay as they fell

    def ends(self, effect: Mapping[str, Any]) -> int:
        return {"turn": self.turn, "next-turn": self.turn + 1, "stack": 0}[effect.get("until", "turn")]

    def effect_buff(self, effect: Any, context: Any, sign: int = 1) -> Step:
        targets = yield from self.players(effect.get("whose", "you" if sign > 0 else "opponent"), context)
        by = (yield from self.amount_of(effect["by"], context)) if targets else 0
        for target in targets:
            if by and not (sign < 0 and self.shielded(target, context["seat"], "debuff")):
                self.boosts.append((context["card"], target, sign * by, self.ends(effect)))

    def effect_debuff(self, effect: Any, context: Any) -> Step:
        yield from self.effect_buff(effect, context, -1)

    def effect_shield(self, effect: Any, context: Any) -> Step:
        targets = yield from self.players(effect.get("whose", "you"), context)
        for target in targets:
            self.guards.append((context["card"], target, tuple(effect["against"]), self.ends(effect)))

    def effect_draw(self, effect: Any, context: Any) -> Step:
        targets = yield from self.players(effect.get("whose", "you"), context)
        count = yield from self.amount_of(effect.get("count", 1), context)
        for target in targets:
            self.draw(target, count)

    def effect_level_down(self, effect: Any, context: Any) -> Step:
        for target in (yield from self.players(effect.get("whose", "opponent"), context)):
            if not self.shielded(target, context["seat"], "level-down"):
                self.off(target)

    def effect_if(self, effect: Any, context: Any) -> Step:
        held = yield from self.tested(effect["test"], context)
        yield from self.effects(effect["then"] if held else effect.get("otherwise", ()), context)

    def effect_may(self, effect: Any, context: Any) -> Step:
        """Asked if the others can see that it can be paid; declined only, if it cannot."""
        seat, costs = context["seat"], effect.get("pay", ())
        if len(self.hands[seat]) < len(self.owed(costs)) or not self.payable(
            seat, [c for c in costs if c["pay"] != "discard"]
        ):
            return
        options = (0, 1) if self.payable(seat, costs) else (0,)
        if not (yield from self.ask(seat, options)):
            return
        owed, hand, paid = self.owed(costs), list(self.hands[seat]), list[int]()
        if owed and len(owed) == len(hand) and not any(owed):
            paid = hand
        while len(paid) < len(owed):
            left = [c for c in hand if c not in paid]
            paid.append((yield from self.ask(seat, self.payers(left, owed[len(paid) :]))))
        self.pay(seat, costs, paid)
        yield from self.effects(effect["then"], context)

    def effect_choose(self, effect: Any, context: Any) -> Step:
        who = effect.get("who", "you")
        if who == "opponents":
            missing("a choice of each opponent")
        for seat in (yield from self.players(who, context)):  # nobody, if who was chosen has left
            option = yield from self.ask(seat, range(len(effect["options"])))
            yield from self.effects(effect["options"][option], context)

    def effect_search(self, effect: Any, context: Any) -> Step:
        seat, where = context["seat"], effect["where"]
        if where == "top":
            self.refill(seat, effect["top"])
        deck = self.decks[seat]
        looked = {
            "discard": self.discards[seat], "deck": deck, "top": deck[: effect.get("top", 0)],
            "top-half": deck[: (len(deck) + 1) // 2],
        }[where]  # fmt: skip
        if not looked:
            return
        left = [c for c in looked if matches(self.face(c), effect.get("which", {}))]
        taken: list[int] = []
        while len(taken) < effect.get("count", 1) and (left or where != "discard"):
            answer = yield from self.ask(seat, left, stop=True)
            if answer == -1:
                break
            left = [c for c in left if c != answer]
            taken.append(answer)
        for card in taken:
            (self.discards if where == "discard" else self.decks)[seat].remove(card)
        if effect.get("to") == "deck":
            self.decks[seat] += taken
        else:
            self.hands[seat] += taken
        if where != "discard" or (taken and effect.get("to") == "deck"):
            self.decks[seat] = self.dice.shuffle(self.decks[seat])

    def effect_discard(self, effect: Any, context: Any) -> Step:
        """All choose before any card is discarded."""
        targets = yield from self.players(effect.get("whose", "opponent"), context)
        count = (yield from self.amount_of(effect.get("count", 1), context)) if targets else 0
        targets = [t for t in targets if count and not self.shielded(t, context["seat"], "discard")]
        which, how, chosen = effect.get("which", {}), effect.get("how", "owner"), {}
        for target in targets:
            if effect.get("zone", "hand") == "deck":
                self.refill(target, count)
                self.mill(target, count)
                continue
            hand = self.hands[target]
            if count >= len(hand) and (not which or how == "random"):
                chosen[target] = list(hand)
            elif how == "random":
                chosen[target] = [self.dice.pick(hand)] if count == 1 else self.dice.shuffle(hand)[:count]
            else:
                seat = target if how == "owner" else context["seat"]
                left = [c for c in hand if matches(self.face(c), which)]
                if how == "you" and hand and not left:
                    yield from self.ask(seat, (), stop=True)  # it has looked
                chosen[target] = []
                while left and len(chosen[target]) < count:
                    card = yield from self.ask(seat, left)
                    left = [c for c in left if c != card]
                    chosen[target].append(card)
        for target, cards in chosen.items():
            self.throw(target, cards)

    def effect_guess(self, effect: Any, context: Any) -> Step:
        seat, hand = context["seat"], self.hands[context["seat"]]
        marks = [c for c in hand if matches(self.face(c), effect.get("which", {}))]
        guessers = (yield from self.players(effect.get("whose", "opponent"), context)) if hand else ()
        if not guessers or not marks:
            return
        (guesser,) = guessers
        right = True
        if len(hand) > 1:
            marked = yield from self.ask(seat, marks)
            place = self.dice.shuffle(hand).index(marked)
            right = (yield from self.ask(guesser, range(len(hand)))) == place
        yield from self.effects(effect.get("right" if right else "wrong", ()), context)
