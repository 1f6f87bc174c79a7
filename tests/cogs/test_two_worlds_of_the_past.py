"""The history reveals no secret action of others: not its content, its time or its count."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.database.migrate import migrate
from bot.games.papyrus.rules.actions import Dismiss, Formation, Place, Preset, Ready, Recruit
from bot.games.registry import GAMES
from bot.matches.history import PastAction
from bot.matches.model import MatchInfo
from cogs.kit.sentences import describe_facts
from cogs.matches.history import (
    PAGE_LINES,
    compose_history,
    compose_lately,
    compose_link,
    compose_replay,
)
from cogs.matches.history import HistoryPosition as Where
from renderers.contract import Picture
from renderers.kit.gif import Reel
from tests.cogs.test_two_worlds_of_payloads import sent
from tests.matches.table import ANN, BEN, STRANGER, Table, TestClock, database_like

GAME = GAMES["papyrus"]
OPTIONS = {"squad": 2, "width": 8, "height": 6, "rounds": 4}
PLAIN = (Recruit("smg"), Recruit("smg"))
SLY = (Recruit("sniper"), Recruit("medic"), Dismiss("medic"), Dismiss("sniper"), Preset("balanced"))
"""Two ways to choose a squad; others know only that the player is ready."""


@pytest.fixture
async def place(tmp_path: Path) -> Path:
    template = tmp_path / "migrated.db"
    await migrate(f"sqlite:///{template}")
    return template


async def world(template: Path, number: int, secret: Sequence[Any]) -> tuple[Table, MatchInfo]:
    """A match in which Ann picks her squad in one of the two ways, before the reveal."""
    folder = template.parent / str(number)
    folder.mkdir()
    table = Table(database_like(template, folder), TestClock(), games={"papyrus": GAME.rules})
    service = table.service
    info = await service.lobby.open(
        "papyrus", OPTIONS, seats=2, host=ANN, guild=7, channel=1, request=table.request()
    )
    await service.lobby.join(info.id, BEN, request=table.request())
    await service.lobby.start(info.id, ANN.user, request=table.request())
    await table.act(info.id, ANN, *secret)
    await table.act(info.id, ANN, Ready())
    await table.act(info.id, BEN, Recruit("rpg"))
    return table, info


async def seen(table: Table, info: MatchInfo, user: int | None) -> list[bytes]:
    """Return all history pages for a viewer: pages, boards, links, the last turn, the film."""
    service = table.service
    steps = await service.history.steps(info.id, user)
    match_view = await service.match_view(info.id, user)
    numbers = {step.seq: step for step in steps}
    found = []
    for start in (None, 0):
        page = await service.history.page(info.id, user, start, PAGE_LINES)
        found.append(sent(compose_history(GAME, match_view, page, numbers)))
    for index in range(len(steps) + 1):
        where = Where(steps, index)
        then = await service.history.match_view(info.id, user, where.step.seq)
        found.append(sent(compose_replay(GAME, then, where, drawn(then))))
        found.append(sent(compose_link(match_view, where.step)))
    facts = [line.fact for line in await service.history.since_last_action(info.id, user or STRANGER)]
    found.append(
        sent(compose_lately(GAME, match_view, describe_facts(GAME, facts, match_view), drawn(match_view)))
    )
    return [*found, await film(table, info, await service.history.steps(info.id, None))]


def drawn(match_view: Any) -> Picture:
    return GAME.renderer.board(match_view.view, names=match_view.match.names, recent=match_view.recent)


async def film(table: Table, info: MatchInfo, steps: Sequence[PastAction]) -> bytes:
    reel = Reel()
    for match_view in await table.service.history.film(info.id, [0, *[step.seq for step in steps]]):
        reel.add(drawn(match_view))
    *_, made = reel.cut()
    return made.gif


async def test_the_history_does_not_depend_on_secret_choices_or_their_number_pap_02(place: Path) -> None:
    worlds = [await world(place, number, secret) for number, secret in enumerate((PLAIN, SLY))]
    try:
        for user in (BEN.user, STRANGER, None):
            one, other = [await seen(table, info, user) for table, info in worlds]
            assert one == other
            assert len(one) > 4
        mine, hers = [await seen(table, info, ANN.user) for table, info in worlds]
        assert mine != hers, "what Ann did is hers to look back on"
    finally:
        for table, _ in worlds:
            await table.close()


async def test_a_film_and_public_boards_hide_the_deployment_pap_03(
    place: Path,
) -> None:
    """Ann's deployment before all are ready stays secret until it is revealed."""
    worlds = []
    for number in range(2):
        table, info = await world(place, number, PLAIN)
        await table.act(info.id, BEN, Recruit("rpg"), Ready())
        own = (await table.service.match_view(info.id, ANN.user)).legal
        places = [action for action in own if isinstance(action, Place)]
        await table.act(info.id, ANN, *([Formation()] if number else places[:1]))
        worlds.append((table, info))
    try:
        for user in (BEN.user, STRANGER, None):
            one, other = [await seen(table, info, user) for table, info in worlds]
            assert one == other
    finally:
        for table, _ in worlds:
            await table.close()
