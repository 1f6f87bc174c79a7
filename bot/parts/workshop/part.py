"""The part of designers, the workshop: their cards and maps, the lab, the test table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.workshop.lab.service import Lab
    from bot.parts.workshop.lab.store import SqlReportStore
    from bot.parts.workshop.maps.service import ServerMaps
    from bot.parts.workshop.sets.pictures import CardPictures
    from bot.parts.workshop.sets.played import PlayedSets, RealMatches
    from bot.parts.workshop.sets.service import CardSets
    from bot.parts.workshop.sets.store import SqlCardPictureStore, SqlCardSetStore
    from bot.parts.workshop.sets.versions import SetVersions
    from bot.parts.workshop.sets.versions_store import SqlSetVersions
    from bot.parts.workshop.test_table.service import TestTableService
    from bot.parts.workshop.test_table.store import SqlTestTables

    core, database = context.core, context.database
    games = {key: game.cards for key, game in core.games.items() if game.cards is not None}
    sets, versions = SqlCardSetStore(database), SqlSetVersions(database)
    card_sets, played = CardSets(sets, games, core.clock), PlayedSets(versions, games)
    formats = [each for game in core.games.values() for each in game.map_formats]
    tables, entropy = SqlTestTables(database), context.entropy_of("test tables")
    yield card_sets
    yield SetVersions(versions, card_sets, played)
    yield RealMatches(versions, played, core.matches.ended, core.clock)
    yield CardPictures(SqlCardPictureStore(database), games, core.clock)
    yield ServerMaps(sets, formats, core.clock)
    yield Lab(SqlReportStore(database), core.clock, core.limits.lab_matches)
    yield TestTableService(tables, context.store, core.games, core.clock, entropy)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.workshop.test_table.store import try_cards, try_tables
    from bot.people.privacy.store import PersonalRows

    yield PersonalRows(database, "test table", (try_tables, try_cards))


WORKSHOP = Part(
    name="workshop",
    services=_services,
    personal=_personal,
    cogs=(
        "cogs.workshop.cards",
        "cogs.workshop.lab",
        "cogs.workshop.set_versions",
        "cogs.workshop.sheets",
        "cogs.workshop.maps",
        "cogs.workshop.test_tables",
    ),
    commands={
        "cards": ("bot.host.cli.workshop.cards", "check card files, list cards, show one"),
        "maps": ("bot.host.cli.workshop.maps", "check files with maps, layouts and squads"),
        "balance": (
            "bot.host.cli.workshop.balance",
            "play the ready decks against each other: see whether they are balanced",
        ),
        "league": (
            "bot.host.cli.workshop.league",
            "play the computer players against each other: see how strong they are",
        ),
    },
)
