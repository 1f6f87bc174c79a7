"""The registered games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from bot.base.language import N_
from bot.engine.cards.deckbuilding import DeckBuilding
from bot.engine.cards.game import AnyCardGame
from bot.engine.contract import AnyRules
from bot.engine.guided import GuidedLesson
from bot.engine.mapfiles import MapFormat
from bot.engine.setups import Setup
from bot.engine.wording import Wording
from bot.games import catalogue
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.crossfire.rules.mapfiles import layout_format
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.games.neocombat.cards.cardgame import NeoCombatCards
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.cardgame import OvercrossCards
from bot.games.overcross.cards.cards import Library as OvercrossLibrary
from bot.games.overcross.rules.deckbuilding import OvercrossDecks
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.wording.wording import OvercrossWording
from bot.games.papyrus.players.skirmisher import planned_moves
from bot.games.papyrus.rules.mapfiles import map_formats
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.arclash import ArclashRenderer
from renderers.contract import Renderer
from renderers.crossfire import CrossfireRenderer
from renderers.neocombat import NeoCombatRenderer
from renderers.overcross import OvercrossRenderer
from renderers.papyrus import PapyrusRenderer


class Game(msgspec.Struct, frozen=True):
    """Everything the bot needs to know about a game."""

    key: str
    title: str
    tagline: str
    """One sentence for lists of games, in English, marked for translation."""
    rules: AnyRules
    wording: Wording[Any, Any]
    renderer: Renderer[Any]
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
    former: tuple[Game, ...] = ()
    """The game under each former version of its rules, for the matches opened with them."""

    @property
    def seats(self) -> range:
        """The possible numbers of seats of a match."""
        return self.rules.seats

    def of_version(self, version: str) -> Game:
        """Return the game under a version of its rules; the present one if that version is unknown."""
        return next((each for each in self.former if each.rules.version == version), self)


def former_rules(games: Mapping[str, Game]) -> tuple[AnyRules, ...]:
    """Return the rules of all former versions that matches in play still use."""
    return tuple(former.rules for game in games.values() for former in game.former)


def _game(
    key: str,
    title: str,
    tagline: str,
    rules: AnyRules,
    wording: Wording[Any, Any],
    renderer: Renderer[Any],
    **more: Any,
) -> Game:
    """Return a game with its rulebook, glossary, lessons and set-ups, read from `data/`."""
    return Game(
        key,
        title,
        tagline,
        rules,
        wording,
        renderer,
        catalogue.rulebook(key),
        catalogue.glossary(key, renderer.signs),
        lessons=catalogue.lessons(key),
        setups=catalogue.setups(key),
        **more,
    )


def _games(*games: Game) -> Mapping[str, Game]:
    return MappingProxyType({game.key: game for game in games})


_ARCLASH = catalogue.card_game(ArclashCards, checked=False)
ARCLASH_CARDS: Library = _ARCLASH.library
"""The cards of Arclash, shared by its rules, texts and pictures."""

_ARCLASH_WORDING = ArclashWording(ARCLASH_CARDS)
_NEO_COMBAT = catalogue.card_game(NeoCombatCards, checked=False)
_NEO_COMBAT_WORDING = NeoCombatWording(_NEO_COMBAT.library)
_OVERCROSS = catalogue.card_game(OvercrossCards, checked=False)
OVERCROSS_CARDS: OvercrossLibrary = _OVERCROSS.library
"""The cards of Overcross, shared by its rules, texts and pictures."""

_PAPYRUS_MAPS, _SQUADS = catalogue.papyrus_maps(), catalogue.papyrus_squads()
_PAPYRUS_WORDING = PapyrusWording(_SQUADS, planned_moves)
_CROSSFIRE_WORDING = CrossfireWording()
_LAYOUTS = catalogue.crossfire_layouts()
_OVERCROSS_WORDING = OvercrossWording(OVERCROSS_CARDS)


GAMES: Mapping[str, Game] = _games(
    _game(
        "papyrus",
        "Papyrus",
        N_("Origami squads fight on a field of squares."),
        PapyrusRules(_PAPYRUS_MAPS, _SQUADS),
        _PAPYRUS_WORDING,
        PapyrusRenderer(_PAPYRUS_WORDING),
        map_formats=map_formats(_PAPYRUS_MAPS, _SQUADS),
    ),
    _game(
        "crossfire",
        "Crossfire",
        N_("Two packs of cards fight for territory: power your nodes, cross the field, take a base."),
        CrossfireRules(_LAYOUTS),
        _CROSSFIRE_WORDING,
        CrossfireRenderer(_CROSSFIRE_WORDING),
        map_formats=(layout_format(_LAYOUTS),),
    ),
    _game(
        "arclash",
        "Arclash",
        N_("Heroes of many worlds level up and fight, with decks of cards that anyone can design."),
        ArclashRules(ARCLASH_CARDS),
        _ARCLASH_WORDING,
        ArclashRenderer(ARCLASH_CARDS, _ARCLASH_WORDING),
        cards=_ARCLASH,
        decks=ArclashDecks(ARCLASH_CARDS),
    ),
    _game(
        "neo-combat",
        "Neo-Combat",
        N_("Cloaked varans hunt each other: sensors, shots and strikes, and answers out of turn."),
        NeoCombatRules(_NEO_COMBAT.library),
        _NEO_COMBAT_WORDING,
        NeoCombatRenderer(_NEO_COMBAT.library, _NEO_COMBAT_WORDING),
        cards=_NEO_COMBAT,
    ),
    _game(
        "overcross",
        "Overcross",
        N_("Play cards to put the characters of a webcomic onto a grid: five ways to win."),
        OvercrossRules(OVERCROSS_CARDS),
        _OVERCROSS_WORDING,
        OvercrossRenderer(OVERCROSS_CARDS, _OVERCROSS_WORDING),
        cards=_OVERCROSS,
        decks=OvercrossDecks(OVERCROSS_CARDS),
    ),
)
"""Every game by its key."""
