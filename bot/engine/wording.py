"""How a game speaks with people: sentences for facts, words for actions, menus of decisions.

Everything here works on views, never on states, so that no sentence and no menu can leak.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

import msgspec

from bot.engine.contract import Action, ActionT, Seat, ViewT
from bot.engine.facts import MatchOver
from bot.engine.printing import CHANNEL, Printer
from bot.engine.summary import Summary
from bot.engine.weighing import Weight


class Focus(msgspec.Struct, frozen=True):
    """What to point out in a picture drawn for one player alone. Squares are the game's numbers."""

    chosen: int | None = None
    """The square or place of the piece whose possibilities are shown."""
    reach: frozenset[int] = frozenset()
    """Squares it can go to, or where the chosen card can be laid."""
    targets: Mapping[int, str] = {}
    """Squares it can act upon, each with a short label such as "4/6"."""


class Choice(msgspec.Struct, frozen=True):
    """One thing a player may choose on a menu: an action, or the way to a further menu."""

    key: str
    """Short token, unique in its menu, of the letters a-z, A-Z, 0-9 and -; goes into a custom_id, so it
    must hold nothing hidden."""
    label: str
    """What the button or option says, at most 80 characters."""
    hint: str = ""
    """A second line: "at C7, 8 HP", "4 in 6, 2 damage"; at most 100 characters."""
    actions: tuple[Action, ...] = ()
    """What is done when this is chosen, all or nothing; empty when it leads on to a further menu."""
    then: tuple[str, ...] = ()
    """The path of the screen that best follows the actions, such as that of the unit just moved; the first
    screen unless told. Without actions: the screen that it leads to, where that is none of its own menu's."""
    orders: Any = None
    """The seat's standing orders from then on (`Rules.Orders`), or a mapping of those of their fields that
    change; beside any actions. None leaves them as they are. On the screens of a plan it is the plan."""
    style: str = "plain"
    """`plain`, `main` (the usual next step), `good` (finish, confirm) or `grave` (cannot be taken back)."""


class Group(msgspec.Struct, frozen=True):
    """Choices that belong together: shown as a row of buttons, or as a select menu with a prompt."""

    choices: tuple[Choice, ...]
    prompt: str = ""
    """The select menu's placeholder; a group without one is shown as buttons (at most five)."""


class Menu(msgspec.Struct, frozen=True):
    """One short screen: what is asked, and what may be answered."""

    text: str
    """What is asked, in Discord's markdown, at most 1,500 characters."""
    groups: tuple[Group, ...]
    focus: Focus | None = None
    """What the private picture beside the menu points out; None for the plain board."""


class Missing(msgspec.Struct, frozen=True):
    """Something that a screen does not offer although a player may look for it there."""

    name: str
    """What the player looks for, safe to print: a card, a unit, a target."""
    action: Action
    """What the rules refuse: the sentence of their refusal says why (`bot.engine.refused`)."""


class Wording(ABC, Generic[ActionT, ViewT]):
    """How one game speaks. `names` are the players' names by seat, already safe to print."""

    @abstractmethod
    def describe(self, fact: Any, view: ViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one sentence for a fact, or "" for one not worth a line.

        `view` is of the viewer whose form of the fact this is, taken at any time after the fact: it says
        which piece an index in the fact means. `printer` says what stands for the things it names.
        """

    def weigh(self, fact: Any, view: ViewT) -> Weight:  # noqa: ARG002 - a game may weigh nothing
        """Return how much a fact matters where few lines are told; `view` as for `describe`."""
        return Weight.ACT

    def is_news(self, fact: Any, view: ViewT) -> bool:
        """Whether a picture tells a fact: not what happens anyway, nor the end, which it says elsewhere."""
        return self.weigh(fact, view) > Weight.FRAME and not isinstance(fact, MatchOver)

    def likeness(self, fact: Any, view: ViewT) -> Hashable:  # noqa: ARG002 - a game may join nothing
        """Return what facts that can be told in one line have alike; None for one that is told alone."""
        return None

    def describe_together(self, facts: Sequence[Any], view: ViewT, names: Sequence[str]) -> str:
        """Return one sentence for several facts of one likeness, in their order."""
        raise NotImplementedError("this game has no likeness of facts")

    @abstractmethod
    def status(self, view: ViewT, names: Sequence[str], printer: Printer = CHANNEL) -> str:
        """Return one or two lines: whose turn it is, what they have left, how the match stands."""

    def moment(self, view: ViewT) -> str:  # noqa: ARG002 - a game may know no rounds
        """Return which turn or round it is, in a few words: "Round 3"; "" where there is none."""
        return ""

    def aim(self, view: ViewT) -> str:  # noqa: ARG002 - a game may say it elsewhere
        """Return what wins the match, in a few words: "first to 15 points"; "" to say nothing."""
        return ""

    def usual(self, options: Any) -> str:  # noqa: ARG002 - a game may have nothing to say
        """Return how large a match with the usual options is, in a few words, as "squads of 10"; "" to say
        nothing."""
        return ""

    def summary(self, facts: Sequence[Any], view: ViewT, names: Sequence[str]) -> Summary | None:  # noqa: ARG002
        """Return what tells the story of a match that is over; None for nothing worth it.

        `facts` are all that everybody knows of, `view` is the public's last one; `names` as players wrote
        them: all of it is drawn.
        """
        return None

    @abstractmethod
    def board_text(self, view: ViewT, names: Sequence[str]) -> str:
        """Return the whole position as plain text, for those who cannot see the picture."""

    @abstractmethod
    def menu(
        self, view: ViewT, legal: Sequence[ActionT], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen reached from the first one by choosing these keys in turn.

        `view` and `legal` are those of the seat that plays. A path that no longer leads anywhere
        gives the first screen. Without legal actions the screen says what the seat waits for and offers
        nothing.
        """

    def missing(
        self,
        view: ViewT,  # noqa: ARG002 - a game may offer all there is
        legal: Sequence[ActionT],  # noqa: ARG002
        path: tuple[str, ...],  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
    ) -> Sequence[Missing]:
        """Return what the screen at the end of a path does not offer although a player may look for it there;
        arguments as for `menu`."""
        return ()

    def orders_menu(
        self,
        view: ViewT,
        orders: Any,
        path: tuple[str, ...],
        names: Sequence[str],
    ) -> Menu:
        """Return the screen of the standing orders reached by choosing these keys in turn from its first one.

        `orders` are those that the seat has given, or `Rules.Orders()`: the text says what they are. Only a
        game with `Rules.Orders` has such a menu.
        """
        raise NotImplementedError("this game has no standing orders")

    def condition(self, view: ViewT, key: str, names: Sequence[str]) -> str:
        """Return a condition of a plan (`Rules.conditions`) in words: "nothing of mine was hit".

        Only a game whose rules have `plans` has any.
        """
        raise NotImplementedError("this game plans nothing")

    @abstractmethod
    def format(self, view: ViewT, action: ActionT) -> dict[str, str]:
        """Return each field of an action as a player would type it: {"unit": "SMG-3", "to": "C7"}."""

    @abstractmethod
    def parse(self, view: ViewT, seat: Seat, kind: type[ActionT], words: Mapping[str, str]) -> ActionT:
        """Return the action that a player typed, field by field. It may turn out illegal.

        Raises `UnreadableAction` with a sentence that says what the word is not and what it could be.
        """


AnyWording: TypeAlias = Wording[Any, Any]
"""The wording of some game."""
