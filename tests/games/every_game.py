"""All games as one table: the data that tests of every game need."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.engine.contract import Seat
from bot.games.papyrus.rules.view import KIND_TITLES
from tests.games.arclash import screens as arclash
from tests.games.crossfire import chance as crossfire_chance
from tests.games.crossfire import screens as crossfire
from tests.games.crossfire.table import LAYOUTS
from tests.games.freetable import chance as freetable_chance
from tests.games.freetable import screens as freetable
from tests.games.neocombat import screens as neocombat
from tests.games.overcross import chance as overcross_chance
from tests.games.overcross import screens as overcross
from tests.games.papyrus import chance as papyrus_chance
from tests.games.papyrus import spoken as papyrus
from tests.games.papyrus.table import MAPS, SQUADS
from tests.games.random_play import Turning
from tests.games.screens import Screen, SeatedDesk, choices

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fred")


class Game(NamedTuple):
    """A game under test."""

    desk: type[SeatedDesk]
    playthrough: Callable[[int], Iterator[Turning]]
    kept: float
    """The share of a match's positions that are checked."""
    told_apart: Callable[[Any, Any, Any], Any] = lambda _state, _view, action: action
    """Returns the identity of a choice from a state, a view and an action; copies of a card have the same."""
    proper: tuple[str, ...] = ()
    """Words that are the same in all languages."""
    drawn: re.Pattern[str] = re.compile(r"(?!)")
    """A pattern of the parts of a position text that are no words."""
    width: int = 64
    """The maximum length of its lines: for a phone, or for a code block of Discord."""

    @property
    def rules(self) -> Any:
        return self.desk.rules

    @property
    def wording(self) -> Any:
        return self.desk.wording

    def turnings(self, number: int) -> Iterator[Turning]:
        """Return some turnings of a match, including the last one."""
        random = Random(number)
        for turning in self.playthrough(number):
            if self.rules.outcome(turning.after) is not None or random.random() < self.kept:
                yield turning

    def acting(self, number: int) -> Iterator[tuple[Any, Seat]]:
        """Return positions of a match, each with an awaited seat."""
        random = Random(number)
        for turning in self.turnings(number):
            if seats := sorted(self.rules.may_act(turning.after)):
                yield turning.after, random.choice(seats)

    def looks(self, state: Any, most: int = 12) -> Iterator[str]:
        """Yield all texts of a position, with at most this number of screens for each reader."""
        for viewer in (None, *range(state.seats)):
            view = self.rules.view(state, viewer)
            yield self.wording.status(view, NAMES)
            yield self.drawn.sub("", self.wording.board_text(view, NAMES))
            if viewer is None:
                yield self.wording.menu(view, (), (), NAMES).text
            else:
                for screen in islice(self.desk(state, viewer).all_screens(), most):
                    yield from on_screen(screen)


def on_screen(screen: Screen) -> Iterator[str]:
    """Yield all words of a screen."""
    yield screen.menu.text
    yield from [group.prompt for group in screen.menu.groups]
    yield from screen.menu.focus.targets.values() if screen.menu.focus else ()
    for choice in choices(screen.menu):
        yield from (choice.label, choice.hint)


_CARDS_DRAWN = re.compile(r"\n\n.*?\n\n", re.DOTALL)
_OVERCROSS = (
    *[card.name for card in overcross_chance.POOL.cards.values()],
    *[deck.title for deck in overcross_chance.POOL.decks.values()],
    "Cornstalker",
)

GAMES = {
    "papyrus": Game(
        papyrus.SaidDesk,
        papyrus_chance.playthrough,
        0.02,
        proper=(*KIND_TITLES.values(), *SQUADS, *MAPS, "open"),
        drawn=re.compile(r"^ {3}[A-Z ]+$", re.MULTILINE),
        width=40,
    ),
    **{
        f"crossfire-{form}": Game(
            crossfire.Desk,
            partial(crossfire_chance.playthrough, form=form),
            0.06,
            proper=(*LAYOUTS, "standard", "Joker", "of seat"),
            drawn=_CARDS_DRAWN,
        )
        for form in ("two", "four", "ultimate")
    },
    "arclash": Game(
        arclash.Desk,
        arclash.playthrough,
        0.15,
        told_apart=lambda _state, view, action: arclash.told_apart(view, action),
    ),
    "neo-combat": Game(neocombat.PlayDesk, neocombat.playthrough, 0.03),
    "overcross": Game(
        overcross.Desk,
        overcross_chance.playthrough,
        0.03,
        told_apart=lambda state, _view, action: overcross.told_apart(state, action),
        proper=_OVERCROSS,
    ),
    "free-table": Game(
        freetable.Desk,
        freetable_chance.playthrough,
        0.03,
        told_apart=freetable_chance.told_apart,
        proper=freetable_chance.proper_names(),
    ),
}
