"""One player of an example position, told line by line (`bot.games.arclash.scene`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from bot.engine.cards.nodes import Trigger
from bot.engine.contract import Seat
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.games.arclash.cards import DECK_SIZE, AnyCard, Character, Pool
from bot.games.arclash.decks import listed_cards
from bot.games.arclash.guesswork import a_deck_with
from bot.games.arclash.opening import HAND_SIZE
from bot.games.arclash.state import NO_CARD, Side

_COPIES = re.compile(r"(?:([1-9])x)?([A-Z]{2,5}-[0-9]{2,3})", re.ASCII)
_PART = re.compile(r"([+-][0-9]{1,3}) ([A-Z]{2,5}-[0-9]{2,3})(?: (turn|next-turn|stack))?", re.ASCII)
_MARKS = ("ready", "stands", "passed", "won", "lost", "out")
_AGAINST = ("debuff", "level-down", "discard")


def parts_of(rest: str) -> list[str]:
    """Return what stands between commas."""
    return [part.strip() for part in rest.split(",")]


def numbers_of(words: str) -> list[int]:
    """Return numbers written with blanks between them. Raises `ValueError`."""
    found = words.split()
    if not found or not all(word.isdecimal() and len(word) <= 3 for word in found):
        raise ValueError(f'"{words[:20]}" should be numbers with blanks between them.')
    return [int(word) for word in found]


class Effect(NamedTuple):
    """What a card has done to a player, and for how long."""

    source: str
    target: Seat
    until: str
    by: int = 0
    against: tuple[str, ...] = ()

    def ends(self, turn: int) -> int:
        """Return the turn in which it ends; 0 for what lasts with its card."""
        return {"turn": turn, "next-turn": turn + 1, "stack": 0}[self.until]


class Built(NamedTuple):
    """A player's part of a state."""

    cards: tuple[str, ...]
    numbers: tuple[str, ...]
    side: Side


class SceneSeat:
    """A player's side of the table, and what only this player sees."""

    def __init__(self, seat: Seat, rest: str, pool: Pool) -> None:
        self.seat = seat
        self.boosts: list[Effect] = []
        self.guards: list[Effect] = []
        self.asking: tuple[str, Trigger] | None = None
        self._pool = pool
        self._told: list[str] = []
        self._zones: dict[str, tuple[Card, ...]] = {}
        self._hand_size = HAND_SIZE
        self._list: tuple[str, ...] = ()
        self._score = 0
        self._marks: set[str] = set()
        self._lines: set[str] = set()
        self.name, *marks = parts_of(rest)
        for mark in marks:
            self._mark(mark)

    @property
    def sees(self) -> bool:
        """Whether the scene is seen by this player."""
        return bool(self._list)

    def _mark(self, mark: str) -> None:
        points = re.fullmatch(r"(\d{1,2}) points?", mark)
        if points:
            self._score = int(points[1])
        elif mark in _MARKS:
            self._marks.add(mark)
        else:
            raise ValueError(f'"{mark[:20]}" is not known of a seat: "4 points", {", ".join(_MARKS)}.')

    def take(self, word: str, rest: str) -> None:
        """Take in a line about this player. Raises `ValueError`."""
        if word not in _LINES:
            raise ValueError(f'"{word}" is not known of a seat: {", ".join(_LINES)}.')
        if word in self._lines:
            raise ValueError(f'"{word}" is said twice of {self.name}.')
        self._lines.add(word)
        _LINES[word](self, rest)

    # The lines

    def _cards(self, words: str) -> tuple[Card, ...]:
        """Return the numbers in the match of cards told by set number, copies as often as told."""
        found = []
        for word in words.split():
            said = _COPIES.fullmatch(word)
            if said is None:
                raise ValueError(f'"{word[:20]}" is not a card: write TID-01 or 2xTID-01.')
            self._face(said[2])
            found += [self._another(said[2]) for _ in range(int(said[1] or 1))]
        return tuple(found)

    def _another(self, number: str) -> Card:
        if len(self._told) == DECK_SIZE:
            raise ValueError(f"a player has {DECK_SIZE} cards, and here are more.")
        self._told.append(number)
        return self.seat * DECK_SIZE + len(self._told) - 1

    def _face(self, number: str) -> AnyCard:
        if number not in self._pool.cards:
            raise ValueError(f"there is no card {number[:20]}.")
        return self._pool.cards[number]

    def _say_stack(self, rest: str) -> None:
        levels = [self._face(word).level for word in rest.split()]
        if levels != sorted(levels) or levels[:1] != [1]:
            raise ValueError("a stack begins with a Level 1, and goes up.")
        self._zones["stack"] = self._cards(rest)

    def _say_supports(self, rest: str) -> None:
        for word in rest.split():
            if isinstance(self._face(word), Character):
                raise ValueError(f"{word} is a Character, not a Support.")
        self._zones["supports"] = self._cards(rest)

    def _say_discard(self, rest: str) -> None:
        self._zones["discard"] = self._cards(rest)

    def _say_deck(self, rest: str) -> None:
        self._zones["deck"] = self._cards(rest)

    def _say_power(self, rest: str) -> None:
        for part in parts_of(rest):
            said = _PART.fullmatch(part)
            if said is None:
                raise ValueError(f'"{part[:30]}" is not a part of a power: write "+50 TID-12".')
            self.boosts.append(Effect(said[2], self.seat, said[3] or "turn", by=int(said[1])))

    def _say_guard(self, rest: str) -> None:
        words, *until = parts_of(rest)
        source, *against = words.split()
        if not against or not set(against) <= set(_AGAINST):
            raise ValueError(f'"{rest[:30]}" is not a shield: say against what, {", ".join(_AGAINST)}.')
        lasting = until[0] if until else "turn"
        if lasting not in ("turn", "next-turn", "stack"):
            raise ValueError(f'"{lasting[:20]}" is no time: write turn, next-turn or stack.')
        self.guards.append(Effect(source, self.seat, lasting, against=tuple(against)))

    def _say_hand(self, rest: str) -> None:
        if rest.isdecimal():
            self._hand_size = int(rest)
        else:
            self._zones["hand"] = self._cards(rest)

    def _say_plays(self, rest: str) -> None:
        if rest not in self._pool.decks:
            raise ValueError(f'there is no deck "{rest[:20]}": {", ".join(self._pool.decks)}.')
        self._list = listed_cards(self._pool.decks[rest])

    def _say_placed(self, rest: str) -> None:
        if "hand" not in self._zones:
            self._zones["deck"] = self._cards(rest)
        self._zones["placed"] = self._held(rest, ())

    def _say_paying(self, rest: str) -> None:
        paying: tuple[Card, ...] = ()
        for word in rest.split():
            paying += self._held(word, (*paying, *self._zones.get("placed", ())))
        self._zones["paying"] = paying

    def _held(self, number: str, taken: Iterable[Card]) -> tuple[Card]:
        """Return a card that was told of the hand, or of the deck in the opening."""
        held = self._zones.get("hand") or self._zones.get("deck", ())
        for card in held:
            if self._told[card % DECK_SIZE] == number and card not in taken:
                return (card,)
        raise ValueError(f'"{number[:20]}" is not in the hand: say the hand first.')

    def _say_ask(self, rest: str) -> None:
        number, _, trigger = rest.partition(" ")
        if trigger not in get_args(Trigger):
            raise ValueError(f'"{trigger[:20]}" sets nothing off: {", ".join(get_args(Trigger))}.')
        if self.known(number) is None:
            raise ValueError(f'"{number[:20]}" is not in play: say the stack or the Supports first.')
        self.asking = number, trigger  # type: ignore[assignment]  # one of its words

    # What comes of them

    def known(self, number: str) -> Card | None:
        """Return a card told of, by its set number; one that lies open if there is one."""
        zones = ("supports", "stack", "discard", "hand", "deck")
        cards = [card for zone in zones for card in self._zones.get(zone, ())]
        return next((card for card in cards if self._told[card % DECK_SIZE] == number), None)

    def build(self, phase: str, rng: Stream) -> Built:
        """Return the player's part of the state. Raises `ValueError`."""
        if phase == "decks":
            return Built(self._chosen_deck(), (), self._side((), ()))
        cards = self._list or a_deck_with(self._told, self._pool, rng)
        missing = sorted((Counter(self._told) - Counter(cards)).elements())
        if missing:
            raise ValueError(f"{self.name}'s deck does not hold {missing[0]}, or not as often as told.")
        if self._private and not self._list:
            raise ValueError(f"say which deck {self.name} plays, whose cards are seen: plays: ...")
        hidden = sorted((Counter(cards) - Counter(self._told)).elements())
        begin = self.seat * DECK_SIZE
        rest = tuple(range(begin + len(self._told), begin + DECK_SIZE))
        wanted = 0 if phase == "openers" or "hand" in self._zones else self._hand_size
        if wanted > len(rest):
            raise ValueError(f"{self.name} has more than {DECK_SIZE} cards.")
        hand = (*self._zones.get("hand", ()), *rest[:wanted])
        deck = (*self._zones.get("deck", ()), *rest[wanted:])
        return Built(cards, (*self._told, *hidden), self._side(hand, deck))

    @property
    def _private(self) -> bool:
        return bool({"hand", "deck", "placed", "paying"} & set(self._zones))

    def _chosen_deck(self) -> tuple[str, ...]:
        """Return the deck of a player who is ready in the choice of decks; nobody else sees which."""
        if "ready" not in self._marks:
            return ()
        return self._list or listed_cards(next(iter(self._pool.decks.values())))

    def _side(self, hand: tuple[Card, ...], deck: tuple[Card, ...]) -> Side:
        marks, zones = self._marks, self._zones
        return Side(
            hand=hand,
            deck=Deck(deck, zones.get("discard", ())),
            stack=zones.get("stack", ()),
            supports=zones.get("supports", ()),
            score=self._score,
            last="won" if "won" in marks else "lost" if "lost" in marks else "",
            ready="ready" in marks,
            done=bool(marks & {"stands", "passed"}),
            placed=zones["placed"][0] if "placed" in zones else NO_CARD,
            paying=zones.get("paying", ()),
            out="out" in marks,
        )


_LINES: Mapping[str, Callable[[SceneSeat, str], Any]] = MappingProxyType(
    {
        "stack": SceneSeat._say_stack,
        "supports": SceneSeat._say_supports,
        "discard": SceneSeat._say_discard,
        "power": SceneSeat._say_power,
        "guard": SceneSeat._say_guard,
        "hand": SceneSeat._say_hand,
        "plays": SceneSeat._say_plays,
        "deck": SceneSeat._say_deck,
        "placed": SceneSeat._say_placed,
        "paying": SceneSeat._say_paying,
        "ask": SceneSeat._say_ask,
    }
)
