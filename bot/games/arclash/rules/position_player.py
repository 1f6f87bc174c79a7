"""The lines about one player of Arclash in a position's text (`bot.games.arclash.rules.position`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.contract import Seat
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.engine.positions import parts
from bot.games.arclash.cards.cards import DECK_SIZE, HAND_SIZE, AnyCard, Character, Pool
from bot.games.arclash.cards.decks import a_deck_with
from bot.games.arclash.cards.words.field import Until
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED, Side
from bot.games.arclash.rules.view import Phase

CARD = re.compile(r"(?:([1-9]\d?)x)?([A-Z]{2,5}-[0-9]{2,3})(?:#([1-9]\d?))?", re.ASCII)
_PART = re.compile(r"([+-][0-9]{1,3}) ([A-Z]{2,5}-[0-9]{2,3})(?: (turn|next-turn|stack))?", re.ASCII)
_MARKS = ("ready", "stands", "passed", "won", "lost", "out")
AGAINST = ("debuff", "level-down", "discard")


class Effect(NamedTuple):
    """A card's effect on a player, with its duration."""

    source: str
    target: Seat
    until: str
    by: int = 0
    against: tuple[str, ...] = ()


class Built(NamedTuple):
    """A player's part of a state."""

    cards: tuple[str, ...]
    numbers: tuple[str, ...]
    side: Side


class PlayerLines:
    """Collects the lines about a player."""

    def __init__(self, seat: Seat, rest: str, pool: Pool) -> None:
        self.seat = seat
        self.effects: list[Effect] = []
        self.lines: Mapping[str, Callable[[str], Any]] = {
            "plays": self._say_plays,
            "stack": self._say_stack,
            "supports": self._say_supports,
            "power": self._say_power,
            "guard": self._say_guard,
            "discard": lambda rest: self._lay("discard", rest),
            "hand": self._say_hand,
            "deck": lambda rest: self._lay("deck", rest),
            "placed": self._say_placed,
            "paying": self._say_paying,
            "list": self._say_list,
            "away": lambda rest: self._lay("away", rest),
        }
        self._pool = pool
        self._first = seat * DECK_SIZE
        self._told: dict[int, str] = {}
        """The set numbers of the named cards, by their numbers among the player's cards."""
        self._anywhere: set[int] = set()
        """The numbers of named cards that may still be changed."""
        self._zones: dict[str, tuple[Card, ...]] = {}
        self._more: int | None = None
        self._list: tuple[str, ...] = ()
        self._nothing = False
        self._way = 0
        self._score = 0
        self._marks: set[str] = set()
        for mark in parts(rest):
            self._mark(mark)

    def _mark(self, mark: str) -> None:
        points = re.fullmatch(r"(\d{1,3}) points?", mark)
        if points:
            self._score = int(points[1])
        elif mark in _MARKS:
            self._marks.add(mark)
        else:
            raise ValueError(f'"{mark[:20]}" is not known of a seat: "4 points", {", ".join(_MARKS)}.')

    @property
    def out(self) -> bool:
        """Whether it has resigned."""
        return "out" in self._marks

    # The lines

    def _lay(self, zone: str, words: str) -> None:
        """Add cards to a zone by set number, with the given number of copies."""
        if zone in self._zones:
            raise ValueError(f'"{zone}" is said twice of seat {self.seat + 1}.')
        self._zones[zone] = ()
        for copies, number, place in self._named(words):
            for copy in range(copies):
                self._lay_card(zone, number, None if place is None else place + copy)

    def _named(self, words: str) -> Iterator[tuple[int, str, int | None]]:
        """Yield the copies, the set number and the number, from 0, of each card in a line."""
        for word in words.split():
            said = CARD.fullmatch(word)
            if said is None:
                raise ValueError(f'"{word[:20]}" is not a card: write TID-01 or 2xTID-01.')
            self._face(said[2])
            yield int(said[1] or 1), said[2], None if said[3] is None else int(said[3]) - 1

    def _lay_card(self, zone: str, number: str, place: int | None) -> None:
        """Add a card: the copy with a given number or any copy.

        Beyond 30 cards it replaces the lowest card of the deck.
        """
        if len(self._told) == DECK_SIZE and zone == "deck":
            return
        if len(self._told) == DECK_SIZE:
            if not self._zones.get("deck"):
                raise ValueError(f"a player has {DECK_SIZE} cards, and here are more.")
            *left, lowest = self._zones["deck"]
            self._zones["deck"] = tuple(left)
            self._give_up(lowest % DECK_SIZE)
        card = self._first + self._place(place)
        self._told[card % DECK_SIZE] = number
        if place != card % DECK_SIZE:
            self._anywhere.add(card % DECK_SIZE)
        self._zones[zone] = (*self._zones[zone], card)

    def _give_up(self, place: int) -> None:
        del self._told[place]
        self._anywhere.discard(place)

    def _place(self, wanted: int | None) -> int:
        """Return the requested number, or any free one; cards without a fixed number give way."""
        free = next(place for place in range(DECK_SIZE) if place not in self._told)
        if wanted is None or (wanted < DECK_SIZE and wanted not in self._told):
            return free if wanted is None else wanted
        if wanted not in self._anywhere:
            raise ValueError(f"#{wanted + 1} is told twice, or beyond {DECK_SIZE}.")
        self._told[free] = self._told[wanted]
        self._give_up(wanted)
        self._anywhere.add(free)
        moved = {self._first + wanted: self._first + free}
        self._zones = {
            zone: tuple([moved.get(card, card) for card in cards]) for zone, cards in self._zones.items()
        }
        return wanted

    def _face(self, number: str) -> AnyCard:
        if number not in self._pool.cards:
            raise ValueError(f"there is no card {number[:20]}.")
        return self._pool.cards[number]

    def _say_plays(self, rest: str) -> None:
        self._nothing = rest == "nothing"
        if self._nothing:
            return
        if rest not in self._pool.decks:
            raise ValueError(f'there is no deck "{rest[:20]}": {", ".join(self._pool.decks)}.')
        self._list = deck_cards(self._pool.decks[rest])

    def _say_list(self, rest: str) -> None:
        cards = [number for copies, number, _ in self._named(rest) for _ in range(copies)]
        self._list = tuple(sorted(cards))

    def _say_stack(self, rest: str) -> None:
        levels = [self._face(_bare(word)).level for word in rest.split()]
        if levels != sorted(levels) or levels[:1] not in ([1], []):
            raise ValueError("a stack begins with a Level 1, and goes up.")
        self._lay("stack", rest)

    def _say_supports(self, rest: str) -> None:
        for word in rest.split():
            if isinstance(self._face(_bare(word)), Character):
                raise ValueError(f"{word} is a Character, not a Support.")
        self._lay("supports", rest)

    def _say_power(self, rest: str) -> None:
        for part in parts(rest):
            said = _PART.fullmatch(part)
            if said is None:
                raise ValueError(f'"{part[:30]}" is not a part of a power: write "+50 TID-12".')
            self.effects.append(Effect(said[2], self.seat, said[3] or "turn", by=int(said[1])))

    def _say_guard(self, rest: str) -> None:
        words, *until = parts(rest) or [""]
        source, *against = words.split() or [""]
        if not against or not set(against) <= set(AGAINST):
            raise ValueError(f'"{rest[:30]}" is not a shield: say against what, {", ".join(AGAINST)}.')
        lasting = until[0] if until else "turn"
        if lasting not in get_args(Until):
            raise ValueError(f'"{lasting[:20]}" is no time: write turn, next-turn or stack.')
        self.effects.append(Effect(source, self.seat, lasting, against=tuple(against)))

    def _say_hand(self, rest: str) -> None:
        words, _, more = rest.rpartition(" ")
        if not more.isdecimal():
            words, more = rest, "0"
        self._lay("hand", words)
        self._more = int(more)

    def _say_placed(self, rest: str) -> None:
        card, *way = parts(rest) or [""]
        if "hand" not in self._zones:
            self._lay("deck", card)
        self._zones["placed"] = self._held(card, ())
        if way:
            said = re.fullmatch(r"way (\d|\?)", way[0])
            if said is None:
                raise ValueError(f'"{way[0][:20]}" is no way of advancing: write way 1, or way ?.')
            self._way = UNDECIDED if said[1] == "?" else int(said[1]) - 1

    def _say_paying(self, rest: str) -> None:
        paying: tuple[Card, ...] = ()
        for word in rest.split():
            paying += self._held(word, (*paying, *self._zones.get("placed", ())))
        self._zones["paying"] = paying

    def _held(self, word: str, taken: Iterable[Card]) -> tuple[Card]:
        """Return a named card of the hand, or of the deck in the opening."""
        said = CARD.fullmatch(word)
        for card in (self._zones.get("hand") or self._zones.get("deck", ())) if said else ():
            if said is not None and self._is(card, said[2], said[3]) and card not in taken:
                return (card,)
        raise ValueError(f'"{word[:20]}" is not in the hand: say the hand first.')

    def _is(self, card: Card, number: str, place: str | None) -> bool:
        at = card % DECK_SIZE
        return self._told[at] == number and place in (None, str(at + 1))

    # The result

    def known(self, number: str, place: str | None = None) -> Card | None:
        """Return a named card by its set number; a face-up one if there is one."""
        zones = ("supports", "stack", "discard", "hand", "deck", "away")
        cards = [card for zone in zones for card in self._zones.get(zone, ())]
        return next((card for card in cards if self._is(card, number, place)), None)

    def build(self, phase: Phase, out_of_play: str) -> Built:
        """Return the player's part of the state.

        If some cards are out of play, the deck has only the named cards. Raises `ValueError`.
        """
        if phase == "decks":
            for said in [zone for zone, cards in self._zones.items() if cards]:
                raise ValueError(
                    f"seat {self.seat + 1} has no cards before the decks are chosen: leave out {said}:, or "
                    "write another phase."
                )
            # The deck of a player who is ready in the choice of decks; it is secret.
            if self._list or "ready" not in self._marks:
                chosen_deck = self._list
            else:
                chosen_deck = deck_cards(next(iter(self._pool.decks.values())))
            return Built(chosen_deck, (), self._side((), ()))
        if self._nothing:
            return Built((), (), self._side((), ()))
        told = tuple(self._told.values())
        free = [self._first + place for place in range(DECK_SIZE) if place not in self._told]
        if out_of_play or not free:
            numbers = self._numbered((out_of_play,) * len(free))
            return Built(tuple(sorted(numbers)), numbers, self._opened(phase, numbers, self._side((), ())))
        cards = self._list or a_deck_with(told, self._pool, Stream("example", bytes(32)))
        missing = sorted((Counter(told) - Counter(cards)).elements())
        if missing:
            raise ValueError(
                f"the deck of seat {self.seat + 1} does not hold {missing[0]}, or not as often as told."
            )
        hidden = sorted((Counter(cards) - Counter(told)).elements())
        usual = 0 if phase == "openers" else HAND_SIZE
        wanted = usual if self._more is None else self._more
        if wanted > len(free):
            raise ValueError(f"seat {self.seat + 1} has more than {DECK_SIZE} cards.")
        numbers = self._numbered(hidden)
        side = self._opened(phase, numbers, self._side(free[:wanted], free[wanted:]))
        return Built(cards, numbers, side)

    def _opened(self, phase: Phase, numbers: Sequence[str], side: Side) -> Side:
        """Return the side with some opener, if it is ready in the opening and none is named; it is secret."""
        if phase != "openers" or not side.ready or side.placed != NO_CARD:
            return side
        for card in side.deck.order:
            face = self._pool.cards.get(numbers[card % DECK_SIZE])
            if isinstance(face, Character) and face.level == 1:
                return replace(side, placed=card)
        raise ValueError(f"seat {self.seat + 1} is ready, but has no Character of level 1 in its deck.")

    def _numbered(self, others: Sequence[str]) -> tuple[str, ...]:
        """Return the set numbers of all the player's cards by number; these where no card is named."""
        left = iter(others)
        return tuple([self._told.get(place) or next(left, "") for place in range(DECK_SIZE)])

    def _side(self, hand: Iterable[Card], deck: Iterable[Card]) -> Side:
        """Return the side with these hand cards and the deck after the named cards."""
        marks, zones = self._marks, self._zones
        return Side(
            hand=(*zones.get("hand", ()), *hand),
            deck=Deck((*zones.get("deck", ()), *deck), zones.get("discard", ())),
            stack=zones.get("stack", ()),
            supports=zones.get("supports", ()),
            score=self._score,
            last="won" if "won" in marks else "lost" if "lost" in marks else "",
            ready="ready" in marks,
            done=bool(marks & {"stands", "passed"}),
            placed=zones["placed"][0] if "placed" in zones else NO_CARD,
            way=self._way,
            paying=zones.get("paying", ()),
            out=self.out,
        )


def _bare(word: str) -> str:
    """Return the set number of a card named with its number and copies."""
    said = CARD.fullmatch(word)
    return word if said is None else said[2]
