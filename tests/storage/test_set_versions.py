"""Former versions of servers' card sets: limited, restorable, and added to databases of releases."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, text

from bot.database import migrations
from bot.database.engine import opened
from bot.database.migrate import check_schema, migrate
from bot.engine.cards.game import AnyCardGame
from bot.games.registry import GAMES
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets import versions as bounds
from bot.parts.workshop.sets.played import PlayedSets
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.service import CardSets, SetRefused
from bot.parts.workshop.sets.store import SqlCardSetStore
from bot.parts.workshop.sets.tables import card_sets
from bot.parts.workshop.sets.versions import MOST_FORMER, SetVersions, Step
from bot.parts.workshop.sets.versions_store import SqlSetVersions
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.parts.workshop.sets.uploads import HERONS, OTHER_HERONS
from tests.storage.release import FILES

GUILD = 7
CARDS: dict[str, AnyCardGame] = {key: game.cards for key, game in GAMES.items() if game.cards is not None}


class Sets:
    """The card sets of a server and their versions in a store."""

    def __init__(self, store: SqlMatchStore, clock: TestClock) -> None:
        self.clock = clock
        self.sets = CardSets(SqlCardSetStore(store.database), CARDS, clock)
        self.versions = SetVersions(
            SqlSetVersions(store.database), self.sets, PlayedSets(SqlSetVersions(store.database), CARDS)
        )

    async def add(self, content: bytes, game: str = "arclash") -> Keeping:
        self.clock.pass_by(hours=1)
        reading = await self.sets.check(game, content, "reed.toml")
        assert reading.set is not None, reading.findings
        return await self.versions.add(GUILD, game, content, reading.set, replacing=True)

    async def reed(self) -> ServerSet:
        (found,) = await self.sets.find(GUILD, "reed")
        return found

    async def numbers(self) -> list[int]:
        return [each.number for each in await self.versions.of(await self.reed())]

    async def text(self, number: int) -> bytes:
        return (await self.versions.details(await self.reed(), number)).content

    async def step(self, number: int) -> Step:
        step = (await self.versions.details(await self.reed(), number)).step
        assert isinstance(step, Step), step
        return step


@pytest.fixture
def sets(store: SqlMatchStore, clock: TestClock) -> Sets:
    return Sets(store, clock)


def powered(power: int) -> bytes:
    return HERONS.replace(b"power = 300", b"power = %d" % power)


async def test_a_replacement_is_a_new_version_and_a_former_one_can_be_restored(sets: Sets) -> None:
    await sets.add(HERONS)
    first = (await sets.reed()).at
    await sets.add(OTHER_HERONS)
    await sets.add(OTHER_HERONS)  # the same text is no new version
    kept = await sets.reed()
    new, old = await sets.versions.of(kept)
    assert (new.number, new.title, new.former) == (2, "The Dry Reed Bank", None)
    assert (old.number, old.title, old.at) == (1, "The Reed Bank", first)
    assert [await sets.text(number) for number in (1, 2)] == [HERONS, OTHER_HERONS]
    assert "power 325 instead of 300" in (await sets.step(2)).changes[1].told
    assert (await sets.versions.restore(kept, 1)).title == "The Reed Bank"
    assert await sets.sets.text(await sets.reed()) == HERONS
    assert await sets.numbers() == [3, 2, 1]
    assert "power 300 instead of 325" in (await sets.step(3)).changes[1].told
    oldest = await sets.versions.details(kept, 1)
    assert (oldest.content, oldest.step) == (
        HERONS,
        "No older version is kept with which it could be compared.",
    )
    for number in (0, 4):
        with pytest.raises(SetRefused, match="is no longer kept"):
            await sets.versions.details(kept, number)
    contents = await sets.versions.contents(await sets.reed())
    assert sorted(contents.values()) == [[1, 3], [2]]


async def test_removing_a_set_removes_only_its_versions(sets: Sets) -> None:
    other = HERONS.replace(b"REE-", b"POO-").replace(b'key = "reed"', b'key = "pool"')
    for content in (HERONS, OTHER_HERONS, other.replace(b"power = 300", b"power = 350"), other):
        await sets.add(content)
    await sets.sets.remove(await sets.reed())
    await sets.add(HERONS)
    assert await sets.numbers() == [1]
    (pool,) = await sets.sets.find(GUILD, "pool")
    assert [each.number for each in await sets.versions.of(pool)] == [2, 1]


async def test_of_too_many_versions_the_oldest_unplayed_one_is_deleted(
    sets: Sets, store: SqlMatchStore, clock: TestClock
) -> None:
    table = Table("", clock, store=store, games={"arclash": GAMES["arclash"].rules})
    await sets.add(powered(300))
    pinned = await sets.sets.pinned(GUILD, "arclash", "reed")
    info = await table.started(BEN, cards=pinned)
    for number in range(1, MOST_FORMER + 3):
        await sets.add(powered(300 + number))
    assert await sets.numbers() == [*range(MOST_FORMER + 3, 3, -1), 1]
    assert await sets.text(1) == powered(300)
    with pytest.raises(SetRefused, match="is no longer kept"):
        await sets.text(2)
    assert (await table.info(info.id)).cards == pinned
    assert (await table.view(info.id, ANN)).legal, "the match goes on with its cards"
    assert await SqlSetVersions(store.database).ended(GUILD, "arclash", [pinned], 9) == []
    await table.resign(info.id, BEN)
    assert await SqlSetVersions(store.database).ended(GUILD, "arclash", [pinned, "other"], 9) == [info.id]
    assert await SqlSetVersions(store.database).ended(GUILD + 1, "arclash", [pinned], 9) == []


async def test_the_versions_of_all_sets_of_a_server_are_limited(
    sets: Sets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "LARGEST_HISTORY", 3 * len(HERONS) + 9)
    other = HERONS.replace(b"REE-", b"POO-").replace(b'key = "reed"', b'key = "pool"')
    for number in range(3):
        await sets.add(powered(300 + number))
        await sets.add(other.replace(b"power = 300", b"power = %d" % (300 + number)))
    (pool,) = await sets.sets.find(GUILD, "pool")
    assert await sets.numbers() == [3, 2]
    assert [each.number for each in await sets.versions.of(pool)] == [3, 2, 1]


# Databases of earlier releases


@pytest.fixture
def without_this_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Leave only the migrations of version 1.1.0; return a function that restores the others."""
    folder = tmp_path / "before" / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder)
    for path in folder.glob("versions/s*.py"):
        if path.name[1:5] > "0002":
            path.unlink()
    monkeypatch.setattr("bot.database.migrate._FOLDER", folder)
    return lambda: monkeypatch.setattr("bot.database.migrate._FOLDER", Path(migrations.__file__).parent)


GRAVE = b"""\
key = "grave"
title = "The Graveyard"

[[characters]]
number = "GRA-01"
name = "Mourner"
deck = 4
play = 2
speed = 2
defense = 3
attacks = [{ reach = "fist", acc = 3, dmg = 1 }]
abilities = [{ on = "dies", then = [{ do = "move", by = 2, to = { pieces = "friend", within = 3 } }] }]
"""
"""A set that version 1.0.0 accepted, and that is refused today (E447): it moves pieces near the dying one."""


def stored(content: bytes, game: str, key: str, title: str) -> dict[str, Any]:
    """Return the row that version 1.0.0 wrote for a set, without its instant."""
    digest = hashlib.sha256(content).hexdigest()
    return {"guild": GUILD, "game": game, "key": key, "title": title, "text": content, "digest": digest}


async def upgraded(address: str, give_back: Callable[[], None]) -> None:
    """Store sets as earlier versions did, migrate the database, and continue with them."""
    clock = TestClock()

    def keep(connection: Connection) -> None:
        for row in (
            stored(HERONS, "arclash", "reed", "The Reed Bank"),
            stored(GRAVE, "overcross", "grave", "The Graveyard"),
        ):
            connection.execute(insert(card_sets), {**row, "at": clock.now})

    async with opened(address) as database:
        await database.write(keep)
    give_back()
    await migrate(address)
    assert (await check_schema(address)).current
    store = SqlMatchStore.at(address)
    try:
        sets = Sets(store, clock)
        assert await sets.numbers() == [1]
        await sets.add(OTHER_HERONS)
        assert await sets.numbers() == [2, 1]
        assert await sets.text(1) == HERONS
        await check_accepted_before(store, sets)
    finally:
        await store.close()


async def check_accepted_before(store: SqlMatchStore, sets: Sets) -> None:
    """A set accepted by a former version is still played, and its owner can see what is refused today."""
    assert [each.code for each in (await sets.sets.check("overcross", GRAVE, "grave.toml")).errors] == [
        "E447"
    ]
    (kept,) = await sets.sets.find(GUILD, "grave")
    source = await sets.sets.source(kept)
    assert source is not None
    assert [each.code for each in source.faults] == ["E447"]
    pinned = await sets.sets.pinned(GUILD, "overcross", "grave")
    table = Table("", sets.clock, "graveyard", store=store, games={"overcross": GAMES["overcross"].rules})
    assert (await table.open(cards=pinned)).cards == pinned
    await sets.add(GRAVE.replace(b"within = 3", b'how = "choose"'), "overcross")
    (kept,) = await sets.sets.find(GUILD, "grave")
    assert (await sets.versions.restore(kept, 1)).digest != kept.digest


@pytest.mark.parametrize("release", sorted(FILES.glob("*.sqlite")), ids=lambda file: file.stem)
async def test_sets_of_a_kept_release_are_played_and_get_versions(
    release: Path, tmp_path: Path, without_this_migration: Callable[[], None]
) -> None:
    address = f"sqlite:///{shutil.copy(release, tmp_path / 'copy.sqlite')}"
    await migrate(address)  # to the tables of 1.1.0
    await upgraded(address, without_this_migration)


async def test_sets_of_earlier_versions_on_postgresql_are_played_and_get_versions(
    postgres: str, without_this_migration: Callable[[], None]
) -> None:
    def drop(connection: Connection) -> None:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))

    async with opened(postgres) as database:
        await database.write(drop)
    await migrate(postgres)
    await upgraded(postgres, without_this_migration)
