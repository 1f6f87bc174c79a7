"""Building blocks of menus, within Discord's limits, and the menu context of larger games."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Sized
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from bot.base.language import ENGLISH, gettext, ngettext, speaking
from bot.engine.contract import ActionT, AnyRules
from bot.engine.errors import IllegalAction
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.grid import column_name
from bot.engine.sentences import Talk, fit
from bot.engine.typed import Commands
from bot.engine.wording import Choice, Group, Menu, UnavailableChoice

# The reasons why a screen does not offer something, from the rules, in a state consistent with the player's
# knowledge.


class Reason(NamedTuple):
    """The reason why something is missing."""

    names: tuple[str, ...]
    """The names a player may look for, safe to print; several if they share a reason."""
    sentence: str
    """The refusal of the rules for the first of them, as plain text."""


def reasons(rules: AnyRules, view: Any, unavailable: Iterable[UnavailableChoice]) -> tuple[Reason, ...]:
    """Return the reasons why the viewer of a view cannot do these, in order.

    They are tried in a state that the viewer cannot tell from the true one, generated from the view alone, so
    the sentences reveal nothing new. Actions that succeed there are left out.
    """
    wanted = list(unavailable)
    if not wanted:
        return ()
    rng = Stream("missing", bytes(SEED_BYTES))
    world = rules.resample(view, rng)
    by_words: dict[str, Reason] = {}
    for choice in wanted:
        try:
            rules.apply(rules.clone(world), view.viewer, choice.action, rng)
        except IllegalAction as refusal:
            said = refusal.sentence
            first = by_words.setdefault(said.replace(choice.name, ""), Reason((), said))
            if choice.name not in first.names:
                by_words[said.replace(choice.name, "")] = Reason((*first.names, choice.name), first.sentence)
    return tuple(by_words.values())


# The screen of a game's standing orders, where each order is one of a few settings in a select menu.


THEN = ("orders",)
"""The path of the first screen of the orders."""


class Setting(NamedTuple):
    """One field of a game's orders."""

    field: str
    prompt: str
    """The question of the menu, a message."""
    values: Mapping[Any, str]
    """A message for each value; the first value orders nothing."""


def orders_screen(orders: Any, settings: Sequence[Setting], about: str) -> Menu:
    """Return the screen that lists the orders and lets them be changed; `about` adds an explanation."""
    told = "\n".join([f"- {gettext(each.values[getattr(orders, each.field)])}" for each in settings])
    groups = []
    for setting in settings:
        choices = [
            Choice(
                f"{setting.field}-{number}".replace("_", "-"),
                gettext(words),
                orders=replace(orders, **{setting.field: value}),
                then=THEN,
            )
            for number, (value, words) in enumerate(setting.values.items())
        ]
        groups += select(gettext(setting.prompt), choices)
    plain = type(orders)()
    if orders != plain:
        groups += buttons([Choice("ask", gettext("Ask me everything"), orders=plain, then=THEN)])
    secret = gettext(
        "I carry out your orders some minutes after I would ask you; until then you can still act "
        "yourself. Nobody else learns of it."
    )
    return Menu(f"{gettext('**Your standing orders**')}\n{told}\n{about}\n{secret}", tuple(groups))


# Selecting a square on a menu: selects of squares, or of their rows or columns first if there are many.


PAGES = 3
"""The maximum number of selects of squares side by side: one tap is quicker than choosing a row first."""


def parted(squares: Sized) -> bool:
    """Whether a row or column must be chosen first, because there are too many squares."""
    return len(squares) > PAGES * OPTIONS


class Lane(NamedTuple):
    """A row or a column of squares."""

    title: str
    """The title: "Row 7", "Column C"."""
    squares: list[int]
    """The selectable squares, ascending."""


class Lanes(NamedTuple):
    """How a game's squares are grouped if there are too many for a few selects."""

    width: int
    """The number of columns of the board."""
    name: Callable[[int], str]
    """Returns the name of a square."""
    key: Callable[[int], str]
    """Returns the key of a lane by its number, counted from 0."""
    by_column: bool = False
    """Whether columns are chosen first, not rows."""

    def of(self, squares: Iterable[int]) -> dict[str, Lane]:
        """Return the lanes that contain these squares, by their keys, in order."""
        lanes: dict[int, list[int]] = {}
        for square in sorted(squares):
            row, column = divmod(square, self.width)
            lanes.setdefault(column if self.by_column else row, []).append(square)
        return {self.key(number): Lane(self._title(number), lanes[number]) for number in sorted(lanes)}

    def groups(self, prompt: str, squares: Iterable[int], choice: Callable[[int], Choice]) -> list[Group]:
        """Return selects of the squares, or one select of lanes if there are many."""
        few = sorted(squares)
        if not parted(few):
            return select(prompt, [choice(square) for square in few])
        lanes = [self._choice(key, lane) for key, lane in self.of(few).items()]
        if self.by_column:
            return select(gettext("{prompt}: first the column", prompt=prompt), lanes)
        return select(gettext("{prompt}: first the row", prompt=prompt), lanes)

    def _choice(self, key: str, lane: Lane) -> Choice:
        first, last = self.name(lane.squares[0]), self.name(lane.squares[-1])
        span = gettext("{first} to {last}", first=first, last=last) if first != last else first
        label = ngettext(
            "{lane}: {number} square", "{lane}: {number} squares", len(lane.squares), lane=lane.title
        )
        return Choice(key, label, span)

    def _title(self, number: int) -> str:
        if self.by_column:
            return gettext("Column {column}", column=column_name(number))
        return gettext("Row {row}", row=number + 1)


# Menus of the legal actions with their typed words, for games without screens of their own.


_NOT_IN_KEY = re.compile(r"[^A-Za-z0-9]+")
_KEY = 16
"""The number of characters of a word that go into its key."""


class _Answer(NamedTuple):
    """A legal action with its words."""

    action: Any
    keys: tuple[str, ...]
    """Its words in English, which are the same for everybody."""
    words: tuple[str, ...]
    """Its words in the current language."""


def first_line(kind: type[Any]) -> str:
    """Return the description of an action type as in its command, a message of the domain "commands"."""
    return (kind.__doc__ or kind.__name__).strip().splitlines()[0].rstrip(".")


def action_screen(commands: Commands) -> Callable[[Any, Sequence[Any], tuple[str, ...]], Menu]:
    """Return screens that offer each legal action by its words; see `Wording.screen`.

    The first screen has a button for each action without fields, and for each other type a select of its
    first field. A choice that leaves several actions leads to a screen for the next field. Meant for games
    with few legal actions: a type fills a select for each 25 words.
    """

    def screen(talk: Any, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
        answers: dict[type[Any], list[_Answer]] = {}
        for action in legal:
            words = tuple(commands.format(talk.view, action).values())
            with speaking(ENGLISH):
                english = tuple(commands.format(talk.view, action).values())
            answers.setdefault(type(action), []).append(_Answer(action, english, words))
        for kind, some in answers.items():
            groups = _followed(kind, some, path)
            if groups:
                return Menu(gettext("What do you do?"), tuple(groups))
        return Menu(gettext("What do you do?"), tuple(_first_groups(answers)))

    return screen


def _first_groups(answers: dict[type[Any], list[_Answer]]) -> list[Group]:
    """Return the selects of the types with fields, and the buttons of those without."""
    groups, plain = [], []
    for kind, some in answers.items():
        if some[0].words:
            groups += _select(kind, some, 0)
        else:
            plain.append(Choice(_tag(kind), gettext(first_line(kind)), actions=(some[0].action,)))
    return groups + buttons(plain)


def _followed(kind: type[Any], some: list[_Answer], path: tuple[str, ...]) -> list[Group]:
    """Return the select at the end of a path, or nothing if the path does not fit the words of this type."""
    for at, key in enumerate(path):
        some = _parted(kind, some, at).get(key, [])
        if len(some) < 2:
            return []
    return _select(kind, some, len(path)) if path else []


def _select(kind: type[Any], some: list[_Answer], at: int) -> list[Group]:
    choices = [_choice(kind, key, fitting, at) for key, fitting in _parted(kind, some, at).items()]
    return select(gettext(first_line(kind)), choices)


def _choice(kind: type[Any], key: str, fitting: list[_Answer], at: int) -> Choice:
    """Return the choice for a word: the action with all its further words, or the path to several actions."""
    if len(fitting) > 1:
        return Choice(key, fitting[0].words[at] or gettext(first_line(kind)))
    words = ", ".join([word for word in fitting[0].words[at:] if word])
    return Choice(key, words or gettext(first_line(kind)), actions=(fitting[0].action,))


def _parted(kind: type[Any], some: list[_Answer], at: int) -> dict[str, list[_Answer]]:
    """Return the actions grouped by their word for a field, each word by its key."""
    by_word: dict[str, list[_Answer]] = {}
    for each in some:
        if at < len(each.keys):
            by_word.setdefault(each.keys[at], []).append(each)
    answers: dict[str, list[_Answer]] = {}
    for word, fitting in by_word.items():
        key = f"{_tag(kind)}-{_NOT_IN_KEY.sub('-', word)[:_KEY]}"
        answers[key if key not in answers else f"{key}-{len(answers)}"] = fitting
    return answers


def _tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


OPTIONS = 25
"""The maximum number of options of a select menu."""
BUTTONS = 5
"""The maximum number of buttons in a row."""


def select(prompt: str, choices: Sequence[Choice]) -> list[Group]:
    """Return the choices as one select, or as several of similar length if there are too many."""
    pages = -(-len(choices) // OPTIONS)
    groups = []
    for page in range(pages):
        part = choices[len(choices) * page // pages : len(choices) * (page + 1) // pages]
        title = prompt
        if pages > 1:
            first, last = _short(part[0]), _short(part[-1])
            title = gettext("{prompt} ({first} to {last})", prompt=prompt, first=first, last=last)
        groups.append(Group(tuple(part), title))
    return groups


def buttons(choices: Sequence[Choice]) -> list[Group]:
    """Return the choices as rows of at most five buttons; no row for none."""
    return [Group(tuple(choices[i : i + BUTTONS])) for i in range(0, len(choices), BUTTONS)]


def _short(choice: Choice) -> str:
    return choice.label.partition(":")[0]


LABEL = 80
"""The maximum length of a choice's label in characters."""
HINT = 100
"""The maximum length of a choice's description in characters."""
TEXT = 1500
"""The maximum length of a screen's text in characters."""

TalkT = TypeVar("TalkT", bound=Talk[Any])
KeyT = TypeVar("KeyT", bound=Hashable)


def grouped(actions: Iterable[ActionT], key: Callable[[ActionT], KeyT]) -> dict[KeyT, list[ActionT]]:
    """Return actions grouped by the value of `key`, in order."""
    groups: dict[KeyT, list[ActionT]] = {}
    for action in actions:
        groups.setdefault(key(action), []).append(action)
    return groups


class MenuContext(Generic[TalkT]):
    """The input of a menu: the talk and the legal actions of a seat. A game adds its grouping of them."""

    def __init__(self, talk: TalkT, legal: Sequence[Any]) -> None:
        self.talk = talk
        self.legal = legal

    @cached_property
    def _by_type(self) -> dict[type, list[Any]]:
        return grouped(self.legal, type)

    def of(self, kind: type[ActionT]) -> list[ActionT]:
        """Return the legal actions of a type."""
        return self._by_type.get(kind, [])

    def choice(self, key: str, label: str, hint: str = "", *actions: Any, **more: Any) -> Choice:
        """Return a choice with these escaped texts, cut to the lengths that Discord shows."""
        return Choice(key, fit(label, LABEL), fit(hint, HINT), actions, **more)
