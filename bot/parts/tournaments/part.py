"""The part of tournaments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.games.computers import COMPUTERS
    from bot.parts.ratings.service import RatingService
    from bot.parts.tournaments.service import Competitions
    from bot.parts.tournaments.store import MATCHES, SqlCompetitionStore

    core = context.core
    competitions = Competitions(
        SqlCompetitionStore(context.database),
        context.service(RatingService),
        {key: game.rules for key, game in core.games.items()},
        core.clock,
        context.entropy_of("tournaments"),
        COMPUTERS,
        core.blocks,
        core.limits,
    )
    context.store.uncounted.append(MATCHES)
    core.matches.timekeeper.also.append(competitions.give_back)
    yield competitions


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.tournaments.store import PersonalTournaments, tournament_entrants, tournament_log

    yield PersonalTournaments(database, "tournaments", (tournament_entrants, tournament_log))


TOURNAMENTS = Part(
    name="tournaments",
    needs=("ratings", "proofs"),
    services=_services,
    personal=_personal,
    proofs=("bot.parts.tournaments.verifying",),
    cogs=("cogs.tournaments.tasks", "cogs.tournaments.tournament"),
    commands={
        "tournament": (
            "bot.host.cli.tournaments",
            "play tournaments of made-up strengths: see what a format is worth",
        ),
    },
)
