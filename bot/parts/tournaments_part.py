"""The part of tournaments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.competitions.service import Competitions
    from bot.players import COMPUTERS
    from bot.ratings.service import RatingService
    from bot.storage.competitions import SqlCompetitionStore

    core = context.core
    yield Competitions(
        SqlCompetitionStore(context.database),
        context.service(RatingService),
        {key: game.rules for key, game in core.games.items()},
        core.clock,
        context.entropy_of("tournaments"),
        COMPUTERS,
        core.blocks,
    )


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.competitions import PersonalTournaments, tournament_entrants, tournament_log

    yield PersonalTournaments(database, "tournaments", (tournament_entrants, tournament_log))


TOURNAMENTS = Part(
    name="tournaments",
    needs=("ratings", "proofs"),
    services=_services,
    personal=_personal,
    tables=("bot.storage.competitions",),
    proofs=("bot.competitions.verifying",),
    cogs=("cogs.tournaments.tasks", "cogs.tournaments.tournament"),
    commands={
        "tournament": (
            "bot.cli.tournament",
            "play tournaments of made-up strengths: see what a format is worth",
        ),
    },
)
