"""What the bot has to know about a game, in one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.cards.deckbuilding import DeckBuilding
from bot.engine.cards.game import AnyCardGame
from bot.engine.contract import AnyRules
from bot.engine.guided import GuidedLesson
from bot.engine.lab import LabFacets
from bot.engine.mapfiles import MapFormat
from bot.engine.options import Setup
from bot.engine.players.opponent import Opponent
from bot.engine.wording import AnyWording
from bot.games import catalogue
from renderers.contract import Renderer


class Game(msgspec.Struct, frozen=True):
    """Everything the bot needs to know about a game."""

    key: str
    name: str
    """Its name in English; marked for translation where it has one."""
    tagline: str
    """One sentence for lists of games, in English, marked for translation."""
    rules: AnyRules
    worded_by: Callable[[], AnyWording]
    """Returns its sentences and menus, always the same; they are loaded at the first call (all: 2 MB)."""
    drawn_by: Callable[[], Renderer[Any]]
    """Returns its renderer, always the same one; what draws is loaded at the first call (all: 4 MB)."""
    rulebook: tuple[catalogue.Page, ...] = ()
    """The pages of `/rules`, each with a scene to draw; without them, `/rules` shows the game's commands."""
    glossary: tuple[catalogue.Entry, ...] = ()
    """The terms and icons of its panels and pictures; without them, there is no button for the glossary."""
    cards: AnyCardGame | None = None
    """Its cards, if they are defined by data; else None."""
    decks: DeckBuilding | None = None
    """How players build their own decks; None if they do not. A game with decks has cards."""
    lessons: tuple[GuidedLesson, ...] = ()
    """The lessons that teach it, in order; empty if it has none."""
    setups: Mapping[str, Setup] = msgspec.field(default_factory=dict)
    """Options by name of a set-up, the shortest first; empty for a game with only one."""
    map_formats: tuple[MapFormat, ...] = ()
    """The file formats of maps, layouts and squads that users can write for it."""
    played_by: Callable[[], tuple[Opponent, ...]] = tuple
    """Returns its `computers`, always the same ones; they are loaded at the first call (all: 1 MB)."""
    random_strength: int | None = None
    """The measured strength of `RandomPlayer` in it (`Opponent.strength`)."""
    lab: LabFacets = LabFacets()
    """What the designers' lab measures of it beside its decks."""
    former: tuple[Game, ...] = ()
    """The game under each former version of its rules, for the matches opened with them."""

    @property
    def title(self) -> str:
        """Return its name in the current language."""
        return gettext(self.name)

    @property
    def wording(self) -> AnyWording:
        """Return its sentences and menus."""
        return self.worded_by()

    @property
    def renderer(self) -> Renderer[Any]:
        """Return what draws it."""
        return self.drawn_by()

    @property
    def computers(self) -> tuple[Opponent, ...]:
        """Return its computer players, the weakest first; `RandomPlayer` plays every game besides."""
        return self.played_by()

    @property
    def card_game(self) -> AnyCardGame:
        """Return the cards of a game that must have some."""
        assert self.cards is not None, f"{self.key} has no cards of its own"
        return self.cards

    @property
    def building(self) -> DeckBuilding:
        """Return how decks are built in a game that must have some."""
        assert self.decks is not None, f"{self.key} has no decks"
        return self.decks

    @property
    def seats(self) -> range:
        """The possible numbers of seats of a match."""
        return self.rules.seats

    def of_version(self, version: str) -> Game:
        """Return the game under a version of its rules; the present one if that version is unknown."""
        return next((each for each in self.former if each.rules.version == version), self)


def with_former(game: Game, *former: AnyRules) -> Game:
    """Return a game that also plays the matches opened with these former versions of its rules."""
    return replace(game, former=tuple([replace(game, rules=rules) for rules in former]))


def make_game(
    key: str,
    name: str,
    tagline: str,
    rules: AnyRules,
    words: Callable[[], AnyWording],
    draws: Callable[[], Renderer[Any]],
    plays: Callable[[], tuple[Opponent, ...]] = tuple,
    **more: Any,
) -> Game:
    """Return a game with its rulebook, glossary, lessons and set-ups, read from `data/`.

    `words` returns its wording, always the same one; `draws` and `plays` make its renderer and its computer
    players. Each loads what it needs.
    """
    return Game(
        key,
        name,
        tagline,
        rules,
        words,
        cache(draws),
        catalogue.rulebook(key),
        catalogue.glossary(key),
        lessons=catalogue.lessons(key),
        setups=catalogue.setups(key),
        played_by=cache(plays),
        **more,
    )
