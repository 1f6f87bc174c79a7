"""Migrations: from an empty database to the current schema, repeatable, never downgraded silently."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.base.clock import wall_clock
from bot.base.version import THIS, Release, numbers
from bot.database import migrations
from bot.database.engine import database_url, opened
from bot.database.faults import BadDatabase
from bot.database.migrate import _FOLDER, _revisions, check_schema, migrate, migrate_aside
from bot.processes.store import ProcessSeen, SqlRegisterStore
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage.tables import every_table

MADE_UP = Path(__file__).parent / "steps" / "s9000_made_up.py"
"""A migration that a later version might have: it fills a new table from the existing ones."""
STEPS = sorted(path.name[1:5] for path in (Path(migrations.__file__).parent / "versions").glob("s*.py"))
"""The migrations by the names of their files."""
NEWEST = STEPS[-1]


@pytest.fixture
def fresh(tmp_path: Path) -> str:
    (tmp_path / "new" / "folder").mkdir(parents=True)
    return f"sqlite:///{tmp_path}/new/folder/matches.db"


def is_there(url: str) -> bool:
    return Path(str(database_url(url).database)).exists()


async def test_an_empty_database_is_migrated_in_a_new_folder(fresh: str) -> None:
    sentence = (await check_schema(fresh)).sentence
    assert sentence == f"The database is empty; migrating takes it to step {NEWEST}."
    assert not is_there(fresh), "looking does not make it"
    before = await migrate(fresh)
    assert (before.found, before.newest) == (None, NEWEST)
    after = await check_schema(fresh)
    assert after.current
    assert after.sentence == f"The database is up to date (step {NEWEST})."


async def test_the_migrations_make_exactly_the_tables_of_the_schema(fresh: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), every_table()))

    await migrate(fresh)
    async with opened(fresh) as database:
        assert await database.read(differences) == []


def with_made_up_step(folder: Path) -> Path:
    """Make a folder of migrations that also has the made-up step, and return it."""
    shutil.copytree(Path(migrations.__file__).parent, folder)
    shutil.copy(MADE_UP, folder / "versions")
    return folder


@pytest.fixture
def next_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return the differences between the current program and one that also has the made-up step."""
    next_one = with_made_up_step(tmp_path / "next" / "migrations")
    folders = itertools.cycle([next_one, Path(migrations.__file__).parent])
    return lambda: monkeypatch.setattr("bot.database.migrate._FOLDER", next(folders))


async def test_the_next_migration_changes_the_tables_and_keeps_their_rows(
    fresh: str, next_program: Callable[[], None]
) -> None:
    await migrate(fresh)
    table = Table(fresh, TestClock())
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    next_program()
    found = await check_schema(fresh)
    assert found.sentence == f"The database is at step {NEWEST}; migrating takes it to step 9000."
    assert (await migrate(fresh)).found == NEWEST
    assert (await check_schema(fresh)).current
    assert (await table.view(info.id, ANN)).view.dice == (2, 0)

    def hosts(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT told FROM made_up")).scalars())

    assert await table.store.database.read(hosts) == [f"{info.id} is hosted by {ANN.user}"]
    await table.close()


async def test_an_older_program_refuses_the_database_of_a_newer_one(
    fresh: str, next_program: Callable[[], None]
) -> None:
    next_program()
    await migrate(fresh, Release("2.0.0", beside="1.9.0"))
    next_program()
    for look in (migrate, check_schema):
        with pytest.raises(BadDatabase, match=r"^This is version .*from 1.9.0 on may run"):
            await look(fresh)


async def test_a_program_compatible_with_a_newer_one_keeps_using_the_database(
    fresh: str, next_program: Callable[[], None]
) -> None:
    old, new = Release("1.0.0", beside="1.0.0"), Release("1.1.0", beside="1.0.0")
    await migrate(fresh, old)
    next_program()
    assert (await migrate(fresh, new)).found == NEWEST
    next_program()
    found = await migrate(fresh, old)
    assert found.current
    assert found.sentence.startswith("The database is at step 9000 of a newer version, beside which this one")


async def test_a_program_incompatible_with_an_older_one_waits_until_none_runs(fresh: str) -> None:
    """Contract step: data of the older version is removed only after it has stopped; it cannot return."""
    old, new = Release("1.1.0", beside="1.0.0"), Release("1.2.0", beside="1.2.0")
    await migrate(fresh, old)
    table = Table(fresh, TestClock())
    await SqlRegisterStore(table.store.database).note_process(
        ProcessSeen("0,1", "1.1.0", "0,1", 0, wall_clock()), forgotten=wall_clock()
    )
    with pytest.raises(BadDatabase, match=r"A process of version 1.1.0 runs, and version 1.2.0 runs beside"):
        await migrate(fresh, new)
    await migrate(fresh, old)  # nothing was changed
    await SqlRegisterStore(table.store.database).forget_process("0,1")
    await migrate(fresh, new)
    with pytest.raises(BadDatabase, match=r"This is version 1.1.0"):
        await migrate(fresh, old)
    assert await SqlRegisterStore(table.store.database).least_version() == "1.2.0"
    await table.close()


def test_versions_are_ordered_by_their_numbers() -> None:
    assert numbers("1.2.10") > numbers("1.2.9") > numbers("1.2")
    assert numbers(THIS.beside) <= numbers(THIS.version)


async def test_several_processes_can_migrate_at_once(fresh: str) -> None:
    Path(str(database_url(fresh).database)).parent.mkdir(parents=True, exist_ok=True)
    # Each in a thread with its own event loop, as each process has one.
    before = await asyncio.gather(*[asyncio.to_thread(asyncio.run, migrate(fresh)) for _ in range(3)])
    assert sorted(str(each.found) for each in before) == [NEWEST, NEWEST, "None"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("not an address", "cannot be read"),
        ("mysql://somewhere/matches", "begins with mysql; use sqlite.aiosqlite or postgresql"),
        ("sqlite://", "in memory would forget every match"),
        ("sqlite+aiosqlite:///:memory:", "in memory would forget every match"),
    ],
)
def test_an_invalid_address_is_refused_in_a_sentence(written: str, sentence: str) -> None:
    with pytest.raises(BadDatabase, match=sentence):
        database_url(written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sqlite:///data/t.db", "sqlite+aiosqlite:///data/t.db"),
        ("postgres://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
        ("postgresql://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
    ],
)
def test_usual_forms_of_an_address_are_accepted(written: str, meant: str) -> None:
    assert database_url(written).render_as_string(hide_password=False) == meant


def test_the_newest_file_is_alembics_newest_migration() -> None:
    """A start asks the names of the files, because Alembic takes a tenth of a second to load."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    known = [script.revision for script in scripts.walk_revisions()]
    assert _revisions(_FOLDER) == tuple(reversed(known))


@pytest.mark.parametrize("threads", [0, 1])
def test_a_bot_that_migrates_loads_nothing_for_it(threads: int, fresh: str) -> None:
    """It does so in a fork or, where it has threads, in a program of its own."""
    program = (
        "import asyncio, sys, threading\n"
        "from bot.database.migrate import migrate_aside\n"
        f"for _ in range({threads}):\n"
        "    threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        f"before = asyncio.run(migrate_aside({fresh!r}))\n"
        "assert before.found is None\n"
        f"assert asyncio.run(migrate_aside({fresh!r})).found == {NEWEST!r}\n"
        "assert 'alembic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=_FOLDER.parents[2], check=True, timeout=60)
    assert asyncio.run(check_schema(fresh)).current


async def test_what_keeps_a_process_of_its_own_from_migrating_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="There is no folder"):
        await migrate_aside(f"sqlite:///{tmp_path}/missing/matches.db")
