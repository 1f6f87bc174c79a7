"""`StandardWording`: the wording of a game, composed of functions for its parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple

from bot.base.language import gettext
from bot.engine.contract import Outcome, Seat
from bot.engine.facts import MatchOver
from bot.engine.sentences import CHANNEL, PLAIN, Describer, MatchViewT, Printer, Talk
from bot.engine.summary import FEWEST_POINTS, Summary
from bot.engine.typed import Commands
from bot.engine.wording import (
    BASE_WEIGHTS,
    Joined,
    Menu,
    UnavailableChoice,
    Weigher,
    Weight,
    Wording,
    weight_of,
)


class Parts(NamedTuple):
    """The functions of a game's wording. Each takes the game's `Talk` first."""

    describers: Mapping[type, Describer]
    """Returns the sentence for a fact, by its type; `StandardWording` adds the end of the match."""
    outcome: Callable[[Any, Outcome], str]
    """Returns the wording of the outcome."""
    status: Callable[[Any], str]
    """Returns the standing while the match goes on; see `Wording.status`."""
    board_text: Callable[[Any], str]
    """Returns the whole position; see `Wording.board_text`."""
    waiting: Callable[[Any], str]
    """Returns the menu text for a viewer without a choice while the match goes on."""
    screen: Callable[[Any, Sequence[Any], tuple[str, ...]], Menu]
    """Returns the screen for legal actions and a path; see `Wording.menu`."""
    commands: Commands
    """The typed words of actions, which receive the result of `StandardWording.asked`."""
    moment: Callable[[Any], str] = lambda _talk: ""
    """Returns the current turn; see `Wording.moment`."""
    aim: Callable[[Any, int], str] = lambda _options, _seats: ""
    """Returns the winning condition by options and number of seats; see `Wording.aim`."""
    weights: Mapping[type, Weigher] = BASE_WEIGHTS
    """The weight of a fact, by its type."""
    joined: Mapping[type, Joined] = {}
    """How several similar facts are described in one line, by their type."""
    summary: Callable[[Any, Sequence[Any], Any], Summary] | None = None
    """Returns the summary of a match from all its public facts and the view of its prepared position, None
    without one; see `Wording.summary`.
    """
    unavailable: Callable[[Any, Sequence[Any], tuple[str, ...]], Sequence[UnavailableChoice]] = lambda *_: ()
    """Returns the things that a screen does not offer although a player may look for them; see
    `Wording.unavailable`.
    """
    square: Callable[[Any, int], str] | None = None
    """Returns the name of a square, for the conditions of plans; see `Wording.condition`."""
    piece: Callable[[Any, int], str] | None = None
    """Returns the name of a piece, for the conditions of plans; see `Wording.condition`."""
    orders: Callable[[Any], Menu] | None = None
    """Returns the screen of a seat's standing orders, if it is a single one; see `Wording.orders_menu`."""
    follows: Callable[[Any, Any], bool] = lambda *_: False
    """Whether a fact is what came of an earlier one; see `Wording.follows`."""


class StandardWording(Wording[Any, MatchViewT], Generic[MatchViewT]):
    """The wording of a game, composed of its parts."""

    parts: Parts

    def talk(self, view: MatchViewT, names: Sequence[str]) -> Talk[MatchViewT]:
        """Return the `Talk` of the game's sentences."""
        return Talk(view, names)

    def asked(self, view: MatchViewT) -> Any:
        """Return the `Talk` of the game's typed words."""
        return view

    def printed(self, view: MatchViewT, names: Sequence[str], printer: Printer) -> Talk[MatchViewT]:
        """Return the `Talk` of the game's sentences with this printer."""
        talk = self.talk(view, names)
        return talk if printer is CHANNEL else replace(talk, printer=printer)

    def describe(self, fact: Any, view: MatchViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one sentence for a fact."""
        talk = self.printed(view, names, printer)
        if isinstance(fact, MatchOver):
            return self.parts.outcome(talk, fact.outcome).replace("\n", " ")
        return self.parts.describers[type(fact)](fact, talk)

    def weigh(self, fact: Any, view: MatchViewT) -> Weight:
        """Return the weight of a fact."""
        return weight_of(self.parts.weights, fact, self.talk(view, _nobody(view)))

    def likeness(self, fact: Any, view: MatchViewT) -> Hashable:
        """Return the key by which facts are described in one line, with their type."""
        joined = self.parts.joined.get(type(fact))
        alike = None if joined is None else joined.likeness(fact, self.talk(view, _nobody(view)))
        return None if alike is None else (type(fact), alike)

    def describe_together(self, facts: Sequence[Any], view: MatchViewT, names: Sequence[str]) -> str:
        """Return one sentence for several facts with the same key."""
        return self.parts.joined[type(facts[0])].say(facts, self.talk(view, names))

    def follows(self, first: Any, fact: Any) -> bool:
        """Whether a later fact is what came of the first."""
        return self.parts.follows(first, fact)

    def status(self, view: MatchViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one or two lines: the standing, or the result."""
        talk = self.printed(view, names, printer)
        return self.parts.status(talk) if view.outcome is None else self.parts.outcome(talk, view.outcome)

    def moment(self, view: MatchViewT) -> str:
        """Return the current turn or round."""
        return self.parts.moment(self.talk(view, _nobody(view)))

    def aim(self, options: Any, seats: int) -> str:
        """Return the winning condition of a match."""
        return self.parts.aim(options, seats)

    def summary(
        self,
        facts: Sequence[Any],
        view: MatchViewT,
        names: Sequence[str],
        start: MatchViewT | None = None,
    ) -> Summary | None:
        """Return the summary of a match that is over; None for one that ended at once."""
        if self.parts.summary is None:
            return None
        told = self.parts.summary(self.talk(view, names), facts, start)
        return told if len(told.chart.curves[0].values) >= FEWEST_POINTS else None

    def board_text(self, view: MatchViewT, names: Sequence[str]) -> str:
        """Return the whole position as plain text."""
        return self.parts.board_text(self.printed(view, names, PLAIN))

    def menu(
        self, view: MatchViewT, legal: Sequence[Any], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen at the end of a path, or the words for waiting."""
        talk = self.talk(view, names)
        if legal:
            return self.parts.screen(talk, legal, path)
        over = view.outcome
        return Menu(self.parts.waiting(talk) if over is None else self.parts.outcome(talk, over), ())

    def unavailable(
        self, view: MatchViewT, legal: Sequence[Any], path: tuple[str, ...], names: Sequence[str]
    ) -> Sequence[UnavailableChoice]:
        """Return the things that the screen at the end of a path does not offer; nothing while the seat
        waits.
        """
        return self.parts.unavailable(self.talk(view, names), legal, path) if legal else ()

    def orders_menu(
        self,
        view: MatchViewT,
        orders: Any,
        path: tuple[str, ...],
        names: Sequence[str],
    ) -> Menu:
        """Return the screen of the standing orders."""
        if self.parts.orders is None:
            return super().orders_menu(view, orders, path, names)
        return self.parts.orders(orders)

    def condition(self, view: MatchViewT, key: str, names: Sequence[str]) -> str:
        """Return a condition of a plan in words."""
        kind, _, number = key.partition("-")
        if kind == "unhurt":
            return gettext("Nothing of mine was hit")
        said = self.parts.square if kind == "square" else self.parts.piece
        if said is None:
            return super().condition(view, key, names)
        what = said(self.talk(view, names), int(number))
        if kind == "square":
            return gettext("{square} is as it is now", square=what)
        return gettext("{piece} is as it is now", piece=what)

    def format(self, view: MatchViewT, action: Any) -> dict[str, str]:
        """Return each field of an action as a player would type it."""
        return self.parts.commands.format(self.asked(view), action)

    def parse(self, view: MatchViewT, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
        """Return the action typed. Raises `UnreadableAction`."""
        return self.parts.commands.parse(self.asked(view), seat, kind, words)


def _nobody(view: MatchViewT) -> Sequence[str]:
    """Return no names, for words that name no player."""
    return [""] * view.seats
