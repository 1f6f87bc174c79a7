"""Data stored by released versions can be read and played: the kept files, and one made by this test."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.database.migrate import check_schema, migrate
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.weapons import FIRST, arsenal_of
from bot.games.registry import GAMES, former_rules
from bot.matches.model import Stage
from bot.matches.options import offered_options
from bot.parts.decks.store import SqlDeckStore
from bot.parts.dice.store import SqlRollStore
from bot.parts.proofs import verify
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.store import SqlPeopleStore
from bot.servers.store import SqlServerStore
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage import keep_release
from tests.storage.release import DECK, FILES, GUILD, LANGUAGE, ROLL, play_on, table_at

KEPT = sorted(FILES.glob("*.sqlite"))


@pytest.fixture(scope="module")
def present(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that the command makes of the current version."""
    folder = tmp_path_factory.mktemp("files")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keep_release, "FILES", folder)
        patch.setattr("sys.argv", ["keep_release"])
        assert keep_release.main() == 0
        assert keep_release.main() == 1, "a file that is there is not written again"
    (made,) = folder.iterdir()
    return made


@pytest.fixture(params=[None, *KEPT], ids=lambda file: file.stem if file else "present")
def release(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a copy of a release's database."""
    kept = request.param or request.getfixturevalue("present")
    return f"sqlite:///{shutil.copy(kept, tmp_path / 'copy.sqlite')}"


async def play_what_is_kept(url: str) -> None:
    """Migrate a database, read all data that a release has left in it, and play each open match."""
    await migrate(url)
    assert (await check_schema(url)).current
    table = table_at(url, "later")
    try:
        found = set[tuple[str, Stage]]()
        for match in await SqlMatchPersonalData(table.store.database).matches(ANN.user):
            info = await table.info(match)
            found.add((info.game, info.stage))
            if info.stage is Stage.LOBBY:
                continue
            before = len(await table.store.actions(match))
            assert (await table.service.history.page(match, ANN.user, 0, 100)).lines
            if info.stage is Stage.PLAYING:
                await play_on(table, match, 1)
                assert len(await table.store.actions(match)) == before + 1
            else:
                assert (await table.audit(match))["actions"]
        stages = (Stage.LOBBY, Stage.PLAYING, Stage.FINISHED)
        assert found
        assert found == {(game, stage) for game, _ in found for stage in stages}
        assert await SqlRollStore(table.store.database).recent(ANN.user, 9) == [ROLL]
        assert [deck.name for deck in await SqlDeckStore(table.store.database).decks(ANN.user)] == [DECK]
        assert (await SqlPeopleStore(table.store.database).preferences([ANN.user]))[
            ANN.user
        ].language == LANGUAGE
        settings = await SqlServerStore(table.store.database).settings(GUILD)
        assert settings is not None
        assert settings.language == LANGUAGE
    finally:
        await table.close()


async def test_data_of_a_release_is_read_and_its_matches_continue(release: str) -> None:
    await play_what_is_kept(release)


SPOILED = {"UPDATE matches SET seats = '?'": msgspec.DecodeError, "DELETE FROM rolls": AssertionError}


@pytest.mark.parametrize(("spoiled", "fault"), SPOILED.items())
async def test_unreadable_data_is_detected(
    present: Path, tmp_path: Path, spoiled: str, fault: type[Exception]
) -> None:
    copy = shutil.copy(present, tmp_path / "spoiled.sqlite")
    with closing(sqlite3.connect(copy)) as file, file:
        file.execute(spoiled)
    with pytest.raises(fault):
        await play_what_is_kept(f"sqlite:///{copy}")


async def test_matches_of_a_release_keep_the_numbers_of_their_time(release: str) -> None:
    """Weapons of Papyrus that the bot changes later are for new matches (PAP-11, PAP-14)."""
    await migrate(release)
    papyrus = GAMES["papyrus"].rules
    assert isinstance(papyrus, PapyrusRules)
    changed = FIRST.replace("smg:654321+2+4+1", "smg:111+9+9+9")
    later = PapyrusRules(papyrus.maps, papyrus.squads, changed)
    rules = {key: game.rules for key, game in GAMES.items()} | {"papyrus": later}
    table = Table(release, TestClock(), "later", games=rules, former=former_rules(GAMES))
    try:
        played = 0
        for match in await SqlMatchPersonalData(table.store.database).matches(ANN.user):
            info = await table.info(match)
            if info.game != "papyrus" or info.stage is not Stage.PLAYING:
                continue
            await play_on(table, match, 40)
            assert arsenal_of((await table.view(match)).view.options).weapons[Kind.SMG].hit == 2
            await table.resign(match, BEN)
            verify.check(await table.service.history.audit(match), rules)
            played += 1
        assert played
        options = offered_options(later, {}, 2)
        assert arsenal_of(options).weapons[Kind.SMG].hit == 9, "new matches have the numbers of today"
    finally:
        await table.close()
