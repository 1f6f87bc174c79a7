"""What a card reads off the table: which players are meant, by the one who controls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.engine.cards.nodes import Whose
from bot.engine.cards.table import Look
from bot.engine.contract import Seat


class Reading:
    """A card's reading of the table with no chance and no choice in it.

    A player who would have to be chosen is nobody here, dice show nothing and coins no heads. What is being
    carried out reads with both (`bot.engine.cards.attempt.Attempt`).
    """

    __slots__ = ("chosen", "look", "rolled", "seat", "tested")

    sees_power = True
    """Whether power can be asked for; not while it is being found out."""

    def __init__(self, look: Look, seat: Seat, rolled: int = 0, chosen: Seat | None = None) -> None:
        self.look = look
        self.seat = seat
        """Who controls the card."""
        self.rolled = rolled
        """What was rolled last; 0 before any roll."""
        self.chosen = chosen
        """The opponent chosen last; also when there was only one, or only one strongest."""
        self.tested = 0
        """How many conditions were tried: no lawful card has more of them than nodes."""

    def players(self, whose: Whose) -> Sequence[Seat]:
        """Return the seats meant, in the match, clockwise from who controls the card."""
        return _PLAYERS[whose](self)

    def opponents(self) -> tuple[Seat, ...]:
        """Return the opponents, clockwise."""
        seats = tuple(self.look.seats)
        at = seats.index(self.seat)
        return seats[at + 1 :] + seats[:at]

    def only(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the one of these opponents that is meant, and remember it; nobody where there is none."""
        if len(seats) > 1:
            seats = self.choose_seat(seats)
        if seats:
            self.chosen = seats[0]
        return seats

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:  # noqa: ARG002 - nobody chooses here
        """Return the one of several opponents that is chosen."""
        return ()

    def roll(self, count: int, sides: int) -> int:  # noqa: ARG002 - no dice here
        """Return the sum of dice; 0 without any."""
        return 0

    def toss(self) -> bool:
        """Return whether a coin shows heads."""
        return False


def _most(reading: Reading, value: Callable[[Seat], int]) -> Sequence[Seat]:
    """Return the opponent for whom the value is highest; one of those equal."""
    opponents = reading.opponents()
    values = [value(seat) for seat in opponents]
    return reading.only([seat for seat, own in zip(opponents, values, strict=True) if own == max(values)])


def _strongest(reading: Reading) -> Sequence[Seat]:
    return _most(reading, reading.look.power) if reading.sees_power else ()


def _weakest(reading: Reading) -> Sequence[Seat]:
    return _most(reading, lambda seat: -reading.look.power(seat)) if reading.sees_power else ()


def _chosen(reading: Reading) -> Sequence[Seat]:
    return (reading.chosen,) if reading.chosen is not None and reading.chosen in reading.look.seats else ()


_PLAYERS: Mapping[Whose, Callable[[Reading], Sequence[Seat]]] = {
    "you": lambda reading: (reading.seat,),
    "opponent": lambda reading: reading.only(reading.opponents()),
    "chosen": _chosen,
    "opponents": lambda reading: reading.opponents(),
    "everyone": lambda reading: (reading.seat, *reading.opponents()),
    "strongest-opponent": _strongest,
    "weakest-opponent": _weakest,
    "leading-opponent": lambda reading: _most(reading, reading.look.score),
}
