"""The engine contract: the interface of every game's rules, and the types of its values.

`StandardRules` has the rules that most games share.

A game is a subclass of `Rules` with `msgspec` structs for its options, state, actions, facts and views. Rules
are pure: the same state, action and randomness always give the same result.

Actions, facts and events are immutable, so they are in no cycle, and the garbage collector need not look at
them (`gc=False`).
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream

Seat: TypeAlias = int
"""A seat of a match, numbered from 0 in data and from 1 where a person reads it."""

Viewer: TypeAlias = Seat | None
"""A viewer: a seat, or None for the public (spectators, strangers, the channel)."""


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """A single decision of a player. Each game has a tagged union of these."""


class Resign(Action, frozen=True, tag="resign"):
    """Leave the match for good. Open to every seat still in it, at any time; never in `Rules.legal`."""


class Fact(msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, gc=False):
    """Something that happened, as known to one viewer. Each game has a tagged union of these."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An event, with one fact for each viewer who may know of it."""

    public: Any = None
    """The fact known to everybody, or None if the public may not know that anything happened."""
    private: Mapping[Seat, Any] = {}
    """For each seat that may know more than the public: the fuller fact."""

    def seen_by(self, viewer: Viewer) -> Any:
        """Return the fact for this viewer, or None."""
        if viewer is not None and viewer in self.private:
            return self.private[viewer]
        return self.public


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended."""

    winners: tuple[Seat, ...]
    """The seats that won; empty when the match is drawn."""
    scores: tuple[int, ...]
    """One number for each seat, higher is better, in the game's own unit (kills, points, HP left)."""
    why: str
    """The reason, a sentence without names of players: "The last squad standing"."""

    @property
    def drawn(self) -> bool:
        """Whether the match is a draw."""
        return not self.winners


class Window(msgspec.Struct, frozen=True):
    """A decision with its own time limit; when time is up, `Rules.timeout_action` is done for it."""

    seat: Seat
    number: int
    """Distinguishes this window from any other of the match."""
    seconds: int
    """The time limit in seconds."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game without options."""


T = TypeVar("T")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT")
OptionsT = TypeVar("OptionsT")


class Rules(ABC, Generic[StateT, ActionT, ViewT, OptionsT]):
    """The rules of one game.

    The class attributes name the types, for msgspec to encode and decode; `Action` and `Fact` are
    tagged unions. `version` is pinned by each match: raise it when old states or audits would be misread.
    `seats` is how many seats a match may have.

    What only some games have is a facet, a class to derive from beside this one: `PinnedCards`, `Ordered`,
    `Plannable`, `Notated`. The properties of their names find it.
    """

    key: ClassVar[str]
    version: ClassVar[str]
    seats: ClassVar[range]
    rated: ClassVar[bool] = True
    """Whether results can count for ratings; not where the players say themselves who has won."""
    State: type[StateT]
    Action: Any
    Fact: Any
    View: type[ViewT]
    Options: Any = NoOptions
    cards: str | None = None
    """The SHA-256 of the standard pool of cards; None for a game without `PinnedCards`."""
    revealing: ClassVar[tuple[type, ...]] = ()
    """The types of facts that reveal hidden information: undoing an action that caused one needs consent.

    This saves the comparison of worlds, which finds all other revelations (`bot.matches.revelation`).
    """

    @property
    def title(self) -> str:
        """The game's title in the current language, the same as `Game.title`: its key, unless translated."""
        return self.key.title()

    def normalize(self, options: OptionsT, seats: int) -> OptionsT:  # noqa: ARG002 - for most, ranges say it all
        """Check the options and fill in what data could change later (a map's grid, a pinned set).

        Normalizing twice changes nothing more. Raises `BadOptions` with a sentence. A game need not override
        this if its options accept all declared values and depend on no data.
        """
        return options

    def offered(
        self,
        options: OptionsT,
        said: Container[str],  # noqa: ARG002 - for most games, no matter
        seats: int,  # noqa: ARG002
    ) -> OptionsT:
        """Return the normalized options of a match that people open; options not chosen get fair values.

        `said` are the names of the chosen options. By default the options are unchanged.
        """
        return options

    @abstractmethod
    def setup(self, options: OptionsT, seats: int, rng: Stream) -> StateT:
        """Return the initial state of a match. Raises `BadOptions` with a sentence."""

    @abstractmethod
    def clone(self, state: StateT) -> StateT:
        """Return a state that shares only immutable parts with this one."""

    @abstractmethod
    def to_act(self, state: StateT) -> frozenset[Seat]:
        """Return the seats to act; several in simultaneous phases, none at the end."""

    def may_act(self, state: StateT) -> frozenset[Seat]:
        """Return the seats that can act: the seats to act, and those that may change a choice."""
        return self.to_act(state)

    def turn_of(self, state: StateT) -> object:
        """Return a value that differs between turns: by default the seats to act.

        A game with phases adds the phase, so that a seat that ends one phase and begins the next starts a new
        turn, with its own time. It is public.
        """
        return self.to_act(state)

    def window(self, state: StateT) -> Window | None:  # noqa: ARG002 - most games have none
        """Return the open decision that has its own time limit, if any.

        It is public. Its seat must be a seat to act; that seat's turn clock is stopped meanwhile.
        """
        return None

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[ActionT]:
        """Return every legal action of a seat except resigning; empty for a seat that may not act.

        The order depends only on the position, and the list only on the seat's knowledge.
        """

    def goes_on(self, state: StateT) -> bool:
        """Whether there is a seat to act, and every such seat has a legal action.

        It is true for each state without an outcome; otherwise the match could never end.
        """
        awaited = self.to_act(state)
        return bool(awaited) and all(self.legal(state, seat) for seat in awaited)

    def timeout_action(self, state: StateT, seat: Seat) -> ActionT:
        """Return the legal action with the least effect, for a seat whose time is up.

        By default the last legal action. The seat must be a seat to act. Repeating this ends the seat's turn.
        """
        return self.legal(state, seat)[-1]

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, action: ActionT, rng: Stream) -> list[Event]:
        """Carry out an action in place and return the events.

        Raises `IllegalAction` with a sentence for the player; then the state is unchanged and nothing was
        drawn. The sentence depends only on the seat's knowledge.
        """

    def view(self, state: StateT, viewer: Viewer) -> ViewT:
        """Return what this viewer may see, built from an allow-list.

        A game without hidden information, whose view is the state itself with its `viewer`, need not override
        this.
        """
        if isinstance(state, self.View):
            return cast("ViewT", _seen_by(viewer, self.clone(cast("StateT", state))))
        raise NotImplementedError(f"{self.key} hides something, and does not say what is to be seen")

    def resample(self, view: ViewT, rng: Stream) -> StateT:  # noqa: ARG002 - nothing is drawn where all is seen
        """Return a state that the viewer of this view cannot tell from the true one.

        A game without hidden information, whose view is the state itself, need not override this.
        """
        if isinstance(view, self.State):
            return _seen_by(None, self.clone(view))
        raise NotImplementedError(f"{self.key} hides something, and does not say what else it could be")

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    def adjudicate(self, state: StateT) -> Sequence[tuple[int, ...]]:  # noqa: ARG002 - in some games all are level
        """Return the standing of an unfinished match: numbers for each seat, higher is better.

        The first number in which two seats differ decides between them; equal seats are tied, and so are all
        if nothing is returned. Seats that are out rank below those that are in. Hidden information is not
        used.
        """
        return ()

    def cards_of(self, options: OptionsT) -> str | None:  # noqa: ARG002 - most games have one set or none
        """Return the hash of the pool that a match with these normalized options pins; None for none."""
        return self.cards

    def has_cards(self, cards: str | None) -> bool:
        """Whether the pool of this hash is loaded, so that a match that pins it can be played."""
        return cards == self.cards

    def teams(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams of a match with this number of seats; by default each seat is a team."""
        return tuple([(seat,) for seat in range(seats)])

    def favourites(self, view: ViewT, seat: Seat) -> Sequence[str]:  # noqa: ARG002 - most games have no picks
        """Return the titles of units or decks that a seat of an ended match chose, for the player's profile.

        Each title is repeated as often as it was used. `view` is the public's.
        """
        return ()

    def suggestions(self, option: str) -> Sequence[str]:  # noqa: ARG002 - most options have none
        """Return suggestions for a free-text option (the names of the maps)."""
        return ()

    @property
    def pinned_cards(self) -> PinnedCards | None:
        """The rules as those of a game whose matches pin cards; None for other games."""
        return self if isinstance(self, PinnedCards) else None

    @property
    def ordered(self) -> Ordered | None:
        """The rules as those of a game with standing orders; None for other games."""
        return self if isinstance(self, Ordered) else None

    @property
    def plannable(self) -> Plannable | None:
        """The rules as those of a game whose turns can be planned; None for other games."""
        return self if isinstance(self, Plannable) else None

    @property
    def notated(self) -> Notated | None:
        """The rules as those of a game whose positions are written; None for other games."""
        return self if isinstance(self, Notated) else None


class PinnedCards(ABC):
    """A game whose matches pin the cards they are played with, which are in a library, by `Rules.cards_of`.

    So a match continues with the cards it was opened with, whichever cards are shipped later.
    """

    key: ClassVar[str]
    library: Any
    """Of the type `bot.engine.cards.game.HashLibrary`, with `learn`."""

    def has_cards(self, cards: str | None) -> bool:
        """Whether the cards of this hash are in the library."""
        return cards is not None and cards in self.library

    def encoded_cards(self, cards: str) -> bytes | None:
        """Return the encoded pool of this hash, to be stored with matches that pin it; None if unknown."""
        return self.library[cards].encoded if cards in self.library else None

    def learn_cards(self, encoded: bytes) -> None:
        """Add a stored pool to the library. Raises `ValueError` if it is not a pool of this game."""
        try:
            self.library.learn(encoded)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise ValueError(f"these are no cards of {self.key}: {fault}") from None

    def forget_idle_cards(self) -> int:
        """Forget loaded cards not used since the last call; return the number of pools.

        They must be loaded again before they are used again.
        """
        idle: int = self.library.forget_idle()
        return idle

    @abstractmethod
    def cards_in_words(self, cards: str | None) -> str:
        """Return a short description of the custom cards of a match; "" for none."""


class Ordered(ABC):
    """A game with standing orders."""

    Orders: Any
    """The struct of a seat's standing orders.

    Every field has a default, and the defaults order nothing. The docstring and the fields' descriptions are
    those of its command.
    """

    @abstractmethod
    def answer_by_orders(self, view: Any, legal: Sequence[Any], orders: Any) -> Any:
        """Return the legal action that a seat's standing orders answer with, or None to ask the player.

        It sees only the seat's view, and depends on nothing else.
        """


class Plannable(ABC):
    """A game in which a seat can plan its next turn."""

    @abstractmethod
    def own_turn(self, view: Any) -> Any:
        """Return a state in which the viewer's next turn begins now, according to the viewer's knowledge;
        None if no turn can be planned now, for example during the turn itself.
        """

    @abstractmethod
    def in_own_turn(self, view: Any) -> bool:
        """Whether it is the viewer's own turn, and the only decision to make is the turn itself."""

    @abstractmethod
    def conditions(self, view: Any, actions: Sequence[Any]) -> Mapping[str, Any]:
        """Return the possible conditions of a plan with these actions, by key, with their current values.

        A condition holds as long as its value is unchanged. Keys consist of a-z, 0-9 and -.
        """


class Notated(ABC):
    """A game whose positions are written in a notation of its own: for rulebook, lessons and test tables.

    A game loads what reads and writes them at the first call (all: 0.6 MB).
    """

    @abstractmethod
    def position(self, text: str, cards: str | None = None) -> Any:
        """Return the state of a text.

        `cards` is the hash of its loaded pool, by default the standard one. `bot.engine.positions` reads the
        other lines. Raises `ValueError` with the faulty line and the reason.
        """

    @abstractmethod
    def notation(self, state: Any) -> str:
        """Return a whole state, secrets included, in the notation from which `position` reads the same state.

        Only for a match in progress. Raises `ValueError` if the notation cannot express the state.
        """


def _seen_by(viewer: Viewer, state: T) -> T:
    """Return a state that is its own view, with the viewer in its field, None in a state."""
    seen: Any = state
    return cast("T", msgspec.structs.replace(seen, viewer=viewer))


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
"""The rules of some game, for code that does not know its types."""


# Rules that most games share: the check of the acting seat, copies, the outcome.


class MatchState(Protocol):
    """The fields that the states of all games have."""

    seats: int
    outcome: Outcome | None


StructT = TypeVar("StructT", bound=Struct)
MatchStateT = TypeVar("MatchStateT", bound=MatchState)


class StandardRules(Rules[MatchStateT, ActionT, ViewT, OptionsT]):
    """Rules for a state that contains the outcome and whose parts are all immutable."""

    def clone(self, state: MatchStateT) -> MatchStateT:
        """Return a copy; all shared parts are immutable."""
        return copy.copy(state)

    def outcome(self, state: MatchStateT) -> Outcome | None:
        """Return the outcome, or None."""
        return state.outcome

    def is_out(self, state: MatchStateT, seat: Seat) -> bool:  # noqa: ARG002 - some games have no early leaving
        """Whether a seat takes no further part while the match goes on."""
        return False

    def apply(self, state: MatchStateT, seat: Seat, action: ActionT, rng: Stream) -> list[Event]:
        """Carry out an action in place. Raises `IllegalAction` with a sentence for the player."""
        if state.outcome is not None:
            raise IllegalAction.translated("The match is over.")
        if not 0 <= seat < state.seats:
            raise IllegalAction.translated("This match has {seats} seats only.", seats=state.seats)
        if self.is_out(state, seat):
            raise IllegalAction.translated("You are out of this match.")
        return self.carry_out(state, seat, action, rng)

    @abstractmethod
    def carry_out(self, state: MatchStateT, seat: Seat, action: ActionT, rng: Stream) -> list[Event]:
        """Carry out an action of a seat that is in the match, which is not over; see `apply`."""


def check_turn(seat: Seat, turn: Seat) -> None:
    """Raise `IllegalAction` unless it is this seat's turn."""
    if seat != turn:
        raise IllegalAction.translated("It is not your turn: seat {seat} is playing.", seat=turn + 1)


BASE_FIELDS = ("options", "seats", "phase", "outcome")
"""The fields that states and views share in every game with phases."""


def shared(source: object, names: Sequence[str]) -> Mapping[str, Any]:
    """Return these fields by name, to copy them between a state and its view.

    A view shows only the fields that its game names: they are the public part of the allow-list.
    """
    return {name: getattr(source, name) for name in names}


Found = TypeVar("Found")


def latest(function: Callable[..., Found]) -> Callable[..., Found]:
    """Keep the last result of a function, which is returned again while it is given equal values.

    It is for large immutable values, which cannot be hashed cheaply; equal ones are mostly the same objects.
    """
    kept: tuple[tuple[Any, ...], Any] = ((), None)

    @wraps(function)
    def found(*given: Any) -> Found:
        nonlocal kept
        now = kept
        if given != now[0]:
            now = kept = (given, function(*given))
        result: Found = now[1]
        return result

    return found


def set_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with the one at this index replaced."""
    return (*values[:place], value, *values[place + 1 :])


def changed_at(values: tuple[StructT, ...], place: int, **fields: Any) -> tuple[StructT, ...]:
    """Return the values with these fields changed in the one at this index."""
    return set_at(values, place, replace(values[place], **fields))
