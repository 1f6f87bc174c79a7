"""The notation of stories: positions, dice and facts.

`tests.games.arclash.story` describes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.contract import Seat
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.state import Side

NAMES = ("Ann", "Ben", "Cleo", "Dan")
PLAIN = "TID-03"
"""A Level 1 of 400 power without abilities."""
BLANK = "COM-02"
"""A Support without a lineage, for hands and decks of which only the number matters."""
OF_A_CARD = ("roll", "reroll", "toss")
"""The purposes of dice rolled for cards; dice for ties are random."""
LASTING = {"turn": "", "next-turn": " next turn", "stack": " stack"}


class ToldDice(Stream):
    """Randomness with given results for the dice of cards, or random ones where none is given (None)."""

    def __init__(self, told: str | None) -> None:
        super().__init__("story", b"s" * 32)
        self.fair = told is None
        self.told = throws(told or "")

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        fallen = super().roll(purpose, sides, count)
        if self.fair or purpose.split()[0] not in OF_A_CARD:
            return fallen
        assert self.told, f"{purpose}: no dice are told of"
        told_sides, faces = self.told.pop(0)
        assert (sides, count) == (told_sides, len(faces)), f"{purpose}: {count} dice of {sides} sides"
        return faces


def throws(dice: str) -> list[tuple[int, tuple[int, ...]]]:
    """Return for each roll the sides of the dice, and their results."""
    return [_throw(one) for one in dice.split()]


def _throw(told: str) -> tuple[int, tuple[int, ...]]:
    if told in ("heads", "tails"):
        return 2, (1,) if told == "heads" else (2,)
    sides, _, faces = told.rpartition(":")
    return int(sides.removeprefix("d") or 6), tuple([int(face) for face in faces.split("+")])


def numbers_told(words: str) -> list[str]:
    """Return set numbers from the notation: "COM-02 3xTID-01"."""
    found: list[str] = []
    for word in words.split():
        times, _, number = word.rpartition("x")
        found += [number] * int(times or 1)
    return found


def laid(seat: Seat, description: str) -> tuple[Side, list[str]]:
    """Return a player's side from its description, and the printed power of its Character."""
    zones = {"stack": "", "hand": "", "deck": f"15x{BLANK}", "discard": "", "supports": ""}
    score, last = 0, ""
    for part in ("stack " + description).split(";"):
        word, _, rest = part.strip().partition(" ")
        if word == "score":
            score = int(rest)
        elif word in ("won", "lost"):
            last = word
        else:
            assert word in zones, word
            zones[word] = rest
    numbers = [number for words in zones.values() for number in numbers_told(words)]
    cards = iter(range(seat * DECK_SIZE, seat * DECK_SIZE + DECK_SIZE))
    held = {zone: tuple([next(cards) for _ in numbers_told(words)]) for zone, words in zones.items()}
    deck = Deck(held["deck"], held["discard"])
    side = Side(held["hand"], deck, held["stack"], held["supports"], score, last)  # type: ignore[arg-type]
    return side, numbers


def lines(fact: Any) -> Iterator[str]:
    """Return a fact in the notation of stories, if a card caused it."""
    match fact:
        case facts.PowerChanged(target=seat, by=by, until=until):
            yield _whose(seat, f"{by:+}{LASTING[until]}")
        case facts.Drew(seat=seat, count=count, card=card) if card:
            yield _whose(seat, f"draw {count}")
        case facts.Took(seat=seat, zone=zone, cards=cards, to=to):
            verb = "shuffle in" if to == "deck" else {"deck": "take", "discard": "take back"}[zone]
            yield _whose(seat, f"{verb} {_shown(cards)}")
        case facts.Discarded(seat=seat, cards=cards, cost=cost):
            yield _whose(seat, f"{'pay' if cost else 'discard'} {_shown(cards)}")
        case facts.Milled(seat=seat, cards=cards, cost=cost):
            yield _whose(seat, f"{'pay' if cost else 'mill'} {_shown(cards)}")
        case facts.LevelledDown(seat=seat, why="card"):
            yield _whose(seat, "level down")
        case facts.Shielded(seat=seat, against=against, until=until):
            yield _whose(seat, f"shield {', '.join(against)}{LASTING[until]}")
        case facts.Prevented(target=seat, against=against):
            yield _whose(seat, f"kept from {against}")
        case facts.Cancelled(seat=seat, shown=shown):
            yield _whose(seat, f"cancelled {_shown([shown])}")
        case facts.Forbidden(seat=seat):
            yield _whose(seat, "forbidden")
        case facts.Scored(seat=seat, points=points):
            yield _whose(seat, f"score {points}")
        case facts.Looked(seat=seat, zone=zone, count=count):
            yield _whose(seat, f"look at {count} of the {zone}")
        case facts.Returned(seat=seat, shown=shown, to=to):
            yield _whose(seat, f"back to {to} {_shown([shown])}")
        case facts.Climbed(seat=seat, zone=zone, cards=cards):
            yield _whose(seat, f"climb from {zone} {_shown(cards)}")
        case facts.CutShort():
            yield "cut short"


def _whose(seat: Seat, words: str) -> str:
    return f"{NAMES[seat]}: {words}" if seat else words


def _shown(cards: Sequence[Any]) -> str:
    return " ".join([shown.number for shown in cards]) or "nothing"
