"""The interface of a game's wording: sentences for facts, words for actions, menus of decisions.

Everything here works on views, never on states, so that no sentence and no menu can leak.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec

from bot.engine.contract import Action, ActionT, Fact, Seat, ViewT
from bot.engine.facts import MatchOver, Resigned, SeatOut, SeatReady
from bot.engine.sentences import CHANNEL, Printer
from bot.engine.summary import Summary

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


def weight_of(weights: Mapping[type[Fact], Weigher], fact: Any, talk: Any) -> Weight:
    """Return the weight of a fact; a fact without a weight is an act."""
    found = weights.get(type(fact), Weight.ACT)
    return found if isinstance(found, Weight) else found(fact, talk)


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


class Wording(ABC, Generic[ActionT, ViewT]):
    """The wording of one game. `names` are the players' names by seat, already safe to print."""

    @abstractmethod
    def describe(self, fact: Any, view: ViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one sentence for a fact, or "" for a fact that needs no line.

        `view` is the view of the fact's viewer, taken at any time after the fact: it resolves the indexes of
        pieces in the fact. `printer` formats the things it names.
        """

    def weigh(self, fact: Any, view: ViewT) -> Weight:  # noqa: ARG002 - a game may weigh nothing
        """Return the weight of a fact where few lines are shown; `view` as for `describe`."""
        return Weight.ACT

    def is_news(self, fact: Any, view: ViewT) -> bool:
        """Whether a picture shows a fact: neither routine nor the end, which it shows elsewhere."""
        return self.weigh(fact, view) > Weight.FRAME and not isinstance(fact, MatchOver)

    def likeness(self, fact: Any, view: ViewT) -> Hashable:  # noqa: ARG002 - a game may join nothing
        """Return the key by which facts are described in one line; None for a separate fact."""
        return None

    def describe_together(self, facts: Sequence[Any], view: ViewT, names: Sequence[str]) -> str:
        """Return one sentence for several facts with the same key, in order."""
        raise NotImplementedError("this game has no likeness of facts")

    def follows(self, first: Any, fact: Any) -> bool:  # noqa: ARG002 - a game may have no such facts
        """Whether a later fact is what came of the first, so that both are told in one line."""
        return False

    @abstractmethod
    def status(self, view: ViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one or two lines: the seat to act, its remaining actions, the standing of the match."""

    def moment(self, view: ViewT) -> str:  # noqa: ARG002 - a game may know no rounds
        """Return the current turn or round, in a few words: "Round 3"; "" if there is none."""
        return ""

    def aim(self, options: Any, seats: int) -> str:  # noqa: ARG002 - a game may say it elsewhere
        """Return the winning condition of a match with normalized options, in a few words: "first to 15
        points"; "" for none. It is shown before a match and during it.
        """
        return ""

    def usual(self, options: Any) -> str:  # noqa: ARG002 - a game may have nothing to say
        """Return the size of a match with default options, in a few words, as "squads of 10"; "" for none."""
        return ""

    def summary(
        self,
        facts: Sequence[Any],  # noqa: ARG002 - a game may have nothing to show
        view: ViewT,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        start: ViewT | None = None,  # noqa: ARG002
    ) -> Summary | None:
        """Return the summary of a match that is over; None if there is nothing to show.

        `facts` are all public facts, `view` is the public's last view; `names` as players wrote them, without
        escaping: all of it is drawn. `start` is the public's view of the prepared position that a lesson
        began with: its values are the first ones, and nobody had luck, as its dice are prepared. It is None
        for a match that began with its setup.
        """
        return None

    @abstractmethod
    def board_text(self, view: ViewT, names: Sequence[str]) -> str:
        """Return the whole position as plain text, for people who cannot see the picture."""

    @abstractmethod
    def menu(
        self, view: ViewT, legal: Sequence[ActionT], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen reached from the first one by choosing these keys in turn.

        `view` and `legal` are those of the seat to act. A path that is no longer valid gives the first
        screen. Without legal actions the screen says what the seat waits for and offers nothing.
        """

    def unavailable(
        self,
        view: ViewT,  # noqa: ARG002 - a game may offer all there is
        legal: Sequence[ActionT],  # noqa: ARG002
        path: tuple[str, ...],  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
    ) -> Sequence[UnavailableChoice]:
        """Return the things that the screen at the end of a path does not offer although a player may look
        for them; arguments as for `menu`.
        """
        return ()

    def orders_menu(
        self,
        view: ViewT,
        orders: Any,
        path: tuple[str, ...],
        names: Sequence[str],
    ) -> Menu:
        """Return the screen of the standing orders reached by choosing these keys in turn from its first one.

        `orders` are the seat's current ones, or `Ordered.Orders()`: the text lists them. Only a game with
        `Ordered.Orders` has such a menu.
        """
        raise NotImplementedError("this game has no standing orders")

    def condition(self, view: ViewT, key: str, names: Sequence[str]) -> str:
        """Return a condition of a plan (`Plannable.conditions`) in words: "nothing of mine was hit".

        Only a game whose rules have `plans` has any.
        """
        raise NotImplementedError("this game plans nothing")

    @abstractmethod
    def format(self, view: ViewT, action: ActionT) -> dict[str, str]:
        """Return each field of an action as a player would type it: {"unit": "SMG-3", "to": "C7"}."""

    @abstractmethod
    def parse(self, view: ViewT, seat: Seat, kind: type[ActionT], words: Mapping[str, str]) -> ActionT:
        """Return the action that a player typed, field by field. It may be illegal.

        Raises `UnreadableAction` with a sentence that names the error in the word and the possible words.
        """


AnyWording: TypeAlias = Wording[Any, Any]
"""The wording of any game."""
