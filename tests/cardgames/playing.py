"""The two test games as the house has games: the rules are those of Papyrus, the cards their own."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from bot import catalogue
from bot.cardfiles import check_together
from bot.cardfiles.reading import CardFile
from bot.engine.cardgames import PoolLibrary
from bot.games.papyrus.rules.options import Options as PapyrusOptions
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.registry import GAMES, Game
from tests.cardgames import harbour, patrol


class HarbourOptions(PapyrusOptions, frozen=True, forbid_unknown_fields=True):
    points: Annotated[int, Meta(ge=30, le=300, description="Points of a deck, 30 to 300")] = 100


class HarbourRules(PapyrusRules):
    key: ClassVar[str] = "harbour"
    Options = HarbourOptions


class PatrolRules(PapyrusRules):
    key: ClassVar[str] = "patrol"


def cards_of(kind: Any, content: str) -> Any:
    """The cards of a game whose only set that comes with the bot is this file."""
    (reading,) = check_together([CardFile(content, "shipped.toml", kind.format)])
    assert reading.set is not None, reading.findings
    return kind(PoolLibrary(kind.pool_type([reading.set])))


def with_test_games() -> dict[str, Game]:
    """The games that are registered, and after them Harbour and Patrol.

    Not Neo-Combat and Overcross: games are told apart by the tables of their files, and Patrol's have a name
    of theirs.
    """
    registered = {key: game for key, game in GAMES.items() if key not in ("neo-combat", "overcross")}
    of_papyrus, maps, squads = GAMES["papyrus"], catalogue.papyrus_maps(), catalogue.papyrus_squads()
    docks, patrols = (
        cards_of(harbour.HarbourCards, harbour.SHIPPED),
        cards_of(patrol.PatrolCards, patrol.SHIPPED),
    )
    decks = harbour.HarbourDecks(docks.library)
    common = of_papyrus.wording, of_papyrus.renderer, of_papyrus.rulebook
    return {
        **registered,
        "harbour": Game(
            "harbour", "Harbour", "Ships.", HarbourRules(maps, squads), *common, cards=docks, decks=decks
        ),
        "patrol": Game("patrol", "Patrol", "Scouts.", PatrolRules(maps, squads), *common, cards=patrols),
    }
