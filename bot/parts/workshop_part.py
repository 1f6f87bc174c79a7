"""The part of designers, the workshop: their cards and maps, the lab, the test table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.cardsets.pictures import CardPictures
    from bot.cardsets.played import PlayedSets, RealMatches
    from bot.cardsets.service import CardSets
    from bot.cardsets.versions import SetVersions
    from bot.lab.service import Lab
    from bot.mapfiles.service import ServerMaps
    from bot.storage.card_pictures import SqlCardPictureStore
    from bot.storage.card_sets import SqlCardSetStore
    from bot.storage.reports import SqlReportStore
    from bot.storage.set_versions import SqlSetVersions
    from bot.storage.trytables import SqlTryTables
    from bot.trytable.service import TryTables

    core, database = context.core, context.database
    games = {key: game.cards for key, game in core.games.items() if game.cards is not None}
    sets, versions = SqlCardSetStore(database), SqlSetVersions(database)
    card_sets, played = CardSets(sets, games, core.clock), PlayedSets(versions, games)
    formats = [each for game in core.games.values() for each in game.map_formats]
    tables, entropy = SqlTryTables(database), context.entropy_of("test tables")
    yield card_sets
    yield SetVersions(versions, card_sets, played)
    yield RealMatches(versions, played, core.matches.ended, core.clock)
    yield CardPictures(SqlCardPictureStore(database), games, core.clock)
    yield ServerMaps(sets, formats, core.clock)
    yield Lab(SqlReportStore(database), core.clock, core.limits.lab_matches)
    yield TryTables(tables, context.store, core.games, core.clock, entropy)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.personal import PersonalRows
    from bot.storage.trytables import try_tables

    yield PersonalRows(database, "test table", (try_tables,))


WORKSHOP = Part(
    name="workshop",
    services=_services,
    personal=_personal,
    tables=("bot.storage.card_tables", "bot.storage.reports", "bot.storage.trytables"),
    cogs=(
        "cogs.cards.cards",
        "cogs.cards.lab",
        "cogs.cards.set_versions",
        "cogs.cards.sheets",
        "cogs.cards.maps",
        "cogs.cards.try_tables",
    ),
    commands={
        "cards": ("bot.cli.cards", "check card files, list cards, show one"),
        "maps": ("bot.cli.maps", "check files with maps, layouts and squads"),
        "balance": (
            "bot.cli.balance",
            "play the ready decks against each other: see whether they are balanced",
        ),
        "league": (
            "bot.cli.league",
            "play the computer players against each other: see how strong they are",
        ),
    },
)
