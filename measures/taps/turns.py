"""Scripted matches, and the taps of each turn and each single action."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine.players.opponent import Opponent
from bot.games.computers import COMPUTERS
from bot.games.papyrus.rules.actions import Preset, Ready
from bot.games.registry import GAMES
from measures.taps.thumb import Found, Path, Thumb, Wanted, ways
from tests.games.random_play import fresh_randomness
from tests.games.screens import NAMES
from tests.golden.lively import Lively

AHEAD = 6
"""The number of actions that a player plans in advance."""


class Habit(NamedTuple):
    """How a game's turns are counted and planned."""

    turn: str
    """The field of the view that counts turns or rounds; 0 while a match is opened."""
    together: frozenset[str] = frozenset()
    """Tags of actions that are decided together and done in any order: moves of a squad, payments."""


HABITS: Mapping[str, Habit] = {
    "papyrus": Habit("round", frozenset({"move"})),
    "crossfire": Habit("turns"),
    "arclash": Habit("turn", frozenset({"pay"})),
    "neo-combat": Habit("turn"),
    "overcross": Habit("round"),
    "free-table": Habit("round"),
}
GUEST = Lively({"move": 30, "pass": 30, "draw": 10, "deal": 3, "count": 4, "flip": 3, "end": 0, "resign": 0})
"""Plays at a free table, where no computer plays, much as people do with a pack of cards."""
PROPOSED: Mapping[str, Sequence[str]] = {"papyrus": ("plan", "volley", "x", "end")}
"""The choices of a quick player, by the beginnings of the keys, the first match counts: the proposals of the
panel.
"""


class Turn(NamedTuple):
    """A turn of the counted seat, or with number 0 the opening."""

    number: int
    taps: int
    actions: int


class Single(NamedTuple):
    """A single action, from the first screen."""

    tag: str
    taps: int


def easy_player(game: str) -> Opponent:
    """Return the easy player, which decides differently from the panel's proposals."""
    if game == "free-table":
        return GUEST
    return next(each for each in COMPUTERS.values() if each.plays(game) and each.level == "easy")


SQUAD = Preset("balanced")
"""The squad with which the taps of Papyrus are counted."""


class Match:
    """A match of two in which the taps of seat 1 are counted; the easy computer has the other."""

    def __init__(self, key: str, number: int, *, quick: bool = False) -> None:
        self.game, self.habit, self.quick = GAMES[key], HABITS[key], quick
        self.rules = self.game.rules
        self.rng, self.mood = fresh_randomness(number), random.Random(number)
        self.state = self.rules.setup(self.rules.normalize(self.rules.Options(), 2), 2, self.rng)
        self.player = easy_player(key)
        self.path: Path = ()
        self.meant: list[Any] = []
        self.singles: list[Single] = []

    def turns(self, most: int) -> Iterator[Turn]:
        """Play until this number of turns of seat 1 are over, or the match; yield each of them."""
        number, taps, actions = 0, 0, 0
        while awaited := sorted(self.rules.to_act(self.state)):
            if self.moment != number:
                if actions:
                    yield Turn(number, taps, actions)
                number, taps, actions = self.moment, 0, 0
                if number > most:
                    return
            if 0 in awaited:
                found = self._tap()
                taps, actions = taps + found.taps, actions + len(found.choice.actions)
            else:
                self._let_play(awaited[0])
        yield Turn(number, taps, actions)

    @property
    def moment(self) -> int:
        """Return the number of the turn or round."""
        return int(getattr(self.rules.view(self.state, None), self.habit.turn))

    def _let_play(self, seat: int) -> None:
        view, legal = self.rules.view(self.state, seat), self.rules.legal(self.state, seat)
        self.rules.apply(self.state, seat, self._choice(view, legal, self.mood), self.rng)

    def _choice(self, view: Any, legal: Sequence[Any], mood: random.Random) -> Any:
        """Return the player's action; it takes the same squad each time, because the taps depend on it."""
        if self.game.key == "papyrus" and SQUAD in legal and Ready() not in legal:
            return SQUAD
        return self.player.choose(self.rules, view, legal, mood)

    def _tap(self) -> Found:
        """Find seat 1's wanted action on its panel, and do it."""
        view, legal = self.rules.view(self.state, 0), self.rules.legal(self.state, 0)
        thumb = Thumb(lambda path: self.game.wording.menu(view, legal, path, NAMES))
        found = self._proposed(thumb) if self.quick and self.moment else None
        if found is None:
            wanted = self._wanted(view, legal)
            found = thumb.best(self.path, wanted)
            if self.moment:
                single = thumb.best((), wanted)
                self.singles.append(Single(_tags(single.choice.actions), single.taps))
        for action in found.choice.actions:
            self.rules.apply(self.state, 0, action, self.rng)
        self.path = found.choice.then
        return found

    def _proposed(self, thumb: Thumb) -> Found | None:
        """Return the proposal of the first screen, going back if necessary."""
        back = len(self.path)
        offered = [(cost, choice) for cost, choice in ways(thumb.menu(())) if choice.actions]
        for key in PROPOSED[self.game.key]:
            for cost, choice in offered:
                if choice.key.startswith(key):
                    return Found(back + cost, choice)
        return None

    def _wanted(self, view: Any, legal: Sequence[Any]) -> Wanted:
        """Return the player's next goal: any part of actions that are done together, else the next one."""
        open_to = set(legal)
        self.meant = [action for action in self.meant if action in open_to]
        if self.meant:
            return self._among(view, self.meant)
        ahead, said = self._thought()
        tag = _tag(ahead[0])
        if tag in self.habit.together:
            self.meant = [action for action in ahead if _tag(action) == tag]
            return self._among(view, self.meant)
        return lambda done: [self._said(view, action) for action in done] == said[: len(done)]

    def _thought(self) -> tuple[list[Any], list[tuple[str, ...]]]:
        """Return the player's next actions in sequence, and the same in words."""
        ahead, moment = self.rules.clone(self.state), self.moment
        rng, mood = fresh_randomness(0), random.Random(self.mood.random())
        actions, said = list[Any](), list[tuple[str, ...]]()
        while len(actions) < AHEAD and 0 in self.rules.to_act(ahead):
            view, legal = self.rules.view(ahead, 0), self.rules.legal(ahead, 0)
            if getattr(view, self.habit.turn) != moment:
                break
            action = self._choice(view, legal, mood)
            if actions and self._apart(actions[-1], action):
                break
            actions.append(action)
            said.append(self._said(view, action))
            self.rules.apply(ahead, 0, action, rng)
        return actions, said

    def _apart(self, last: Any, action: Any) -> bool:
        together = _tag(last) in self.habit.together
        return together and _tag(last) != _tag(action)

    def _among(self, view: Any, actions: Sequence[Any]) -> Wanted:
        meant = {self._said(view, action) for action in actions}
        return lambda done: {self._said(view, action) for action in done} <= meant

    def _said(self, view: Any, action: Any) -> tuple[str, ...]:
        """Return an action in words, the same for all copies of a card."""
        return _tag(action), *self.game.wording.format(view, action).values()


def _tag(action: Any) -> str:
    return str(action.__struct_config__.tag)


def _tags(actions: Sequence[Any]) -> str:
    return ", ".join(dict.fromkeys([_tag(action) for action in actions]))


class Count(NamedTuple):
    """The taps of turns of one game."""

    turns: list[int]
    quick: list[int]
    singles: dict[str, list[int]]


def counted(key: str, matches: int, most: int) -> Count:
    """Count this number of matches of a game, each with at most this number of turns."""
    turns, quick, singles = list[int](), list[int](), defaultdict[str, list[int]](list)
    for number in range(matches):
        match = Match(key, number)
        turns += [turn.taps for turn in match.turns(most) if turn.number]
        for single in match.singles:
            singles[single.tag].append(single.taps)
        if key in PROPOSED:
            quick += [turn.taps for turn in Match(key, number, quick=True).turns(most) if turn.number]
    return Count(turns, quick, dict(singles))
