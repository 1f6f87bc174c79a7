"""What happens at a free table. A kind below 0 is a thing whose viewer does not see it: -1 less its group."""

from __future__ import annotations

from bot.engine.contract import Fact, Seat
from bot.engine.facts import MatchOver, Resigned, SeatFact, SeatReady, union_of


class Dealt(SeatFact, frozen=True, tag="dealt"):
    """A seat has drawn for itself or dealt to all hands."""

    deck: int
    number: int
    """For each hand."""
    to: tuple[Seat, ...]
    kinds: tuple[int, ...] = ()
    """What came to the viewer's own hand."""


class Moved(SeatFact, frozen=True, tag="moved"):
    """A thing has come from one zone to another."""

    kind: int
    source: int
    """The zone and the square."""
    target: int
    """The zone, and the square or the end of the deck."""
    down: bool = False
    """Whether it lies face down on the table now."""


class Collected(SeatFact, frozen=True, tag="collected"):
    """All that lay in a zone was put on a deck."""

    zone: int
    deck: int
    number: int


class Flipped(SeatFact, frozen=True, tag="flipped"):
    """A thing was flipped over."""

    kind: int
    at: int
    """The zone and the square."""
    up: bool
    """Whether a card lies face up now; of a piece, whether its first side is up."""


class Turned(SeatFact, frozen=True, tag="turned"):
    """A thing was turned by a quarter."""

    kind: int
    at: int


class Looked(SeatFact, frozen=True, tag="looked"):
    """A seat has looked at a thing; only it sees the kind."""

    kind: int
    at: int


class Revealed(SeatFact, frozen=True, tag="revealed"):
    """A thing was shown to all."""

    kind: int
    at: int


class Shuffled(SeatFact, frozen=True, tag="shuffled"):
    """A zone was shuffled."""

    zone: int


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """The dice of a zone were rolled."""

    zone: int
    faces: tuple[int, ...]
    """Empty for those who do not see them."""


class Counted(SeatFact, frozen=True, tag="counted"):
    """A counter was set."""

    counter: int
    value: int


class Passed(SeatFact, frozen=True, tag="passed"):
    """A seat ended its turn, or does nothing more for now."""

    next: Seat
    """The seat whose turn begins, or -1."""


class RoundBegan(Fact, frozen=True, tag="round-began"):
    """All have passed, and a new round has begun."""

    number: int


class Unveiled(SeatFact, frozen=True, tag="unveiled"):
    """A card that was chosen in secret is revealed."""

    kind: int
    target: int


class Said(SeatFact, frozen=True, tag="said"):
    """A seat has said something."""

    words: str


class Proposed(SeatFact, frozen=True, tag="proposed"):
    """A seat has proposed an end."""

    result: tuple[int, ...]


class Agreed(SeatFact, frozen=True, tag="agreed"):
    """A seat agrees to the end."""


class Declined(SeatFact, frozen=True, tag="declined"):
    """A seat declines the end."""


FreeFact = union_of(globals(), SeatReady, Resigned, MatchOver)
