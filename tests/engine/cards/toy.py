"""A tiny game to test the card language: hands, decks, stacks, scores, and a list of facts.

`Toy` is the table; it stores everything in plain lists. `Story` plays abilities on it in sequence and answers
their questions. Dice can be loaded.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.cards import machine
from bot.engine.cards.bounds import Work
from bot.engine.cards.machine import effects_of
from bot.engine.cards.nodes import ConditionNode as Condition
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.program import Program, Question, Running
from bot.engine.cards.words.dice import rerolling
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.power import power_changes

ZONES = ("hand", "deck", "discard", "stack", "supports")


class ToyFace(msgspec.Struct, frozen=True):
    name: str = "Nobody"
    traits: tuple[str, ...] = ()
    kind: str = "character"
    level: int = 1
    power: int = 100
    abilities: tuple[Ability, ...] = ()
    number: str = "TOY-00"


NOBODY = ToyFace()


class Toy:
    """The table. `facts` are tuples: the fact, and its details."""

    vocabulary = VOCABULARY

    def __init__(self, seats: int = 2) -> None:
        self.seats = list(range(seats))
        self.work = Work()
        self.faces: dict[Card, ToyFace] = {}
        self.zones: list[dict[str, list[Card]]] = [{zone: [] for zone in ZONES} for _ in range(seats)]
        self.scores = [0] * seats
        self.battles = [""] * seats
        self.changes: list[tuple[int, int, str]] = []
        self.guards: list[tuple[int, tuple[str, ...]]] = []
        self.used_up: list[Card] = []
        self.facts: list[tuple[Any, ...]] = []
        for seat in range(seats):
            self.put("stack", seat, NOBODY)

    def put(self, zone: str, seat: int, *faces: ToyFace | str) -> list[Card]:
        """Put new cards at the end of a place; a name means a plain Character of that name."""
        cards = list(range(len(self.faces), len(self.faces) + len(faces)))
        for card, face in zip(cards, faces, strict=True):
            self.faces[card] = ToyFace(name=face) if isinstance(face, str) else face
        self.zones[seat][zone] += cards
        return cards

    def clone(self) -> Toy:
        other = copy.copy(self)
        other.faces = dict(self.faces)
        other.zones = [{zone: list(cards) for zone, cards in side.items()} for side in self.zones]
        for name in ("seats", "scores", "battles", "changes", "guards", "used_up", "facts"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def all_cards(self) -> list[Card]:
        return sorted(card for side in self.zones for cards in side.values() for card in cards)

    def told(self, *kinds: str) -> list[tuple[Any, ...]]:
        """Return the facts of these kinds, without the card that caused them."""
        return [(fact[0], *fact[2:]) for fact in self.facts if not kinds or fact[0] in kinds]

    # ---- queries

    def cards(self, zone: str, seat: int) -> tuple[Card, ...]:
        side = self.zones[seat]
        if zone == "current":
            return tuple(side["stack"][-1:])
        return tuple(side["stack"] + side["supports"] if zone == "play" else side[zone])

    def face(self, card: Card) -> ToyFace:
        return self.faces[card]

    def power(self, seat: int) -> int:
        stack = self.zones[seat]["stack"]
        power = self.faces[stack[-1]].power if stack else 0
        power += sum(by for target, by, _ in self.changes if target == seat)
        for other in self.seats:
            for card in self.cards("play", other):
                power += sum(by for target, by in power_changes(self, card, other) if target == seat)
        return max(0, power)

    def level(self, seat: int) -> int:
        stack = self.zones[seat]["stack"]
        return self.faces[stack[-1]].level if stack else 0

    def score(self, seat: int) -> int:
        return self.scores[seat]

    def battle(self, seat: int) -> str:
        return self.battles[seat]

    # ---- actions

    def _tell(self, *fact: Any) -> None:
        self.facts.append(fact)

    def rerolls(self, seat: int) -> tuple[Card, ...]:
        return tuple(
            card
            for card in self.cards("play", seat)
            if card not in self.used_up and rerolling(self, card, seat)
        )

    def used(self, card: Card) -> None:
        self.used_up.append(card)

    def lapsed(self, card: Card, ability: int) -> bool:
        return False

    def carried_out(self, card: Card, ability: int) -> None:
        pass

    def refill(self, seat: int, count: int) -> None:
        pass

    def advanced(self, card: Card) -> list[Running]:
        """Return the abilities of a card that a card has put on a stack."""
        return [
            Running(card, seat, effects_of(ability))
            for seat in self.seats
            if card in self.zones[seat]["stack"]
            for ability in self.face(card).abilities
            if ability.trigger == "advance"
        ]

    def rolled(self, card: Card, seat: int, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        self._tell("rolled again" if again else "rolled", card, seat, dice, sides)

    def tossed(self, card: Card, seat: int, *, heads: bool) -> None:
        self._tell("tossed", card, seat, heads)

    def change_power(self, card: Card, target: int, by: int, until: str) -> None:
        assert by, "a change of nothing is no change"
        if by < 0 and self._guarded(target, card, "debuff"):
            self._tell("prevented", card, target, "debuff")
            return
        self.changes.append((target, by, until))
        self._tell("power", card, target, by, until)

    def draw(self, card: Card, target: int, count: int, rng: Stream) -> None:
        assert count
        side = self.zones[target]
        if len(side["deck"]) < count and side["discard"]:
            side["deck"] += rng.shuffle("refill", side["discard"])
            side["discard"] = []
        drawn, side["deck"] = side["deck"][:count], side["deck"][count:]
        side["hand"] += drawn
        self._tell("drew", card, target, len(drawn))

    def take(self, card: Card, seat: int, zone: str, cards: tuple[Card, ...], to: str, rng: Stream) -> None:
        side = self.zones[seat]
        side[zone] = [one for one in side[zone] if one not in cards]
        side[to] += cards
        if "deck" in (zone, to):
            side["deck"] = rng.shuffle("deck", side["deck"])
        self._tell("took", card, seat, zone, cards, to)

    def discard(self, card: Card, by: int, target: int, cards: tuple[Card, ...]) -> None:
        assert cards
        self._throw_away(target, "hand", cards)
        self._tell("discarded", card, by, target, cards)

    def mill(self, card: Card, target: int, count: int) -> None:
        cards = self.zones[target]["deck"][:count]
        assert cards
        self._throw_away(target, "deck", cards)
        self._tell("milled", card, target, len(cards))

    def level_down(self, card: Card, target: int) -> None:
        stack = self.zones[target]["stack"]
        if self._guarded(target, card, "level-down"):
            self._tell("prevented", card, target, "level-down")
        elif len(stack) > 1:
            self._throw_away(target, "stack", stack[-1:])
            self._tell("level down", card, target)

    def shield(self, card: Card, target: int, against: Sequence[str], until: str) -> None:
        self.guards.append((target, tuple(against)))
        self._tell("shielded", card, target, tuple(against), until)

    def shielded(self, target: int, by: int, against: str) -> bool:
        return target != by and any(seat == target and against in guard for seat, guard in self.guards)

    def prevented(self, card: Card, target: int, against: str) -> None:
        self._tell("prevented", card, target, against)

    def guessed(self, card: Card, guesser: int, position: int, shown: Card | None) -> None:
        self._tell("guessed", card, guesser, position, shown)

    def paid(self, card: Card, seat: int, cards: tuple[Card, ...], milled: int) -> None:
        assert cards or milled
        self._throw_away(seat, "hand", cards)
        side = self.zones[seat]
        if len(side["deck"]) < milled:
            side["deck"], side["discard"] = side["deck"] + side["discard"], []
        self._throw_away(seat, "deck", side["deck"][:milled])
        self._tell("paid", card, seat, cards, milled)

    def cut_short(self, card: Card) -> None:
        self._tell("cut short", card)

    @property
    def over(self) -> bool:
        return max(self.scores) >= 100

    def climbing(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        faces = [(card, self.faces[card]) for card in cards]
        above = self.level(seat) + 1
        return [card for card, face in faces if face.kind == "character" and face.level == above]

    def cancel(self, card: Card, target: int, support: Card) -> None:
        self._throw_away(target, "supports", [support])
        self._tell("cancelled", card, target, support)

    def forbid(self, card: Card, target: int) -> None:
        self._tell("forbidden", card, target)

    def score_points(self, card: Card, seat: int, points: int) -> None:
        self.scores[seat] += points
        self._tell("scored", card, seat, points)

    def looked(self, card: Card, seat: int, target: int, zone: str, cards: tuple[Card, ...]) -> None:
        assert cards
        self._tell("looked", card, seat, target, zone, cards)

    def take_back_advancement(self, card: Card, target: int, to: str, rng: Stream) -> None:
        stack = self.zones[target]["stack"]
        if self._guarded(target, card, "level-down"):
            self._tell("prevented", card, target, "level-down")
        elif len(stack) > 1:
            self._take_back(card, target, "stack", stack[-1], to, rng)

    def take_back_support(self, card: Card, target: int, support: Card, to: str, rng: Stream) -> None:
        self._take_back(card, target, "supports", support, to, rng)

    def _take_back(self, by: Card, target: int, zone: str, card: Card, to: str, rng: Stream) -> None:
        side = self.zones[target]
        side[zone] = [one for one in side[zone] if one != card]
        side[to].append(card)
        if to == "deck":
            side["deck"] = rng.shuffle("deck", side["deck"])
        self._tell("took back", by, target, card, to)

    def climb(self, card: Card, seat: int, zone: str, found: tuple[Card, ...], rng: Stream) -> None:
        side = self.zones[seat]
        side[zone] = [one for one in side[zone] if one not in found]
        side["stack"] += found
        if zone == "deck":
            side["deck"] = rng.shuffle("deck", side["deck"])
        self._tell("climbed", card, seat, zone, found)

    def record(self, fact: Any) -> None:
        self._tell(fact, None)

    def _guarded(self, target: int, card: Card, against: str) -> bool:
        """A toy card has no owner: the seat that has it in play counts."""
        owner = next((seat for seat in self.seats if card in self.cards("play", seat)), None)
        return owner is not None and self.shielded(target, owner, against)

    def _throw_away(self, seat: int, zone: str, cards: Sequence[Card]) -> None:
        side, gone = self.zones[seat], list(cards)
        assert set(gone) <= set(side[zone]), f"{gone} is not in the {zone} of {seat}"
        side[zone] = [card for card in side[zone] if card not in gone]
        side["discard"] += gone


class LoadedDice(Stream):
    """Dice with given results, a coin 1 for heads; afterwards ordinary ones.

    A shuffle reverses, and a pick takes the last item.
    """

    def __init__(self, *dice: int) -> None:
        super().__init__("toy", b"t" * 32)
        self.loaded = list(dice)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        fallen = super().roll(purpose, sides, count)
        if len(self.loaded) < count:
            return fallen
        told, self.loaded = tuple(self.loaded[:count]), self.loaded[count:]
        return told

    def shuffle(self, purpose: str, items: Sequence[Any]) -> list[Any]:
        super().shuffle(purpose, items)
        return list(reversed(items))

    def pick(self, purpose: str, items: Sequence[Any]) -> Any:
        super().pick(purpose, items)
        return items[-1]


class Story:
    """Abilities played on a toy table; the card is a Support in play of the seat that plays it."""

    def __init__(self, table: Toy | None = None, *dice: int) -> None:
        self.table = table if table is not None else Toy()
        self.rng = LoadedDice(*dice)
        self.program = Program()

    def play(self, *effects: Effect, seat: int = 0, needs: Condition | None = None, number: str = "TOY-01"):
        """Play a Support with these effects; return the story for further calls."""
        ability = Ability("played", effects, needs)
        face = ToyFace("Word", kind="support", level=0, abilities=(ability,), number=number)
        (card,) = self.table.put("supports", seat, face)
        self.program = machine.begin(self.program, card, seat, ability)
        self.program = machine.run(self.program, self.table, self.rng)
        return self

    def answer(self, *values: int):
        """Answer the questions in sequence."""
        for value in values:
            self.program = machine.answer(self.program, self.table, value, self.rng)
        return self

    def leave(self, seat: int):
        """Let a seat leave the match."""
        self.table.seats.remove(seat)
        self.program = machine.leave(self.program, seat, self.table, self.rng)
        return self

    @property
    def question(self) -> Question:
        """Return the current question; there must be one."""
        assert self.program.question is not None, f"nothing is asked; it came to {self.table.facts}"
        return self.program.question

    @property
    def answers(self) -> tuple[int, ...]:
        return machine.answers(self.program)

    @property
    def over(self) -> bool:
        """Whether the program is finished."""
        return self.program.idle and self.program.question is None

    def told(self, *kinds: str) -> list[tuple[Any, ...]]:
        return self.table.told(*kinds)
