"""A game's wording: sentences for facts, words for actions, menus of decisions.

Everything here works on views, never on states, so that no sentence and no menu can leak.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec

from bot.base.language import gettext
from bot.engine.contract import Action, Fact, Outcome, Seat
from bot.engine.facts import MatchOver, Resigned, SeatOut, SeatReady
from bot.engine.sentences import CHANNEL, PLAIN, Called, Describer, MatchViewT, Printer, Talk, outcome_words
from bot.engine.summary import FEWEST_POINTS, Summary
from bot.engine.typed import Commands

# The importance of facts for short reports: the weight of each fact, and which are described together.
#
# A game defines it for each of its facts, beside its wording (`Parts.weights`, `Parts.joined`). Both depend
# only on the fact as its reader may know it and on the reader's view, so they reveal nothing else.


class Weight(IntEnum):
    """The importance of a fact to a player who did not see it happen."""

    FRAME = 0
    """Routine: a turn begins, a card is drawn, a player is ready."""
    MOVE = 1
    """An ordinary move."""
    ACT = 2
    """A card played, an attack that missed, something revealed."""
    HARM = 3
    """An attack that hit, a contest opened, ground gained."""
    LOSS = 4
    """A permanent loss, or points scored: a kill, a level, a base."""
    END = 5
    """A seat is out, or the match is over."""


Weigher: TypeAlias = Weight | Callable[[Any, Any], Weight]
"""The weight of the facts of a type: a constant, or a function of the fact and the game's `Talk`."""


class Joined(NamedTuple):
    """How several similar facts of a type are described in one line."""

    likeness: Callable[[Any, Any], Hashable]
    """Returns the key that similar facts share, given a fact and the game's `Talk`, or None."""
    say: Callable[[Sequence[Any], Any], str]
    """Returns the sentence for two or more similar facts, in order."""


BASE_WEIGHTS: Mapping[type[Fact], Weigher] = {
    SeatReady: Weight.FRAME,
    SeatOut: Weight.END,
    Resigned: Weight.END,
    MatchOver: Weight.END,
}
"""The weights of the facts that games share."""


def weights_of(facts: Mapping[Weight, Sequence[type[Fact]]]) -> Mapping[type[Fact], Weigher]:
    """Return the weight of each of these facts of a game, and of the facts that games share."""
    own = {fact: weight for weight, some in facts.items() for fact in some}
    return {**BASE_WEIGHTS, **own}


class Focus(msgspec.Struct, frozen=True):
    """The highlights in a picture drawn for one player alone. Squares are the game's numbers."""

    chosen: int | None = None
    """The square or place of the piece whose possible actions are shown."""
    reach: frozenset[int] = frozenset()
    """The squares it can move to, or where the chosen card can be placed."""
    targets: Mapping[int, str] = {}
    """The squares it can affect, each with a short label such as "4/6"."""


class Choice(msgspec.Struct, frozen=True):
    """A choice on a menu: an action, or the path to a further menu."""

    key: str
    """A short token, unique in its menu, of the letters a-z, A-Z, 0-9 and -; it becomes part of a custom_id,
    so it must hold nothing hidden.
    """
    label: str
    """The label of the button or option, at most 80 characters."""
    hint: str = ""
    """A second line: "at C7, 8 HP", "4 in 6, 2 damage"; at most 100 characters."""
    actions: tuple[Action, ...] = ()
    """The actions done when this is chosen, all or nothing; empty if it leads to a further menu."""
    then: tuple[str, ...] = ()
    """The path of the screen after the actions, such as that of the unit just moved; by default the first
    screen. Without actions: the screen it leads to, if that is not below its own menu.
    """
    orders: Any = None
    """The seat's new standing orders (`Ordered.Orders`), or a mapping of their changed fields; in addition to
    any actions. None leaves them unchanged. On the screens of a plan it is the plan.
    """
    style: str = "plain"
    """`plain`, `main` (the usual next step), `good` (finish, confirm) or `grave` (cannot be undone)."""


class Group(msgspec.Struct, frozen=True):
    """Related choices: shown as a row of buttons, or as a select menu with a prompt."""

    choices: tuple[Choice, ...]
    prompt: str = ""
    """The select menu's placeholder; a group without one is shown as buttons (at most five)."""


class Menu(msgspec.Struct, frozen=True):
    """A short screen: a question, and the possible answers."""

    text: str
    """The question, in Discord's Markdown, at most 1,500 characters."""
    groups: tuple[Group, ...]
    focus: Focus | None = None
    """The highlights of the private picture beside the menu; None for the plain board."""


class UnavailableChoice(msgspec.Struct, frozen=True):
    """Something that a screen does not offer although a player may look for it there."""

    name: str
    """The thing that the player looks for, safe to print: a card, a unit, a target."""
    action: Action
    """The refused action: the sentence of its refusal gives the reason (`bot.engine.menus`)."""


class Parts(NamedTuple):
    """The functions of a game's wording. Each takes the game's `Talk` first."""

    describers: Mapping[type, Describer]
    """Returns the sentence for a fact, by its type; `Wording` adds the end of the match."""
    tally: Callable[[Any, Outcome, Called], str]
    """Returns what was counted at the end; see `Wording.tally`."""
    status: Callable[[Any], str]
    """Returns the standing while the match goes on; see `Wording.status`."""
    board_text: Callable[[Any], str]
    """Returns the whole position; see `Wording.board_text`."""
    waiting: Callable[[Any], str]
    """Returns the menu text for a viewer without a choice while the match goes on."""
    screen: Callable[[Any, Sequence[Any], tuple[str, ...]], Menu]
    """Returns the screen for legal actions and a path; see `Wording.menu`."""
    commands: Commands
    """The typed words of actions, which receive the result of `Wording.asked`."""
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
    orders: Callable[[Any, Any, tuple[str, ...]], Menu] | None = None
    """Returns the screen of a seat's standing orders for a path; see `Wording.orders_menu`."""
    follows: Callable[[Any, Any], bool] | None = None
    """Whether a fact is what came of an earlier one; None where none ever is. See `Wording.follows`."""


class Wording(Generic[MatchViewT]):
    """The wording of one game, composed of its parts.

    `names` are the players' names by seat, already safe to print.
    """

    parts: Parts

    def talk(self, view: MatchViewT, names: Sequence[str]) -> Talk[MatchViewT]:
        """Return the `Talk` of the game's sentences."""
        return Talk(view, names)

    def asked(self, view: MatchViewT) -> Any:
        """Return the `Asked.view` of the game's typed words: by default the view itself."""
        return view

    def printed(self, view: MatchViewT, names: Sequence[str], printer: Printer) -> Talk[MatchViewT]:
        """Return the `Talk` of the game's sentences with this printer."""
        talk = self.talk(view, names)
        return talk if printer is CHANNEL else replace(talk, printer=printer)

    def describe(self, fact: Any, view: MatchViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one sentence for a fact, or "" for a fact that needs no line.

        `view` is the view of the fact's viewer, taken at any time after the fact: it resolves the indexes of
        pieces in the fact. `printer` formats the things it names.
        """
        return self.told(fact, self.printed(view, names, printer))

    def told(self, fact: Any, talk: Talk[MatchViewT]) -> str:
        """Return the same by the `Talk` of view, names and printer (`printed`), made once for many facts."""
        if isinstance(fact, MatchOver):
            return outcome_words(talk, fact.outcome, self.parts.tally)
        return self.parts.describers[type(fact)](fact, talk)

    def nameless(self, view: MatchViewT) -> Talk[MatchViewT]:
        """Return the `Talk` for words that name no player: for `weighed` and `likeness`, made once for many
        facts; `view` as for `describe`.
        """
        return self.talk(view, _nobody(view))

    def weigh(self, fact: Any, view: MatchViewT) -> Weight:
        """Return the weight of a fact where few lines are shown; `view` as for `describe`."""
        return self.weighed(fact, self.nameless(view))

    def weighed(self, fact: Any, nameless: Talk[MatchViewT]) -> Weight:
        """Return the same by the `Talk` of the view."""
        found = self.parts.weights.get(type(fact), Weight.ACT)  # a fact without a weight is an act
        return found if isinstance(found, Weight) else found(fact, nameless)

    def is_news(self, fact: Any, view: MatchViewT) -> bool:
        """Whether a picture shows a fact: neither routine nor the end, which it shows elsewhere."""
        return self.weigh(fact, view) > Weight.FRAME and not isinstance(fact, MatchOver)

    def likeness(self, fact: Any, nameless: Talk[MatchViewT]) -> Hashable:
        """Return the key by which facts are described in one line, with their type; None for a separate
        fact.
        """
        joined = self.parts.joined.get(type(fact))
        alike = None if joined is None else joined.likeness(fact, nameless)
        return None if alike is None else (type(fact), alike)

    def describe_together(self, facts: Sequence[Any], view: MatchViewT, names: Sequence[str]) -> str:
        """Return one sentence for several facts with the same key, in order."""
        return self.parts.joined[type(facts[0])].say(facts, self.talk(view, names))

    def follows(self, first: Any, fact: Any) -> bool:
        """Whether a later fact is what came of the first, so that both are told in one line."""
        return self.parts.follows is not None and self.parts.follows(first, fact)

    def status(self, view: MatchViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one or two lines: the seat to act, its remaining actions, the standing of the match; or the
        result.
        """
        talk = self.printed(view, names, printer)
        if view.outcome is None:
            return self.parts.status(talk)
        return outcome_words(talk, view.outcome, self.parts.tally)

    def tally(self, view: MatchViewT, names: Sequence[str]) -> str:
        """Return what was counted at the end of a match by the rules, in the game's own unit: "Points:
        ● **Ann** 4, ■ **Ben** 0."; "" if nothing was.
        """
        talk = self.talk(view, names)
        return "" if view.outcome is None else self.parts.tally(talk, view.outcome, talk.who)

    def moment(self, view: MatchViewT) -> str:
        """Return the current turn or round, in a few words: "Round 3"; "" if there is none."""
        return self.parts.moment(self.talk(view, _nobody(view)))

    def aim(self, options: Any, seats: int) -> str:
        """Return the winning condition of a match with normalized options, in a few words: "first to 15
        points"; "" for none. It is shown before a match and during it.
        """
        return self.parts.aim(options, seats)

    def usual(self, options: Any) -> str:  # noqa: ARG002 - a game may have nothing to say
        """Return the size of a match with default options, in a few words, as "squads of 10"; "" for none."""
        return ""

    def summary(
        self,
        facts: Sequence[Any],
        view: MatchViewT,
        names: Sequence[str],
        start: MatchViewT | None = None,
    ) -> Summary | None:
        """Return the summary of a match that is over; None if there is nothing to show.

        `facts` are all public facts, `view` is the public's last view; `names` as players wrote them, without
        escaping: all of it is drawn. `start` is the public's view of the prepared position that a lesson
        began with: its values are the first ones, and nobody had luck, as its dice are prepared. It is None
        for a match that began with its setup.
        """
        if self.parts.summary is None:
            return None
        told = self.parts.summary(self.talk(view, names), facts, start)
        return told if len(told.chart.curves[0].values) >= FEWEST_POINTS else None

    def board_text(self, view: MatchViewT, names: Sequence[str]) -> str:
        """Return the whole position as plain text, for people who cannot see the picture."""
        return self.parts.board_text(self.printed(view, names, PLAIN))

    def menu(
        self, view: MatchViewT, legal: Sequence[Any], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen reached from the first one by choosing these keys in turn.

        `view` and `legal` are those of the seat to act. A path that is no longer valid gives the first
        screen. Without legal actions the screen says what the seat waits for and offers nothing.
        """
        talk = self.talk(view, names)
        if legal:
            return self.parts.screen(talk, legal, path)
        if view.outcome is None:
            return Menu(self.parts.waiting(talk), ())
        return Menu(outcome_words(talk, view.outcome, self.parts.tally), ())

    def unavailable(
        self, view: MatchViewT, legal: Sequence[Any], path: tuple[str, ...], names: Sequence[str]
    ) -> Sequence[UnavailableChoice]:
        """Return the things that the screen at the end of a path does not offer although a player may look
        for them; nothing while the seat waits. Arguments as for `menu`.
        """
        return self.parts.unavailable(self.talk(view, names), legal, path) if legal else ()

    def orders_menu(self, view: MatchViewT, orders: Any, path: tuple[str, ...], names: Sequence[str]) -> Menu:
        """Return the screen of the standing orders reached by choosing these keys in turn from its first one.

        `orders` are the seat's current ones, or `Ordered.Orders()`: the text lists them. Only a game with
        `Ordered.Orders` has such a menu.
        """
        assert self.parts.orders is not None, "this game has no standing orders"
        return self.parts.orders(self.talk(view, names), orders, path)

    def condition(self, view: MatchViewT, key: str, names: Sequence[str]) -> str:
        """Return a condition of a plan (`Plannable.conditions`) in words: "nothing of mine was hit".

        Only a game whose rules are `Plannable` has any.
        """
        kind, _, number = key.partition("-")
        if kind == "unhurt":
            return gettext("Nothing of mine was hit")
        said = self.parts.square if kind == "square" else self.parts.piece
        assert said is not None, "this game plans nothing"
        what = said(self.talk(view, names), int(number))
        if kind == "square":
            return gettext("{square} is as it is now", square=what)
        return gettext("{piece} is as it is now", piece=what)

    def format(self, view: MatchViewT, action: Any) -> dict[str, str]:
        """Return each field of an action as a player would type it: {"unit": "SMG-3", "to": "C7"}."""
        return self.parts.commands.format(self.asked(view), action)

    def parse(self, view: MatchViewT, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
        """Return the action that a player typed, field by field. It may be illegal.

        Raises `UnreadableAction` with a sentence that names the error in the word and the possible words.
        """
        return self.parts.commands.parse(self.asked(view), seat, kind, words)


AnyWording: TypeAlias = Wording[Any]
"""The wording of any game."""


def _nobody(view: MatchViewT) -> Sequence[str]:
    """Return no names, for words that name no player."""
    return [""] * view.seats
